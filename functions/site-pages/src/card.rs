//! The card of a post that other sites show in a frame
//! (docs/interface/site/oembed.md#embedding-this-site). Its links open the whole window.

use askama::Template;
use site_store::Summary;
use site_web::address;

use crate::article::{description, opened};
use crate::frame::{plain_title, titled};
use crate::picture::{Picture, featured};
use crate::reply::Page;
use crate::style;
use crate::visit::{Found, Visit};
use crate::words::tag;

#[derive(Template)]
#[template(path = "card.html")]
struct CardPage {
    language: String,
    css: &'static str,
    site: String,
    home: String,
    link: String,
    plain_title: String,
    title: String,
    summary: String,
    picture: Option<Picture>,
    more: &'static str,
}

/// The card of an item.
///
/// # Errors
/// Not found, or the store fails.
pub async fn page(visit: &Visit, summary: &Summary) -> Found<Page> {
    let item = opened(visit, summary).await?;
    let protected = !item.password.is_empty();
    let shown = CardPage {
        language: tag(&visit.settings.language),
        css: style::CARD.css,
        site: visit.settings.title.clone(),
        home: visit.home.clone(),
        link: address::item(&*item, &visit.store, &visit.home)?,
        plain_title: plain_title(&item.title, visit.words),
        title: titled(&item.title, visit.words),
        summary: if protected {
            visit.words.protected.to_owned()
        } else {
            description(&item)
        },
        picture: if protected {
            None
        } else {
            featured(visit, &item).await?
        },
        more: visit.words.read_more,
    };
    Page::card(&shown)
}
