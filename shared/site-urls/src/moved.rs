//! Where addresses of deployed systems lead on this site (docs/interface/site/addresses.md). A site keeps its readers,
//! links and feeds after a move, whatever form its permalinks had.

use domain::site::{Kind, Status, Taxonomy};
use site_store::{SiteStore, StoreError, Summary, Term, TermFilter, without_ending};

use crate::{address, at};

mod files;
mod query;

pub use query::by_query;

/// Names of feeds in paths and in `?feed=`.
const FEEDS: [&str; 5] = ["feed", "rss", "rss2", "atom", "rdf"];

/// Shortest slug that is completed to one that begins like it.
const SHORTEST_START: usize = 3;

/// An address that took the place of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moved {
    /// For good.
    ForGood(String),
    /// Until there is something at the old address.
    ForNow(String),
}

/// A site with its addresses.
#[derive(Clone, Copy)]
struct Place<'a> {
    store: &'a SiteStore,
    home: &'a str,
}

/// The address that took the place of `path`, which has no page of its own; `path` is relative to the home address.
///
/// # Errors
/// The read model fails.
pub fn by_path(store: &SiteStore, home: &str, path: &str) -> Result<Option<Moved>, StoreError> {
    let place = Place { store, home };
    let path = path.trim_matches('/');
    let path = path.strip_prefix("index.php/").unwrap_or(path);
    if let Some(to) = files::by_path(path) {
        return Ok(Some(Moved::ForGood(format!("{home}/{to}"))));
    }
    let segments = at::segments(path);
    let words: Vec<&str> = segments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["search", ..] => return Ok(searched(home, path)),
        // The same answer for every unknown name: otherwise it would tell which users exist.
        ["author", _, ..] => return Ok(Some(Moved::ForNow(format!("{home}/")))),
        _ => {}
    }
    if let Some(last) = words.last().filter(|last| is_number(last))
        && let Some(item) = place.numbered(last, words.len())?
    {
        return Ok(Some(Moved::ForGood(address::item(&item, store, home)?)));
    }
    if let Some(found) = place.behind_ending(&words)? {
        return Ok(Some(found));
    }
    let found = match place.term(&segments)? {
        Some(term) => Some(address::term(&term, store, home)),
        None => match place.item(&segments)? {
            Some(item) => Some(address::item(&item, store, home)?),
            None => None,
        },
    };
    Ok(found.map(Moved::ForGood))
}

/// The words in a path `search/…`.
pub fn searched_words(path: &str) -> Option<String> {
    let words = path.trim_start_matches('/').strip_prefix("search/")?;
    let words = words.split('/').next().filter(|words| !words.is_empty())?;
    let words = percent_encoding::percent_decode_str(words).decode_utf8_lossy();
    Some(words.replace('+', " "))
}

/// The address of the feed of the results of a search.
pub fn search_feed(home: &str, words: &str) -> String {
    let words = percent_encoding::utf8_percent_encode(words, percent_encoding::NON_ALPHANUMERIC);
    format!("{home}/search/{words}/feed/")
}

/// The results of a search for the words in `search/…`, or their feed.
fn searched(home: &str, path: &str) -> Option<Moved> {
    let words = searched_words(path)?;
    if path
        .split('/')
        .nth(2)
        .is_some_and(|kind| FEEDS.contains(&kind))
    {
        return Some(Moved::ForGood(search_feed(home, &words)));
    }
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("s", &words)
        .finish();
    Some(Moved::ForGood(format!("{home}/?{query}")))
}

impl Place<'_> {
    /// The address of a page or list whose path has an ending that this site does not use: of a feed, a trackback, a page
    /// of comments or of a text.
    fn behind_ending(&self, words: &[&str]) -> Result<Option<Moved>, StoreError> {
        let (rest, is_feed) = match words {
            [rest @ .., "feed", kind] if FEEDS.contains(kind) => (rest, true),
            [rest @ .., kind] if FEEDS.contains(kind) => (rest, true),
            [rest @ .., "trackback" | "amp"] => (rest, false),
            [rest @ .., "page", number] if is_number(number) => (rest, false),
            [rest @ .., last] if last.strip_prefix("comment-page-").is_some_and(is_number) => {
                (rest, false)
            }
            [rest @ .., _, number] if is_number(number) && !is_date(words) => {
                (words.get(..=rest.len()).unwrap_or_default(), false)
            }
            _ => return Ok(None),
        };
        let home = self.home;
        let ending = if is_feed { "feed/" } else { "" };
        if rest.is_empty() {
            return Ok(is_feed.then(|| Moved::ForGood(format!("{home}/feed/"))));
        }
        if rest == ["comments"] && is_feed {
            return Ok(Some(Moved::ForGood(format!("{home}/comments/feed/"))));
        }
        let own: Vec<String> = rest.iter().map(|word| (*word).to_owned()).collect();
        if let Some(term) = self.term(&own)? {
            let to = address::term(&term, self.store, home);
            return Ok(Some(Moved::ForGood(format!("{to}{ending}"))));
        }
        if is_date(rest) && is_feed {
            // A date that does not exist has no feed at its own address either.
            let is_own = words.len() == rest.len() + 1 && words.last() == Some(&"feed");
            let date = rest.join("/");
            return Ok((!is_own).then(|| Moved::ForGood(format!("{home}/{date}/feed/"))));
        }
        let exact = at::item(self.store, &own)?.filter(is_opened);
        let item = match exact {
            Some(item) => Some(item),
            None => self.item(&own)?,
        };
        let Some(item) = item else {
            return Ok(None);
        };
        let to = address::item(&item, self.store, home)?;
        Ok(Some(Moved::ForGood(format!("{to}{ending}"))))
    }

    /// The category or tag whose path has this first and last segment: by this site's names, or by those of the source.
    fn term(&self, segments: &[String]) -> Result<Option<std::sync::Arc<Term>>, StoreError> {
        let [base, .., slug] = segments else {
            return Ok(None);
        };
        let settings = self.store.settings();
        let source = &settings.source;
        let is = |own: &str, other: &str| base == own || (!other.is_empty() && base == other);
        let taxonomy = if is("category", &source.category_base) {
            Taxonomy::Category
        } else if is("tag", &source.tag_base) {
            Taxonomy::PostTag
        } else {
            return Ok(None);
        };
        let filter = TermFilter {
            slugs: vec![slug.clone()],
            ..TermFilter::default()
        };
        Ok(self
            .store
            .terms(taxonomy, &filter)?
            .items
            .into_iter()
            .next())
    }

    /// The public item that the last segment names: by its identifier where the source's permalinks have it, by its slug
    /// below whatever path, by a former slug, or by the beginning of its slug.
    fn item(&self, segments: &[String]) -> Result<Option<Summary>, StoreError> {
        let Some(last) = segments.last() else {
            return Ok(None);
        };
        let slug = without_ending(last);
        if is_number(slug) {
            return self.numbered(slug, segments.len());
        }
        let mut found = self.first_public(&self.store.with_slug(slug)?)?;
        // A former slug may have had the ending, as in the permalinks of a source.
        for former in [last.as_str(), slug] {
            if found.is_none() {
                found = self.first_public(&self.store.with_former_slug(former)?)?;
            }
        }
        if found.is_some() {
            return Ok(found);
        }
        if slug.len() < SHORTEST_START {
            return Ok(None);
        }
        match self.store.with_slug_start(slug, 1)?.first() {
            Some(id) => self.store.summary(*id),
            None => Ok(None),
        }
    }

    /// The public one of `ids`, posts before pages before files.
    fn first_public(&self, ids: &[u64]) -> Result<Option<Summary>, StoreError> {
        let mut found = Vec::new();
        for id in ids {
            if let Some(item) = self.store.summary(*id)?
                && self.store.is_public(&item)?
            {
                found.push(item);
            }
        }
        found.sort_by_key(|item| (item.kind == Kind::Attachment, item.kind != Kind::Post));
        Ok(found.into_iter().next())
    }

    /// The post with this identifier, where the source's permalinks have as many segments and end with it.
    fn numbered(&self, number: &str, segments: usize) -> Result<Option<Summary>, StoreError> {
        let settings = self.store.settings();
        let form = settings.source.permalinks.trim_matches('/');
        let ends = form.split('/').next_back().unwrap_or_default();
        if !ends.contains("%post_id%") || form.split('/').count() != segments {
            return Ok(None);
        }
        let Ok(id) = number.parse() else {
            return Ok(None);
        };
        let item = self.store.summary(id)?;
        Ok(item.filter(|item| item.kind == Kind::Post && is_opened(item)))
    }
}

fn is_opened(item: &Summary) -> bool {
    item.status == Status::Publish
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the segments are a year, with a month, with a day.
fn is_date(words: &[&str]) -> bool {
    let [year, rest @ ..] = words else {
        return false;
    };
    year.len() == 4 && is_number(year) && rest.len() < 3 && rest.iter().all(|part| is_number(part))
}
