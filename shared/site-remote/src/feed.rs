//! Reads a feed: RSS, Atom or JSON Feed.

use feed_rs::model::{Entry, Feed, Text};
use feed_rs::parser::Builder;
use jiff::Timestamp;
use markup::escape;
use site_blocks::{FeedFault, FeedItem};
use url::Url;

/// Most items of a feed. Editors offer up to 20.
const ITEMS: usize = 20;

/// Longest title, author and address, in characters.
const LINE: usize = 500;

/// Longest summary, in words and in characters. Editors offer up to 100 words.
const SUMMARY_WORDS: usize = 101;
const SUMMARY: usize = 1000;

/// The first items of a feed that was read at `url`.
///
/// # Errors
/// The bytes are no feed, or the feed has no items.
pub fn items(bytes: &[u8], url: &Url) -> Result<Vec<FeedItem>, FeedFault> {
    let parser = Builder::new()
        .base_uri(Some(url.as_str()))
        .sanitize_content(false)
        .build();
    let feed = parser.parse(bytes).map_err(|error| {
        tracing::info!(target: "site", %error, "an answer of another site is no feed");
        FeedFault::NoFeed
    })?;
    let found: Vec<FeedItem> = feed
        .entries
        .iter()
        .take(ITEMS)
        .map(|entry| item(&feed, entry, url))
        .collect();
    if found.is_empty() {
        return Err(FeedFault::NoItems);
    }
    Ok(found)
}

fn item(feed: &Feed, entry: &Entry, url: &Url) -> FeedItem {
    let authors = entry.authors.first().or(feed.authors.first());
    let author = authors.and_then(|person| Some(plain(person.name.as_deref()?, LINE)));
    let body = entry
        .content
        .as_ref()
        .and_then(|content| content.body.as_deref());
    let summary = entry.summary.as_ref().map(|text| text.content.as_str());
    let time = entry.published.or(entry.updated);
    FeedItem {
        title: entry.title.as_ref().map(title).unwrap_or_default(),
        link: link(entry, url).unwrap_or_default(),
        author: author.unwrap_or_default(),
        published: time.and_then(|time| Timestamp::from_second(time.timestamp()).ok()),
        summary: words(summary.or(body).unwrap_or_default()),
    }
}

fn title(text: &Text) -> String {
    plain(&text.content, LINE)
}

/// The address of an item's page: that of the first link without a relation or with `alternate`.
fn link(entry: &Entry, url: &Url) -> Option<String> {
    let is_page = |rel: Option<&str>| rel.is_none_or(|rel| rel == "alternate");
    let mut links = entry.links.iter();
    let found = links.find(|link| is_page(link.rel.as_deref()))?;
    let address = url.join(found.href.trim()).ok()?;
    let is_web = matches!(address.scheme(), "http" | "https") && address.has_host();
    let address = is_web.then(|| String::from(address))?;
    (address.len() <= LINE * 4).then_some(address)
}

/// Text without markup, of which the references of characters are resolved, also where they were escaped twice.
fn plain(html: &str, most: usize) -> String {
    let text = markup::text::plain(&escape::decode(html));
    text.chars().take(most).collect()
}

fn words(html: &str) -> String {
    let plain = markup::text::plain(&escape::decode(html));
    let kept: Vec<&str> = plain.split_whitespace().take(SUMMARY_WORDS).collect();
    kept.join(" ").chars().take(SUMMARY).collect()
}
