//! The feed of the newest posts (RSS 2.0).

use askama::Template;
use domain::site::{Kind, Taxonomy};
use jiff::Timestamp;
use markup::render;
use site_store::{Content, ContentFilter};
use site_web::address;

use crate::frame::plain_title;
use crate::reply::Page;
use crate::visit::{Found, Visit};
use crate::words::tag;

struct Entry {
    title: String,
    link: String,
    guid: String,
    date: String,
    author: String,
    categories: Vec<String>,
    summary: String,
    content: String,
}

#[derive(Template)]
#[template(path = "feed.xml")]
struct FeedPage {
    title: String,
    description: String,
    home: String,
    language: String,
    built: Option<String>,
    entries: Vec<Entry>,
}

/// The feed.
///
/// # Errors
/// The store fails.
pub async fn page(visit: &Visit) -> Found<Page> {
    let filter = ContentFilter {
        limit: Some(visit.per_page()),
        ..ContentFilter::all(Kind::Post)
    };
    let listed = visit.store.list(&filter).await?;
    let items = visit.store.get_many(&listed.items).await?;
    let built = items.iter().map(|item| item.modified_gmt).max();
    let entries = items.iter().map(|item| entry(visit, item));
    let feed = FeedPage {
        title: xml(&visit.settings.title),
        description: xml(&visit.settings.description),
        home: visit.home.clone(),
        language: tag(&visit.settings.language),
        built: built.map(written),
        entries: entries.collect::<Found<_>>()?,
    };
    Page::document("application/rss+xml; charset=UTF-8", &feed)
}

fn entry(visit: &Visit, item: &Content) -> Found<Entry> {
    let names = |taxonomy| {
        let ids = item.terms_of(taxonomy).iter();
        ids.filter_map(|id| visit.store.term(*id))
            .map(|term| xml(&term.name))
    };
    let date = item.date.instant(&visit.store.zone());
    let (summary, content) = if item.password.is_empty() {
        let look = visit.look();
        let summary = look.excerpt(&item.excerpt, &item.content, render::EXCERPT_WORDS);
        (summary, look.content(&item.content))
    } else {
        (visit.words.protected.to_owned(), String::new())
    };
    Ok(Entry {
        title: xml(&plain_title(&item.title, visit.words)),
        link: address::item(item, &visit.store, &visit.home)?,
        guid: address::numbered(item, &visit.home),
        date: written(date.unwrap_or(item.modified_gmt)),
        author: visit
            .store
            .user(item.author)
            .map(|author| xml(&author.name))
            .unwrap_or_default(),
        categories: names(Taxonomy::Category)
            .chain(names(Taxonomy::PostTag))
            .collect(),
        summary: xml(&summary),
        content: xml(&content),
    })
}

/// An instant as RSS writes it (RFC 822 with a four-digit year).
fn written(instant: Timestamp) -> String {
    instant.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

/// A text without the characters that XML cannot carry (XML 1.0, 2.2).
pub fn xml(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect()
}
