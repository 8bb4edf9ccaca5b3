//! The page of one post, page or file.

use askama::Template;
use domain::site::meta::{SEO_DESCRIPTION, SEO_TITLE};
use domain::site::{Kind, Status, Taxonomy};
use http::{StatusCode, header};
use jiff::tz::TimeZone;
use markup::render::RenderOptions;
use markup::{escape, text};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use site_store::{Content, ContentFilter, Listed, Summary};
use site_web::address;

use crate::Site;
use crate::dates;
use crate::faq::{self, Section};
use crate::frame::{Anchor, Frame, Head, plain_title, titled};
use crate::lock;
use crate::picture::{Picture, featured, picture};
use crate::reply::Page;
use crate::structured;
use crate::visit::{Found, Miss, Visit};

/// Words of a description for search engines.
const DESCRIPTION_WORDS: usize = 30;

#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage {
    frame: Frame,
    title: String,
    is_post: bool,
    author: Option<Anchor>,
    date: String,
    date_machine: String,
    changed: Option<(String, String)>,
    picture: Option<Picture>,
    content: String,
    file: Option<Anchor>,
    faq: Option<Section>,
    categories: Vec<Anchor>,
    tags: Vec<Anchor>,
    up: Option<Anchor>,
    previous: Option<Anchor>,
    next: Option<Anchor>,
}

#[derive(Template)]
#[template(path = "lock.html")]
struct LockPage {
    frame: Frame,
    title: String,
    action: String,
    error: Option<&'static str>,
}

/// Whether everybody may open this item (its password aside).
///
/// # Errors
/// The store fails.
pub fn is_public(visit: &Visit, item: &Summary) -> Found<bool> {
    Ok(match item.kind {
        Kind::Post | Kind::Page => item.status == Status::Publish,
        // A file is as visible as what it belongs to.
        Kind::Attachment if item.status == Status::Inherit => match item.parent {
            0 => true,
            parent => visit
                .store
                .summary(parent)?
                .is_none_or(|parent| parent.status == Status::Publish),
        },
        _ => false,
    })
}

/// The record of an item that everybody may open.
///
/// # Errors
/// Not found, or the store fails.
pub async fn opened(visit: &Visit, item: &Summary) -> Found<std::sync::Arc<Content>> {
    if !is_public(visit, item)? {
        return Err(Miss::NotFound);
    }
    let found = visit.store.get(item.id).await?;
    found.ok_or(Miss::NotFound)
}

/// The page of an item.
///
/// # Errors
/// Not found, or the store fails.
pub async fn page(site: &Site, visit: &Visit, summary: &Summary) -> Found<Page> {
    let item = opened(visit, summary).await?;
    if !lock::is_open(site, visit, &item) {
        return locked(visit, &item, None).await;
    }
    let link = address::item(&*item, &visit.store, &visit.home)?;
    let shown = shown(visit, &item, &link).await?;
    let page = Page::html(&shown)?.header(header::LINK, &alternate(visit, &item));
    Ok(if item.password.is_empty() {
        page
    } else {
        page.private()
    })
}

/// The link to the item's JSON, for the header.
fn alternate(visit: &Visit, item: &Content) -> String {
    format!(
        "<{}>; rel=\"alternate\"; type=\"application/json\"",
        json(visit, item)
    )
}

fn json(visit: &Visit, item: &Content) -> String {
    let base = match item.kind {
        Kind::Page => "pages",
        Kind::Attachment => "media",
        _ => "posts",
    };
    format!("{}/core/v2/{base}/{}", visit.rest_root, item.id)
}

/// The form that asks for the password.
async fn locked(visit: &Visit, item: &Content, error: Option<&'static str>) -> Found<Page> {
    let link = address::item(item, &visit.store, &visit.home)?;
    let head = Head {
        title: plain_title(&item.title, visit.words),
        canonical: Some(link),
        hidden: true,
        ..Head::default()
    };
    let page = LockPage {
        frame: Frame::new(visit, head).await?,
        title: titled(&item.title, visit.words),
        action: visit.parts.uri.path().to_owned(),
        error,
    };
    Ok(Page::html(&page)?.private())
}

/// Answers the form that asks for the password.
///
/// # Errors
/// Not found, too many tries, or the store fails.
pub async fn unlock(site: &Site, visit: &Visit, summary: &Summary, given: &str) -> Found<Page> {
    let item = opened(visit, summary).await?;
    let link = address::item(&*item, &visit.store, &visit.home)?;
    if item.password.is_empty() {
        return Ok(Page::redirect(StatusCode::SEE_OTHER, &link));
    }
    match lock::try_password(site, visit, &item, given).await? {
        Some(cookie) => Ok(Page::redirect(StatusCode::SEE_OTHER, &link).header(lock::SET, &cookie)),
        None => {
            let page = locked(visit, &item, Some(visit.words.wrong_password)).await?;
            Ok(page.status(StatusCode::FORBIDDEN))
        }
    }
}

async fn shown(visit: &Visit, item: &Content, link: &str) -> Found<ArticlePage> {
    let store = &visit.store;
    let words = visit.words;
    let form = &visit.settings.date_format;
    let own = picture(visit, item);
    let picture = match own {
        Some(own) => Some(own),
        None => featured(visit, item).await?,
    };
    let author = store.user(item.author);
    let machine = machine_dates(visit, item);
    let description = Some(search_field(item, SEO_DESCRIPTION))
        .filter(|written| !written.is_empty())
        .unwrap_or_else(|| description(item));
    let faq = faq::of(item);
    let is_post = item.kind == Kind::Post;
    let mut structured = Vec::new();
    if is_post {
        structured.push(structured::article(
            visit,
            item,
            link,
            &machine,
            author.as_deref(),
            picture.as_ref(),
            &description,
        ));
    }
    if let Some(faq) = faq.as_ref().filter(|faq| faq.schema_enabled) {
        structured.push(structured::questions(faq));
    }
    let head = Head {
        title: plain_title(&item.title, words),
        search_title: search_field(item, SEO_TITLE),
        description,
        canonical: Some(link.to_owned()),
        is_article: is_post,
        dates: Some(machine.clone()),
        picture: picture.clone(),
        structured,
        oembed: (item.kind != Kind::Attachment).then(|| oembed(visit, link)),
        json: Some(json(visit, item)),
        ..Head::default()
    };
    let changed_later = item.modified.date() > item.date.local.date();
    let anchors = |taxonomy| {
        let ids = item.terms_of(taxonomy).iter();
        ids.filter_map(|id| store.term(*id))
            .map(|term| Anchor {
                href: address::term(&term, store, &visit.home),
                html: markup::escape::text(&term.name),
                here: false,
            })
            .collect()
    };
    let (previous, next) = if is_post {
        (
            beside(visit, item, false).await?,
            beside(visit, item, true).await?,
        )
    } else {
        (None, None)
    };
    Ok(ArticlePage {
        title: titled(&item.title, words),
        is_post,
        author: author.filter(|_| is_post).map(|author| Anchor {
            href: address::author(&author, &visit.home),
            html: markup::escape::text(&author.name),
            here: false,
        }),
        date: dates::written(form, item.date.local, words),
        date_machine: machine.0,
        changed: changed_later.then(|| (dates::written(form, item.modified, words), machine.1)),
        picture,
        content: visit.look().content(&item.content),
        file: file(visit, item),
        faq: faq.map(|faq| faq::section(&faq, words)),
        categories: anchors(Taxonomy::Category),
        tags: anchors(Taxonomy::PostTag),
        up: up(visit, item).await?,
        previous,
        next,
        frame: Frame::new(visit, head).await?,
    })
}

/// When it was published and changed, with the site's offset.
pub fn machine_dates(visit: &Visit, item: &Content) -> (String, String) {
    let zone = visit.store.zone();
    let published = item.date.instant(&zone).unwrap_or(item.modified_gmt);
    (offset(published, &zone), offset(item.modified_gmt, &zone))
}

/// An instant with the offset of the site (RFC 3339).
pub fn offset(instant: jiff::Timestamp, zone: &TimeZone) -> String {
    let zoned = instant.to_zoned(zone.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// A field for search engines as plain text; empty for an item that needs a password. It is stored as the
/// value of an attribute, in which character references stay what they are.
fn search_field(item: &Content, key: &str) -> String {
    let value = item.meta.get(key).and_then(|value| value.as_str());
    let shown = value
        .filter(|_| item.password.is_empty())
        .unwrap_or_default();
    escape::decode(shown).trim().to_owned()
}

/// The beginning of an item as plain text; empty for one that needs a password.
pub fn description(item: &Content) -> String {
    if !item.password.is_empty() {
        return String::new();
    }
    let excerpt = RenderOptions::default().excerpt(&item.excerpt, &item.content, DESCRIPTION_WORDS);
    let plain = text::plain(&excerpt);
    plain.replace(" […]", "…").trim().to_owned()
}

/// The addresses of an item's oEmbed descriptions.
pub fn oembed(visit: &Visit, link: &str) -> (String, String) {
    let url = utf8_percent_encode(link, NON_ALPHANUMERIC);
    let json = format!("{}/oembed/1.0/embed?url={url}", visit.rest_root);
    let xml = format!("{json}&format=xml");
    (json, xml)
}

/// The file behind a page that is no picture's.
fn file(visit: &Visit, item: &Content) -> Option<Anchor> {
    let file = item.media.as_ref()?;
    Some(Anchor {
        href: address::file(&file.path, &visit.home),
        html: visit.words.file.to_owned(),
        here: false,
    })
}

/// The page above, or the item that a file belongs to.
async fn up(visit: &Visit, item: &Content) -> Found<Option<Anchor>> {
    if item.parent == 0 || item.kind == Kind::Post {
        return Ok(None);
    }
    let Some(above) = visit.store.get(item.parent).await? else {
        return Ok(None);
    };
    if above.status != Status::Publish {
        return Ok(None);
    }
    Ok(Some(Anchor {
        href: address::item(&*above, &visit.store, &visit.home)?,
        html: titled(&above.title, visit.words),
        here: false,
    }))
}

/// The post before or after by date.
async fn beside(visit: &Visit, item: &Content, later: bool) -> Found<Option<Anchor>> {
    let date = Some(item.date.local);
    let filter = ContentFilter {
        after: date.filter(|_| later),
        before: date.filter(|_| !later),
        ascending: later,
        limit: Some(1),
        ..ContentFilter::all(Kind::Post)
    };
    let Listed { items, .. } = visit.store.list(&filter).await?;
    let found = visit.store.get_many(&items).await?;
    let Some(other) = found.first() else {
        return Ok(None);
    };
    Ok(Some(Anchor {
        href: address::item(&**other, &visit.store, &visit.home)?,
        html: titled(&other.title, visit.words),
        here: false,
    }))
}
