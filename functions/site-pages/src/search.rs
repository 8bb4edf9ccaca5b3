//! Results of a search: published posts, then pages, each by relevance.

use askama::Template;
use domain::direction;
use domain::site::Kind;
use markup::{escape, text};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use site_head::Part;
use site_store::{Content, ContentFilter, OrderBy, Reader, Search, fold, search_words};
use site_urls::address;

use crate::article::machine_dates;
use crate::dates;
use crate::frame::{Frame, Head};
use crate::link::titled;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;

/// Parameter of the address.
pub const NAME: &str = "s";

/// Posts, and pages, whose texts are compared: the newest ones that may hold the words.
const NEWEST: u64 = 5_000;

/// Longest text that is searched, in characters.
const LONGEST: usize = 200;

/// Length of an excerpt and of its part before the first match, in characters.
const EXCERPT: usize = 260;
const BEFORE_MATCH: usize = 80;

/// A result.
struct Hit {
    href: String,
    title: String,
    date: Option<(String, String)>,
    excerpt: String,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: Frame,
    total: u64,
    hits: Vec<Hit>,
    page: u64,
    last: u64,
    newer: Option<String>,
    older: Option<String>,
}

/// A page of results.
///
/// # Errors
/// [`PageError::NotFound`] for a page beyond the end; the store fails.
pub async fn page(request: &PageRequest, given: &str, page: u64) -> PageResult<Page> {
    let phrase = phrase_of(given);
    let words = search_words(&phrase, &request.settings.language);
    let per_page = request.per_page();
    let (found, total) = if phrase.is_empty() {
        (Vec::new(), 0)
    } else {
        found(request, &phrase, page, per_page).await?
    };
    let last = total.div_ceil(per_page).max(1);
    if page == 0 || page > last {
        return Err(PageError::NotFound);
    }
    let mut hits = Vec::new();
    for item in request.store.get_many(&found).await? {
        let hit = || hit(request, &item, &words);
        hits.push(heavy_work::in_place(item.content.len(), hit).await??);
    }
    let asked = query(&phrase);
    let base = format!("{}/", request.home);
    let at = |number| format!("{}?{asked}", Part::address(&base, number));
    let part = Part { number: page, last };
    let head = Head {
        description: description(request, &phrase),
        ..Head::of(request.heads().await?.of_search(&phrase, part))
    };
    let shown = SearchPage {
        newer: (page > 1).then(|| at(page - 1)),
        older: (page < last).then(|| at(page + 1)),
        frame: Frame {
            searched: phrase,
            ..Frame::new(request, head).await?
        },
        total,
        hits,
        page,
        last,
    };
    Page::html(&shown)
}

/// What is searched of a text that someone entered.
fn phrase_of(given: &str) -> String {
    let bare = direction::without_controls(given);
    bare.trim().chars().take(LONGEST).collect()
}

/// The query of the address of a search.
pub fn query(phrase: &str) -> String {
    let phrase = utf8_percent_encode(phrase, NON_ALPHANUMERIC);
    format!("{NAME}={phrase}")
}

/// The items of the first page of results.
///
/// # Errors
/// [`PageError::NotFound`] for a text without words; the store fails.
pub async fn first(request: &PageRequest, given: &str) -> PageResult<Vec<u64>> {
    let phrase = phrase_of(given);
    if phrase.is_empty() {
        return Err(PageError::NotFound);
    }
    let (found, _) = found(request, &phrase, 1, request.per_page()).await?;
    Ok(found)
}

/// Meta description, which browsers and audits show; search engines do not index the page.
fn description(request: &PageRequest, phrase: &str) -> String {
    let words = request.words;
    if phrase.is_empty() {
        return words.search_lead.to_owned();
    }
    format!(
        "{} “{phrase}” · {}",
        words.results_for, request.settings.title
    )
}

/// The results of a page, and how many there are. Only the items of the page are read, and the number of compared texts is
/// limited, so that a page costs the same on a site of any size.
async fn found(
    request: &PageRequest,
    phrase: &str,
    page: u64,
    per_page: u64,
) -> PageResult<(Vec<u64>, u64)> {
    let mut skip = page.saturating_sub(1).saturating_mul(per_page);
    let mut total = 0_u64;
    let mut found: Vec<u64> = Vec::new();
    for kind in [Kind::Post, Kind::Page] {
        let filter = ContentFilter {
            search: Some(Search {
                text: phrase.to_owned(),
                columns: Vec::new(),
                exact: false,
            }),
            search_newest: Some(NEWEST),
            reader: Some(Reader::public()),
            order_by: OrderBy::Relevance,
            offset: skip,
            limit: Some(per_page),
            ..ContentFilter::all(kind)
        };
        let listed = request.store.list(&filter).await?;
        skip = skip.saturating_sub(listed.total);
        total = total.saturating_add(listed.total);
        found.extend(listed.items);
    }
    found.truncate(usize::try_from(per_page).unwrap_or(usize::MAX));
    Ok((found, total))
}

fn hit(request: &PageRequest, item: &Content, words: &[String]) -> PageResult<Hit> {
    let options = request.render_options();
    let whole = options.excerpt("", &item.content, usize::MAX);
    let mut plain = text::plain(&whole);
    if matches(&plain, words).is_empty() && !item.excerpt.is_empty() {
        plain = text::plain(&item.excerpt);
    }
    let title = text::plain(&titled(&item.title, request.words));
    let date = (item.kind == Kind::Post).then(|| {
        let form = &request.settings.date_format;
        let shown = dates::format_date(form, item.date.local, request.words);
        (shown, machine_dates(request, item).0)
    });
    Ok(Hit {
        href: address::item(item, &request.store, &request.home)?,
        title: marked(&title, words),
        date,
        excerpt: marked(&around(&plain, words), words),
    })
}

/// Places of the words in a text, in bytes, in order and without overlaps. Case and accents do not matter.
fn matches(plain: &str, words: &[String]) -> Vec<(usize, usize)> {
    let mut folded = String::with_capacity(plain.len());
    // For each byte of the folded text, where its character begins.
    let mut places = Vec::with_capacity(plain.len() + 1);
    for (at, character) in plain.char_indices() {
        folded.push_str(&fold(character.encode_utf8(&mut [0; 4])));
        places.resize(folded.len(), at);
    }
    places.push(plain.len());
    let place = |at: usize| places.get(at).copied().unwrap_or(plain.len());
    let mut all: Vec<(usize, usize)> = words
        .iter()
        .flat_map(|word| folded.match_indices(word.as_str()))
        .map(|(at, part)| (place(at), place(at + part.len())))
        .filter(|(start, end)| start < end)
        .collect();
    all.sort_unstable();
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (start, end) in all {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// A text as HTML with the words marked.
fn marked(plain: &str, words: &[String]) -> String {
    let mut html = String::with_capacity(plain.len());
    let mut at = 0;
    for (start, end) in matches(plain, words) {
        html.push_str(&escape::text(plain.get(at..start).unwrap_or_default()));
        html.push_str("<mark>");
        html.push_str(&escape::text(plain.get(start..end).unwrap_or_default()));
        html.push_str("</mark>");
        at = end;
    }
    html.push_str(&escape::text(plain.get(at..).unwrap_or_default()));
    html
}

/// The part of a text around the first of the words, cut between words.
fn around(plain: &str, words: &[String]) -> String {
    let first = matches(plain, words).first().map_or(0, |(start, _)| *start);
    let head = plain.get(..first).unwrap_or_default();
    let before = head.chars().count();
    let mut skip = before.saturating_sub(BEFORE_MATCH);
    if skip > 0 {
        let to_word = plain.chars().skip(skip).position(char::is_whitespace);
        skip += to_word.map_or(0, |distance| distance + 1).min(BEFORE_MATCH);
    }
    let mut part: String = plain.chars().skip(skip).take(EXCERPT).collect();
    let is_cut = plain.chars().count() > skip + EXCERPT;
    if is_cut {
        if let Some(end) = part.rfind(char::is_whitespace) {
            part.truncate(end);
        }
        part.push('…');
    }
    if skip > 0 {
        part.insert(0, '…');
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(all: &[&str]) -> Vec<String> {
        all.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn words_are_marked_without_regard_to_accents_and_the_rest_is_escaped() {
        assert_eq!(
            marked("Pão <b> & PÃOZINHO", &words(&["pao"])),
            "<mark>Pão</mark> &lt;b&gt; &amp; <mark>PÃO</mark>ZINHO"
        );
        assert_eq!(marked("abcd", &words(&["abc", "bcd"])), "<mark>abcd</mark>");
        assert_eq!(
            marked("Straße", &words(&["strasse"])),
            "<mark>Straße</mark>"
        );
        assert_eq!(marked("", &words(&["a"])), "");
    }

    #[test]
    fn an_excerpt_lies_around_the_first_word() {
        let long = format!("{}agulha {}", "palha ".repeat(100), "feno ".repeat(100));
        let part = around(&long, &words(&["agulha"]));
        assert!(part.contains("agulha") && part.starts_with('…') && part.ends_with('…'));
        assert!(part.chars().count() <= EXCERPT + 2);
        assert_eq!(around("curto", &words(&["nada"])), "curto");
    }
}
