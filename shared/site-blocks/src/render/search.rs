//! The search form.

use super::text::escaped;

use super::attributes::Attributes;
use super::context::Context;

/// The form, which leads to the search page of the site. An icon in place of the button's text is not shown.
pub fn form(cx: &Context<'_>, attributes: &Attributes) -> String {
    let number = cx.next_form();
    let id = format!("wp-block-search__input-{number}");
    let written = |name: &str| attributes.text(name).filter(|text| !text.is_empty());
    // Labels hold markup in the editor; the form shows their text.
    let plain = |name: &str, otherwise: &str| {
        let text = written(name).map_or_else(|| otherwise.to_owned(), markup::text::plain);
        escaped(&text)
    };
    let label = plain("label", cx.word("Busca", "Search"));
    let button = plain("buttonText", cx.word("Buscar", "Search"));
    let placeholder = escaped(written("placeholder").unwrap_or_default());
    // A label that does not show still names the field.
    let (label, named) = if attributes.flag("showLabel") {
        let label = format!("<label class=\"wp-block-search__label\" for=\"{id}\">{label}</label>");
        (label, String::new())
    } else {
        (String::new(), format!(" aria-label=\"{label}\""))
    };
    let home = escaped(cx.home);
    let outer = attributes.outer("wp-block-search");
    let button = if attributes.text("buttonPosition") == Some("no-button") {
        String::new()
    } else {
        format!("<button type=\"submit\" class=\"wp-block-search__button\">{button}</button>")
    };
    format!(
        "<form role=\"search\" method=\"get\" action=\"{home}/\" {outer}>{label}<div class=\"wp-block-search__inside-wrapper\"><input class=\"wp-block-search__input\" id=\"{id}\" type=\"search\" name=\"s\" maxlength=\"200\" placeholder=\"{placeholder}\"{named} required>{button}</div></form>"
    )
}
