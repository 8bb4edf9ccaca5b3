//! RSS 2.0 feeds: of the newest posts, of a category, tag, author or period, of the results of a search, and of comments
//! (docs/interface/site/addresses.md#feeds).

mod comments;

use std::sync::Arc;

use askama::Template;
use domain::site::{Kind, Taxonomy};
use jiff::Timestamp;
use markup::render;
use seo::meta::fields::MetaFields;
use site_store::{Content, ContentFilter, Summary, Term, TermClause, TermOperator, User};
use site_urls::{address, moved};

use crate::dated::Period;
use crate::link::plain_title;
use crate::page_request::{PageRequest, PageResult};
use crate::picture::featured;
use crate::reply::Page;
use crate::search;
use crate::terms;
use crate::text::{self, Text};
use crate::words::tag;

/// Media type of the feeds.
const RSS: &str = "application/rss+xml; charset=UTF-8";

/// Content of a feed.
#[derive(Debug)]
pub enum Source {
    /// The newest posts.
    Posts,
    /// The posts of a category or tag.
    Term(Arc<Term>),
    /// The posts of an author.
    Author(Arc<User>),
    /// The posts of a year, a month or a day.
    Dated(Period),
    /// The results of a search for these words.
    Search(String),
    /// The newest comments.
    Comments,
    /// The comments on an item.
    CommentsOn(Box<Summary>),
}

impl Source {
    /// The address of what the feed is about, with a trailing slash.
    ///
    /// # Errors
    /// The read model fails.
    fn about(&self, request: &PageRequest) -> PageResult<String> {
        let (store, home) = (&request.store, request.home.as_str());
        Ok(match self {
            Self::Posts | Self::Comments => format!("{home}/"),
            Self::Term(term) => address::term(term, store, home),
            Self::Author(author) => address::author(author, home),
            Self::Dated(period) => format!("{home}/{}", period.path()),
            Self::Search(words) => format!("{home}/?{}", search::query(words)),
            Self::CommentsOn(item) => address::item(&**item, store, home)?,
        })
    }

    /// The address of the feed.
    ///
    /// # Errors
    /// The read model fails.
    pub fn address(&self, request: &PageRequest) -> PageResult<String> {
        if let Self::Search(words) = self {
            return Ok(moved::search_feed(&request.home, words));
        }
        let about = self.about(request)?;
        Ok(match self {
            Self::Comments => format!("{about}comments/feed/"),
            _ => format!("{about}feed/"),
        })
    }
}

/// Picture of a post.
struct FeedPicture {
    url: String,
    mime_type: String,
    width: u32,
    height: u32,
}

struct Entry {
    title: String,
    link: String,
    guid: String,
    date: String,
    author: String,
    categories: Vec<String>,
    summary: String,
    content: String,
    picture: Option<FeedPicture>,
}

#[derive(Template)]
#[template(path = "feed.xml")]
struct FeedPage {
    title: String,
    description: String,
    about: String,
    own: String,
    language: String,
    built: Option<String>,
    entries: Vec<Entry>,
}

/// RSS feed.
///
/// # Errors
/// [`crate::page_request::PageError::NotFound`] for an item that is not public; the store fails.
pub async fn page(request: &PageRequest, source: &Source) -> PageResult<Page> {
    let of = match source {
        Source::Posts => None,
        Source::Term(term) => Some(term.name.clone()),
        Source::Author(author) => Some(author.name.clone()),
        Source::Dated(period) => {
            let form = &request.settings.date_format;
            Some(period.title(form, request.words))
        }
        Source::Search(words) => Some(words.clone()),
        Source::Comments => return comments::page(request, source, None).await,
        Source::CommentsOn(item) => return comments::page(request, source, Some(item)).await,
    };
    let listed = match source {
        Source::Search(words) => search::first(request, words).await?,
        _ => {
            let filter = ContentFilter {
                limit: Some(request.per_page()),
                ..filter(source)
            };
            request.store.list(&filter).await?.items
        }
    };
    let items = request.store.get_many(&listed).await?;
    let built = items.iter().map(|item| item.modified_gmt).max();
    let mut entries = Vec::with_capacity(items.len());
    for item in &items {
        // Search engines read feeds as well.
        if MetaFields::of_stored(&item.meta).noindex != Some(true) {
            entries.push(entry(request, item).await?);
        }
    }
    document(request, source, of.as_deref(), built, entries)
}

/// The feed of a source: its entries behind what is said of the feed itself. `of` is the name of what the entries belong to,
/// `built` the time of the last change among them.
fn document(
    request: &PageRequest,
    source: &Source,
    of: Option<&str>,
    built: Option<Timestamp>,
    entries: Vec<Entry>,
) -> PageResult<Page> {
    let feed = FeedPage {
        title: title(request, of),
        description: xml(&request.settings.description),
        about: source.about(request)?,
        own: source.address(request)?,
        language: tag(&request.settings.language),
        built: built.map(written),
        entries,
    };
    Page::document(RSS, &feed)
}

/// The title of a feed: the site's, behind the name of what it is about.
fn title(request: &PageRequest, of: Option<&str>) -> String {
    let site = xml(&request.settings.title);
    match of {
        Some(name) => format!("{} – {site}", xml(name)),
        None => site,
    }
}

fn filter(source: &Source) -> ContentFilter {
    let all = ContentFilter::all(Kind::Post);
    match source {
        Source::Term(term) => ContentFilter {
            terms: vec![TermClause {
                taxonomy: term.taxonomy,
                terms: vec![term.id],
                include_children: term.taxonomy.is_hierarchical(),
                operator: TermOperator::AnyOf,
            }],
            ..all
        },
        Source::Author(author) => ContentFilter {
            author: vec![author.id],
            ..all
        },
        Source::Dated(period) => period.narrow(all),
        _ => all,
    }
}

/// What a post says of itself for search engines, where it says anything.
struct Described {
    title: Option<String>,
    description: Option<String>,
    link: Option<String>,
}

async fn described(request: &PageRequest, item: &Content) -> PageResult<Described> {
    let meta = MetaFields::of_stored(&item.meta);
    let is_set = [&meta.title, &meta.description, &meta.canonical].map(|text| !text.is_empty());
    let [title, description, link] = is_set;
    if !(title || description || link) {
        return Ok(Described {
            title: None,
            description: None,
            link: None,
        });
    }
    let head = request.heads().await?.of_item(item).await?;
    let text = |is_set: bool, name: &str| {
        let found = head.text(name).filter(|text| is_set && !text.is_empty());
        found.map(str::to_owned)
    };
    Ok(Described {
        title: text(title, "title"),
        description: text(description, "description"),
        link: text(link, "canonical"),
    })
}

async fn entry(request: &PageRequest, item: &Content) -> PageResult<Entry> {
    let names = |taxonomy| {
        let shown = terms::of(request, item, taxonomy).into_iter();
        shown.map(|term| xml(&term.name))
    };
    let date = item.date.instant(&request.store.zone());
    let is_open = item.password.is_empty();
    let described = described(request, item).await?;
    let (summary, content) = if is_open {
        let options = request.render_options();
        let summary = match described.description {
            Some(description) => description,
            None => {
                let excerpt =
                    || options.excerpt(&item.excerpt, &item.content, render::EXCERPT_WORDS);
                heavy_work::in_place(item.content.len(), excerpt).await?
            }
        };
        // Readers of feeds get no snippets and no forms.
        let Text { body, media, .. } = text::for_feed(request, item).await?;
        let content = body.fill(
            |_| String::new(),
            |_| String::new(),
            |at| media.get(at).cloned().unwrap_or_default(),
        );
        heavy_work::made(summary.len())?;
        heavy_work::made(content.len())?;
        (summary, content)
    } else {
        (request.words.protected.to_owned(), String::new())
    };
    let picture = if is_open {
        picture(request, item).await?
    } else {
        None
    };
    let link = match described.link {
        Some(link) => link,
        None => address::item(item, &request.store, &request.home)?,
    };
    let title = described
        .title
        .unwrap_or_else(|| plain_title(&item.title, request.words));
    Ok(Entry {
        title: xml(&title),
        link,
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
        picture,
    })
}

async fn picture(request: &PageRequest, item: &Content) -> PageResult<Option<FeedPicture>> {
    let Some(shown) = featured(request, item).await? else {
        return Ok(None);
    };
    let file = request.store.summary(item.featured_media)?;
    let mime_type = file.and_then(|file| file.mime_type);
    Ok(mime_type.map(|mime_type| FeedPicture {
        url: shown.src,
        mime_type,
        width: shown.width,
        height: shown.height,
    }))
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
