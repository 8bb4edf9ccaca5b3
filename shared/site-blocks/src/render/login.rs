//! The link by which someone signs in.

use super::attributes::Attributes;
use super::context::Context;
use super::text::escaped;

/// The link to the authorisation page. Pages are the same for all readers, so it never offers to sign out.
pub fn link(cx: &Context<'_>, attributes: &Attributes) -> String {
    let (home, text) = (escaped(cx.home), cx.word("Entrar", "Log in"));
    format!(
        "<div {}><a rel=\"nofollow\" href=\"{home}/authorize-application\">{text}</a></div>",
        attributes.outer("wp-block-loginout logged-out")
    )
}
