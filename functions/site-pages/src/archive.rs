//! Lists of posts: home, categories, tags, authors.

use std::sync::Arc;

use askama::Template;
use domain::site::{Kind, Taxonomy};
use http::StatusCode;
use markup::text;
use site_store::{Content, ContentFilter, Term, TermClause, TermOperator, User};
use site_web::address;

use crate::article::machine_dates;
use crate::dates;
use crate::frame::{Anchor, Frame, Head, titled};
use crate::picture::{Picture, featured};
use crate::reply::Page;
use crate::structured;
use crate::visit::{Found, Miss, Visit};

/// Words of a summary in a list.
const SUMMARY_WORDS: usize = 34;

/// A post in a list.
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
}

/// A list before it is shown.
struct Archive {
    base: String,
    over: &'static str,
    heading: String,
    lead: String,
    filter: ContentFilter,
    structured: Vec<String>,
}

/// The list of all posts.
///
/// # Errors
/// No such page of it, or the store fails.
pub async fn home(visit: &Visit, base: String, page: u64) -> Found<Page> {
    let archive = Archive {
        over: "",
        heading: visit.settings.title.clone(),
        lead: visit.settings.description.clone(),
        filter: ContentFilter {
            sticky_first: true,
            ..ContentFilter::all(Kind::Post)
        },
        structured: if page == 1 {
            vec![structured::website(visit)]
        } else {
            Vec::new()
        },
        base,
    };
    list(visit, archive, page).await
}

/// The list of a category or tag; of a category, also what lies below it.
///
/// # Errors
/// No such page of it, or the store fails.
pub async fn term(visit: &Visit, term: &Arc<Term>, page: u64) -> Found<Page> {
    let archive = Archive {
        base: address::term(term, &visit.store, &visit.home),
        over: match term.taxonomy {
            Taxonomy::Category => visit.words.category,
            _ => visit.words.tag,
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
        structured: Vec::new(),
    };
    list(visit, archive, page).await
}

/// The list of a person's posts.
///
/// # Errors
/// No such page of it, or the store fails.
pub async fn author(visit: &Visit, author: &Arc<User>, page: u64) -> Found<Page> {
    let archive = Archive {
        base: address::author(author, &visit.home),
        over: visit.words.author,
        heading: author.name.clone(),
        lead: text::plain(&author.description),
        filter: ContentFilter {
            author: vec![author.id],
            ..ContentFilter::all(Kind::Post)
        },
        structured: Vec::new(),
    };
    list(visit, archive, page).await
}

async fn list(visit: &Visit, archive: Archive, page: u64) -> Found<Page> {
    let per_page = visit.per_page();
    let filter = ContentFilter {
        offset: page.saturating_sub(1).saturating_mul(per_page),
        limit: Some(per_page),
        ..archive.filter
    };
    let listed = visit.store.list(&filter).await?;
    let last = listed.total.div_ceil(per_page).max(1);
    if page == 0 || page > last {
        return Err(Miss::NotFound);
    }
    let mut cards = Vec::new();
    for item in visit.store.get_many(&listed.items).await? {
        cards.push(card(visit, &item).await?);
    }
    let at = |number: u64| match number {
        1 => archive.base.clone(),
        number => format!("{}page/{number}/", archive.base),
    };
    let newer = (page > 1).then(|| at(page - 1));
    let older = (page < last).then(|| at(page + 1));
    let numbered = |text: &str| {
        if page == 1 {
            text.to_owned()
        } else {
            format!("{text} – {} {page}", visit.words.page.to_lowercase())
        }
    };
    let head = Head {
        title: numbered(&archive.heading),
        description: archive.lead.clone(),
        canonical: Some(at(page)),
        structured: archive.structured,
        previous: newer.clone(),
        next: older.clone(),
        ..Head::default()
    };
    let shown = ArchivePage {
        frame: Frame::new(visit, head).await?,
        over: archive.over,
        heading: archive.heading,
        lead: archive.lead,
        cards,
        page,
        last,
        newer,
        older,
    };
    Page::html(&shown)
}

async fn card(visit: &Visit, item: &Content) -> Found<Card> {
    let store = &visit.store;
    let protected = !item.password.is_empty();
    let summary = if protected {
        visit.words.protected.to_owned()
    } else {
        let look = visit.look();
        let excerpt = look.excerpt(&item.excerpt, &item.content, SUMMARY_WORDS);
        text::plain(&excerpt).replace(" […]", "…")
    };
    let category = item.terms_of(Taxonomy::Category).first();
    Ok(Card {
        href: address::item(item, store, &visit.home)?,
        title: titled(&item.title, visit.words),
        date: dates::written(&visit.settings.date_format, item.date.local, visit.words),
        date_machine: machine_dates(visit, item).0,
        summary,
        picture: if protected {
            None
        } else {
            featured(visit, item).await?
        },
        sticky: item.sticky,
        category: category.and_then(|id| store.term(*id)).map(|term| Anchor {
            href: address::term(&term, store, &visit.home),
            html: markup::escape::text(&term.name),
            here: false,
        }),
        author: store
            .user(item.author)
            .map(|author| author.name.clone())
            .unwrap_or_default(),
    })
}

/// A page that only tells why there is no other.
///
/// # Errors
/// The store fails.
pub async fn missing(
    visit: &Visit,
    status: StatusCode,
    title: &'static str,
    lead: &'static str,
) -> Found<Page> {
    let head = Head {
        title: title.to_owned(),
        hidden: true,
        ..Head::default()
    };
    let page = MissingPage {
        frame: Frame::new(visit, head).await?,
        title,
        lead,
    };
    Ok(Page::html(&page)?.status(status).private())
}
