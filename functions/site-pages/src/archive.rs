//! Lists of posts: home, categories, tags, authors.

use std::sync::Arc;

use askama::Template;
use domain::site::{Format, Kind, Taxonomy};
use http::StatusCode;
use markup::text;
use site_head::Part;
use site_store::{Content, ContentFilter, FrontLayout, Term, TermClause, TermOperator, User};
use site_urls::address;

use crate::article::machine_dates;
use crate::dated::Period;
use crate::dates;
use crate::frame::{Frame, Head};
use crate::link::{Anchor, titled};
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::picture::{Picture, featured};
use crate::reply::Page;
use crate::terms;

/// Number of words of a post's summary in a list.
const SUMMARY_WORDS: usize = 34;

/// Post in a list.
pub struct Card {
    pub href: String,
    pub title: String,
    pub date: String,
    pub date_machine: String,
    pub summary: String,
    pub picture: Option<Picture>,
    pub sticky: bool,
    pub category: Option<Anchor>,
    pub author: String,
}

#[derive(Template)]
#[template(path = "archive.html")]
struct ArchivePage {
    frame: Frame,
    over: &'static str,
    heading: String,
    lead: String,
    layout: &'static str,
    cards: Vec<Card>,
    page: u64,
    last: u64,
    newer: Option<String>,
    older: Option<String>,
}

#[derive(Template)]
#[template(path = "missing.html")]
struct MissingPage {
    frame: Frame,
    title: &'static str,
    lead: &'static str,
    /// Whether the page offers a search.
    finds: bool,
}

/// Content of a list page.
struct Archive<'a> {
    base: String,
    over: &'static str,
    heading: String,
    lead: String,
    filter: ContentFilter,
    list: List<'a>,
}

/// Which list it is.
enum List<'a> {
    Posts,
    Term(&'a Term),
    Author(&'a User),
    /// A list that search engines need not show: of a period or a format.
    Other,
}

/// List of all posts.
///
/// # Errors
/// [`PageError::NotFound`] for a page beyond the end; the store fails.
pub async fn home(request: &PageRequest, base: String, page: u64) -> PageResult<Page> {
    let archive = Archive {
        over: "",
        heading: request.settings.title.clone(),
        lead: request.settings.description.clone(),
        filter: ContentFilter {
            sticky_first: page <= 1,
            protected: Some(false),
            ..ContentFilter::all(Kind::Post)
        },
        list: List::Posts,
        base,
    };
    list(request, archive, page).await
}

/// List of a category or tag; for a category, posts of its descendants are included.
///
/// # Errors
/// [`PageError::NotFound`] for a page beyond the end; the store fails.
pub async fn term(request: &PageRequest, term: &Arc<Term>, page: u64) -> PageResult<Page> {
    let archive = Archive {
        base: address::term(term, &request.store, &request.home),
        over: match term.taxonomy {
            Taxonomy::Category => request.words.category,
            _ => request.words.tag,
        },
        heading: term.name.clone(),
        lead: text::plain(&term.description),
        filter: ContentFilter {
            terms: vec![TermClause {
                taxonomy: term.taxonomy,
                terms: vec![term.id],
                include_children: term.taxonomy.is_hierarchical(),
                operator: TermOperator::AnyOf,
            }],
            ..ContentFilter::all(Kind::Post)
        },
        list: List::Term(term),
    };
    list(request, archive, page).await
}

/// List of an author's posts.
///
/// # Errors
/// [`PageError::NotFound`] for a page beyond the end; the store fails.
pub async fn author(request: &PageRequest, author: &Arc<User>, page: u64) -> PageResult<Page> {
    let archive = Archive {
        base: address::author(author, &request.home),
        over: request.words.author,
        heading: author.name.clone(),
        lead: text::plain(&author.description),
        filter: ContentFilter {
            author: vec![author.id],
            ..ContentFilter::all(Kind::Post)
        },
        list: List::Author(author),
    };
    list(request, archive, page).await
}

/// List of the posts of a year, month or day.
///
/// # Errors
/// [`PageError::NotFound`] for a period without posts and a page beyond the end; the store fails.
pub async fn dated(request: &PageRequest, period: Period, page: u64) -> PageResult<Page> {
    let heading = period.title(&request.settings.date_format, request.words);
    let archive = Archive {
        base: format!("{}/{}", request.home, period.path()),
        over: request.words.archive,
        heading,
        lead: String::new(),
        filter: period.narrow(ContentFilter::all(Kind::Post)),
        list: List::Other,
    };
    list(request, archive, page).await
}

/// List of the posts of a format.
///
/// # Errors
/// [`PageError::NotFound`] for a format without posts and a page beyond the end; the store fails.
pub async fn of_format(request: &PageRequest, format: Format, page: u64) -> PageResult<Page> {
    let archive = Archive {
        base: format!("{}/type/{}/", request.home, format.name()),
        over: request.words.archive,
        heading: request.words.format(format).to_owned(),
        lead: String::new(),
        filter: ContentFilter {
            format: vec![format],
            ..ContentFilter::all(Kind::Post)
        },
        list: List::Other,
    };
    list(request, archive, page).await
}

async fn list(request: &PageRequest, archive: Archive<'_>, page: u64) -> PageResult<Page> {
    let per_page = request.per_page();
    let filter = ContentFilter {
        offset: page.saturating_sub(1).saturating_mul(per_page),
        limit: Some(per_page),
        ..archive.filter
    };
    let listed = request.store.list(&filter).await?;
    let last = listed.total.div_ceil(per_page).max(1);
    let is_missing = matches!(archive.list, List::Other) && listed.total == 0;
    if page == 0 || page > last || is_missing {
        return Err(PageError::NotFound);
    }
    let mut cards = Vec::new();
    for item in request.store.get_many(&listed.items).await? {
        cards.push(card(request, &item).await?);
    }
    let layout = match (&archive.list, request.settings.theme.front) {
        (List::Posts, FrontLayout::List) => " one",
        // The latest story has the most room.
        (List::Posts, FrontLayout::Magazine) if page == 1 => " front",
        _ => "",
    };
    let at = |number| Part::address(&archive.base, number);
    let newer = (page > 1).then(|| at(page - 1));
    let older = (page < last).then(|| at(page + 1));
    let (heads, part) = (request.heads().await?, Part { number: page, last });
    let head = match archive.list {
        List::Posts => heads.of_posts(part).await?,
        List::Term(term) => heads.of_term(term, part).await?,
        List::Author(author) => heads.of_author(author, part),
        List::Other => heads.of_date(&archive.heading, part),
    };
    let head = Head {
        description: archive.lead.clone(),
        ..Head::of(head)
    };
    let shown = ArchivePage {
        frame: Frame::new(request, head).await?,
        over: archive.over,
        heading: archive.heading,
        lead: archive.lead,
        layout,
        cards,
        page,
        last,
        newer,
        older,
    };
    Page::html(&shown)
}

async fn card(request: &PageRequest, item: &Content) -> PageResult<Card> {
    let store = &request.store;
    let protected = !item.password.is_empty();
    let summary = if protected {
        request.words.protected.to_owned()
    } else {
        let options = request.render_options();
        let excerpt = || options.excerpt(&item.excerpt, &item.content, SUMMARY_WORDS);
        let excerpt = heavy_work::in_place(item.content.len(), excerpt).await?;
        heavy_work::made(excerpt.len())?;
        text::plain(&excerpt).replace(" […]", "…")
    };
    Ok(Card {
        href: address::item(item, store, &request.home)?,
        title: titled(&item.title, request.words),
        date: dates::format_date(
            &request.settings.date_format,
            item.date.local,
            request.words,
        ),
        date_machine: machine_dates(request, item).0,
        summary,
        picture: if protected {
            None
        } else {
            featured(request, item).await?
        },
        sticky: item.sticky,
        category: terms::links(request, item, Taxonomy::Category)
            .into_iter()
            .next(),
        author: store
            .user(item.author)
            .map(|author| author.name.clone())
            .unwrap_or_default(),
    })
}

/// Error page with a heading and an explanation.
///
/// # Errors
/// The store fails.
pub async fn missing(
    request: &PageRequest,
    status: StatusCode,
    title: &'static str,
    lead: &'static str,
) -> PageResult<Page> {
    let head = if status == StatusCode::NOT_FOUND {
        Head::of(request.heads().await?.missing())
    } else {
        Head::of_notice(request, title).await?
    };
    let page = MissingPage {
        frame: Frame::new(request, head).await?,
        title,
        lead,
        finds: status == StatusCode::NOT_FOUND,
    };
    Ok(Page::html(&page)?.status(status).private())
}
