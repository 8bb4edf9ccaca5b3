//! Items of the feed of another site.

use std::fmt::Write as _;

use url::Url;

use super::attributes::Attributes;
use super::context::Context;
use super::item::offset;
use super::text::{escaped, target};
use crate::feeds::{FeedFault, FeedItem};
use crate::links::is_web;

/// Most items, as editors offer.
const MOST: u64 = 20;

/// Why there is nothing to show.
enum Reason {
    /// The address is none of the web.
    Address,
    /// It is that of the front page.
    OwnPage,
    Fault(FeedFault),
}

/// Work of looking for a feed in the cache.
const READ: usize = 10;

/// The items of a feed. Without any, those who write see why, and readers see nothing.
pub async fn list(cx: &Context<'_>, attributes: &Attributes) -> String {
    match items(cx, attributes).await {
        Ok(items) => shown(cx, attributes, &items),
        Err(reason) if cx.is_preview => refusal(cx, &reason),
        Err(_) => String::new(),
    }
}

async fn items(cx: &Context<'_>, attributes: &Attributes) -> Result<Vec<FeedItem>, Reason> {
    let written = attributes.text("feedURL").unwrap_or_default().trim();
    if written.trim_end_matches('/') == cx.home {
        return Err(Reason::OwnPage);
    }
    let url = Url::parse(written).map_err(|_| Reason::Address)?;
    if !is_web(&url) {
        return Err(Reason::Address);
    }
    if !cx.spend(READ) {
        return Err(Reason::Fault(FeedFault::NotAsked));
    }
    let mut items = cx.feeds.items(&url).await.map_err(Reason::Fault)?;
    let most = attributes.number("itemsToShow").unwrap_or(5).clamp(1, MOST);
    items.truncate(usize::try_from(most).unwrap_or(5));
    if !cx.spend(items.len()) {
        items.clear();
    }
    Ok(items)
}

fn shown(cx: &Context<'_>, attributes: &Attributes, items: &[FeedItem]) -> String {
    let mut list = String::new();
    for item in items {
        let title = linked_title(cx, attributes, item);
        let date = date(cx, attributes, item);
        let author = author(cx, attributes, item);
        let excerpt = excerpt(attributes, item);
        let _ = write!(
            list,
            "<li class=\"wp-block-rss__item\"><div class=\"wp-block-rss__item-title\">{title}</div>{date}{author}{excerpt}</li>"
        );
    }
    let mut class = "wp-block-rss".to_owned();
    if attributes.text("blockLayout") == Some("grid") {
        let columns = attributes.number("columns").unwrap_or(2);
        let _ = write!(class, " is-grid columns-{columns}");
    }
    for (name, shown) in [
        ("displayDate", "has-dates"),
        ("displayAuthor", "has-authors"),
        ("displayExcerpt", "has-excerpts"),
    ] {
        if attributes.flag(name) {
            let _ = write!(class, " {shown}");
        }
    }
    format!("<ul {}>{list}</ul>", attributes.outer(&class))
}

fn linked_title(cx: &Context<'_>, attributes: &Attributes, item: &FeedItem) -> String {
    let title = if item.title.is_empty() {
        cx.word("(sem título)", "(no title)")
    } else {
        &item.title
    };
    let title = escaped(title);
    if item.link.is_empty() {
        return title;
    }
    let target = target(attributes.flag("openInNewTab"));
    let (href, rel) = (escaped(&item.link), attributes.rel());
    format!("<a href=\"{href}\"{target}{rel}>{title}</a>")
}

fn date(cx: &Context<'_>, attributes: &Attributes, item: &FeedItem) -> String {
    let Some(published) = item.published.filter(|_| attributes.flag("displayDate")) else {
        return String::new();
    };
    let zone = cx.store.zone();
    let machine = offset(published, &zone);
    let shown = escaped(&cx.date(None, published.to_zoned(zone).datetime()));
    format!(
        "<time datetime=\"{machine}\" class=\"wp-block-rss__item-publish-date\">{shown}</time> "
    )
}

fn author(cx: &Context<'_>, attributes: &Attributes, item: &FeedItem) -> String {
    if item.author.is_empty() || !attributes.flag("displayAuthor") {
        return String::new();
    }
    let (by, name) = (cx.word("por", "by"), escaped(&item.author));
    format!("<span class=\"wp-block-rss__item-author\">{by} {name}</span>")
}

fn excerpt(attributes: &Attributes, item: &FeedItem) -> String {
    if item.summary.is_empty() || !attributes.flag("displayExcerpt") {
        return String::new();
    }
    let most = attributes
        .number("excerptLength")
        .unwrap_or(55)
        .clamp(1, 100);
    let begun = markup::text::beginning(&item.summary, usize::try_from(most).unwrap_or(55));
    let more = if begun.cut { " […]" } else { "" };
    let text = escaped(&(begun.text + more));
    format!("<div class=\"wp-block-rss__item-excerpt\">{text}</div>")
}

fn refusal(cx: &Context<'_>, reason: &Reason) -> String {
    let text = match reason {
        Reason::Address => cx.word(
            "O endereço não é o de um feed da web.",
            "The address is not that of a feed of the web.",
        ),
        Reason::OwnPage => cx.word(
            "O endereço é o da página inicial deste site. Os posts deste site aparecem com o bloco Últimos posts.",
            "The address is that of this site's front page. The Latest Posts block shows the posts of this site.",
        ),
        Reason::Fault(FeedFault::NoResponse) => cx.word(
            "O outro site não respondeu. Tente de novo mais tarde.",
            "The other site did not answer. Try again later.",
        ),
        Reason::Fault(FeedFault::NoFeed) => cx.word(
            "O endereço não leva a um feed RSS, Atom ou JSON.",
            "The address does not lead to an RSS, Atom or JSON feed.",
        ),
        Reason::Fault(FeedFault::NoItems) => {
            cx.word("O feed não tem itens.", "The feed has no items.")
        }
        Reason::Fault(FeedFault::NotAsked) => cx.word(
            "O feed ainda não foi lido. Tente de novo em instantes.",
            "The feed has not been read yet. Try again in a moment.",
        ),
    };
    let named = cx.word("Erro de RSS:", "RSS error:");
    format!(
        "<div class=\"components-placeholder\"><div class=\"notice notice-error\"><strong>{named}</strong> {text}</div></div>"
    )
}
