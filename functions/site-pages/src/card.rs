//! The card of a post that other sites show in a frame
//! (docs/interface/site/oembed.md#embedding-this-site). Its links open the whole window.

use askama::Template;
use site_store::Summary;
use site_urls::address;

use crate::article::{description, public_item};
use crate::link::{plain_title, titled};
use crate::page_request::{PageRequest, PageResult};
use crate::picture::{Picture, featured};
use crate::reply::Page;
use crate::style;
use crate::words::tag;

#[derive(Template)]
#[template(path = "card.html")]
struct CardPage {
    language: String,
    theme_css: String,
    css: &'static str,
    script: &'static str,
    site: String,
    home: String,
    link: String,
    plain_title: String,
    title: String,
    summary: String,
    picture: Option<Picture>,
    more: &'static str,
}

/// Embeddable card of an item.
///
/// # Errors
/// [`PageError::NotFound`]; the store fails.
pub async fn page(request: &PageRequest, summary: &Summary) -> PageResult<Page> {
    let item = public_item(request, summary).await?;
    let protected = !item.password.is_empty();
    let shown = CardPage {
        language: tag(&request.settings.language),
        theme_css: request.theme_css().to_owned(),
        css: style::CARD.text,
        script: style::CARD_SCRIPT.text,
        site: request.settings.title.clone(),
        home: request.home.clone(),
        link: address::item(&*item, &request.store, &request.home)?,
        plain_title: plain_title(&item.title, request.words),
        title: titled(&item.title, request.words),
        summary: if protected {
            request.words.protected.to_owned()
        } else {
            description(&item).await?
        },
        picture: if protected {
            None
        } else {
            featured(request, &item).await?
        },
        more: request.words.read_more,
    };
    Page::card(&shown)
}
