//! RSS 2.0 feed of the newest posts.

use askama::Template;
use domain::site::{Kind, Taxonomy};
use jiff::Timestamp;
use markup::render;
use site_store::{Content, ContentFilter};
use site_urls::address;

use crate::frame::plain_title;
use crate::page_request::{PageRequest, PageResult};
use crate::reply::Page;
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

/// RSS feed.
///
/// # Errors
/// The store fails.
pub async fn page(request: &PageRequest) -> PageResult<Page> {
    let filter = ContentFilter {
        limit: Some(request.per_page()),
        ..ContentFilter::all(Kind::Post)
    };
    let listed = request.store.list(&filter).await?;
    let items = request.store.get_many(&listed.items).await?;
    let built = items.iter().map(|item| item.modified_gmt).max();
    let entries = items.iter().map(|item| entry(request, item));
    let feed = FeedPage {
        title: xml(&request.settings.title),
        description: xml(&request.settings.description),
        home: request.home.clone(),
        language: tag(&request.settings.language),
        built: built.map(written),
        entries: entries.collect::<PageResult<_>>()?,
    };
    Page::document("application/rss+xml; charset=UTF-8", &feed)
}

fn entry(request: &PageRequest, item: &Content) -> PageResult<Entry> {
    let names = |taxonomy| {
        let ids = item.terms_of(taxonomy).iter();
        ids.filter_map(|id| request.store.term(*id))
            .map(|term| xml(&term.name))
    };
    let date = item.date.instant(&request.store.zone());
    let (summary, content) = if item.password.is_empty() {
        let options = request.render_options();
        let summary = options.excerpt(&item.excerpt, &item.content, render::EXCERPT_WORDS);
        // Readers of feeds get no snippets and no forms.
        let content = options.page_body(&item.content);
        let content = content.fill(|_| String::new(), |_| String::new());
        (summary, content)
    } else {
        (request.words.protected.to_owned(), String::new())
    };
    Ok(Entry {
        title: xml(&plain_title(&item.title, request.words)),
        link: address::item(item, &request.store, &request.home)?,
        guid: address::numbered(item, &request.home),
        date: written(date.unwrap_or(item.modified_gmt)),
        author: request
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

/// An instant in RSS format (RFC 822 with a four-digit year).
fn written(instant: Timestamp) -> String {
    instant.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

/// Removes characters that XML 1.0 does not allow (section 2.2).
pub fn xml(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect()
}
