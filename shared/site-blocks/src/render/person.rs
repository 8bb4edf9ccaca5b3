//! The author of an item. Pictures of persons would be asked for at another host; initials stand in their place.

use std::sync::Arc;

use domain::site::Kind;
use site_store::{Content, StoreError, User};
use site_urls::address;

use super::attributes::Attributes;
use super::context::Context;
use super::text::{escaped, named};
use crate::initials::initials;

/// The author of a kind of content that has authors.
fn of(cx: &Context<'_>, item: &Content) -> Option<Arc<User>> {
    cx.store
        .user(item.author)
        .filter(|_| item.kind.has_author())
}

/// The name of a person, with a link to their archive where the block asks for it.
fn linked(cx: &Context<'_>, attributes: &Attributes, user: &User, class: &str) -> String {
    let name = named(&user.name);
    if !attributes.flag("isLink") {
        return name;
    }
    let (href, target) = (
        escaped(&address::author(user, cx.home)),
        attributes.target(),
    );
    format!("<a href=\"{href}\"{target}{class}>{name}</a>")
}

/// The biography of a person as plain text in HTML.
fn told(user: &User) -> String {
    escaped(&markup::text::plain(&user.description))
}

/// The name of the author.
pub fn name(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    let Some(user) = of(cx, item) else {
        return String::new();
    };
    let class = " class=\"wp-block-post-author-name__link\"";
    let name = linked(cx, attributes, &user, class);
    let outer = attributes.outer("wp-block-post-author-name");
    format!("<div {outer}>{name}</div>")
}

/// The initials of a person in place of a picture: of the user that the block names, who must be an author of something
/// published, otherwise of the author of the item.
///
/// # Errors
/// The read model fails.
pub fn avatar(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: Option<&Content>,
) -> Result<String, StoreError> {
    let user = match attributes.number("userId").filter(|id| *id > 0) {
        Some(id) if cx.store.has_published(id, &[Kind::Post])? => cx.store.user(id),
        Some(_) => None,
        None => item.and_then(|item| of(cx, item)),
    };
    let Some(user) = user else {
        return Ok(String::new());
    };
    let size = attributes.number("size").unwrap_or(96).clamp(16, 512);
    let (name, letters) = (named(&user.name), escaped(&initials(&user.name)));
    let label = match cx.portuguese {
        true => format!("Avatar de {name}"),
        false => format!("{name} Avatar"),
    };
    let mut avatar = format!(
        "<span class=\"wp-block-avatar__image avatar avatar-{size}\" role=\"img\" aria-label=\"{label}\" style=\"width:{size}px;height:{size}px\">{letters}</span>"
    );
    if attributes.flag("isLink") {
        let (href, target) = (
            escaped(&address::author(&user, cx.home)),
            attributes.target(),
        );
        avatar = format!("<a href=\"{href}\"{target} class=\"wp-block-avatar__link\">{avatar}</a>");
    }
    let outer = attributes.outer("wp-block-avatar");
    Ok(format!("<div {outer}>{avatar}</div>"))
}

/// What the author says about themselves; nothing when that is nothing.
pub fn biography(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    let told = of(cx, item).map(|user| told(&user)).unwrap_or_default();
    if told.is_empty() {
        return told;
    }
    let outer = attributes.outer("wp-block-post-author-biography");
    format!("<div {outer}>{told}</div>")
}

/// The author with a line before the name and the biography.
pub fn author(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    let Some(user) = of(cx, item) else {
        return String::new();
    };
    let outer = attributes.outer("wp-block-post-author");
    let byline = attributes
        .plain("byline")
        .map_or_else(String::new, |byline| {
            let byline = escaped(&byline);
            format!("<p class=\"wp-block-post-author__byline\">{byline}</p>")
        });
    let name = linked(cx, attributes, &user, "");
    let told = told(&user);
    let told = if attributes.flag("showBio") && !told.is_empty() {
        format!("<p class=\"wp-block-post-author__bio\">{told}</p>")
    } else {
        String::new()
    };
    format!(
        "<div {outer}><div class=\"wp-block-post-author__content\">{byline}<p class=\"wp-block-post-author__name\">{name}</p>{told}</div></div>"
    )
}
