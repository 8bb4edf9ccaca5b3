//! Name, description and logo of the site.

use site_store::StoreError;

use super::attributes::Attributes;
use super::context::Context;
use super::picture::{Look, element as picture, file};
use super::text::{element, escaped};

pub fn title(cx: &Context<'_>, attributes: &Attributes) -> String {
    let title = escaped(&cx.store.settings().title);
    if title.is_empty() {
        return String::new();
    }
    let tag = element(attributes.number("level"), 1);
    let inner = if attributes.flag("isLink") {
        let target = attributes.target();
        format!(
            "<a href=\"{}/\"{target} rel=\"home\">{title}</a>",
            escaped(cx.home)
        )
    } else {
        title
    };
    format!(
        "<{tag} {}>{inner}</{tag}>",
        attributes.outer("wp-block-site-title")
    )
}

pub fn tagline(cx: &Context<'_>, attributes: &Attributes) -> String {
    let text = escaped(&cx.store.settings().description);
    if text.is_empty() {
        return String::new();
    }
    let tag = element(attributes.number("level"), 0);
    format!(
        "<{tag} {}>{text}</{tag}>",
        attributes.outer("wp-block-site-tagline")
    )
}

/// The logo of the settings, which leads to the front page; nothing without one that the reader may read.
///
/// # Errors
/// The store fails.
pub async fn logo(cx: &Context<'_>, attributes: &Attributes) -> Result<String, StoreError> {
    let settings = cx.store.settings();
    if settings.site_logo == 0 {
        return Ok(String::new());
    }
    let found = cx.store.media_item(&cx.reader, settings.site_logo).await?;
    let Some(file) = found.as_deref().and_then(file) else {
        return Ok(String::new());
    };
    let width = attributes.number("width").filter(|width| *width > 0);
    let look = Look {
        class: "custom-logo",
        width: width.and_then(|width| u32::try_from(width).ok()),
        // The link is named by its picture.
        alt: file.alt_text.is_empty().then(|| escaped(&settings.title)),
        ..Look::default()
    };
    let mut logo = picture(cx, file, &look);
    if attributes.flag("isLink") {
        let (home, target) = (escaped(cx.home), attributes.target());
        logo = format!(
            "<a href=\"{home}/\" class=\"custom-logo-link\" rel=\"home\"{target}>{logo}</a>"
        );
    }
    let class = if width.is_none() {
        "wp-block-site-logo is-default-size"
    } else {
        "wp-block-site-logo"
    };
    Ok(format!("<div {}>{logo}</div>", attributes.outer(class)))
}
