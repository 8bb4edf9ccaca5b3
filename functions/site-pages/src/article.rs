//! Page of a single post, page or media file.

use askama::Template;
use domain::faq::FaqData;
use domain::site::meta::seo::ARTICLE_TYPE;
use domain::site::{Kind, Status, Taxonomy};
use http::{StatusCode, header};
use jiff::tz::TimeZone;
use markup::render::RenderOptions;
use markup::text;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use site_store::{Content, ContentFilter, Listed, Summary};
use site_urls::address;

use crate::Site;
use crate::dates;
use crate::faq::{self, Section};
use crate::forms;
use crate::frame::{Anchor, Frame, Head, titled};
use crate::lock;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::picture::{Picture, featured, picture};
use crate::reply::Page;
use crate::structured;

/// Number of words of a meta description.
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

/// Whether the item is public, apart from its password.
///
/// # Errors
/// The store fails.
pub fn is_public(request: &PageRequest, item: &Summary) -> PageResult<bool> {
    Ok(match item.kind {
        Kind::Post | Kind::Page => item.status == Status::Publish,
        // A file is as visible as the item it is attached to.
        Kind::Attachment if item.status == Status::Inherit => match item.parent {
            0 => true,
            parent => request
                .store
                .summary(parent)?
                .is_none_or(|parent| parent.status == Status::Publish),
        },
        _ => false,
    })
}

/// Record of a public item.
///
/// # Errors
/// [`PageError::NotFound`]; the store fails.
pub async fn public_item(
    request: &PageRequest,
    item: &Summary,
) -> PageResult<std::sync::Arc<Content>> {
    if !is_public(request, item)? {
        return Err(PageError::NotFound);
    }
    let found = request.store.get(item.id).await?;
    found.ok_or(PageError::NotFound)
}

/// Page of an item, or the password form of a protected one.
///
/// # Errors
/// [`PageError::NotFound`]; the store fails.
pub async fn page(site: &Site, request: &PageRequest, summary: &Summary) -> PageResult<Page> {
    let item = public_item(request, summary).await?;
    if !lock::is_open(site, request, &item) {
        return locked(request, &item, None).await;
    }
    let told = forms::told(site, request);
    let page = shown(site, request, &item, told.as_ref()).await?;
    Ok(if item.password.is_empty() && told.is_none() {
        page
    } else {
        page.private()
    })
}

/// Page of an item, with the result of a submission in one of its forms.
///
/// # Errors
/// The store fails.
pub async fn shown(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    result: Option<&forms::Shown>,
) -> PageResult<Page> {
    let link = address::item(item, &request.store, &request.home)?;
    let body = forms::body(site, request, item, result).await?;
    let has_form = body.has_form;
    let article = article_page(request, item, &link, body).await?;
    let page = Page::html(&article)?.header(header::LINK, &alternate(request, item));
    Ok(if has_form { page.with_form() } else { page })
}

/// `Link` header value with the item's JSON representation.
fn alternate(request: &PageRequest, item: &Content) -> String {
    format!(
        "<{}>; rel=\"alternate\"; type=\"application/json\"",
        json(request, item)
    )
}

fn json(request: &PageRequest, item: &Content) -> String {
    let base = match item.kind {
        Kind::Page => "pages",
        Kind::Attachment => "media",
        _ => "posts",
    };
    format!("{}/core/v2/{base}/{}", request.rest_root, item.id)
}

/// Page with the password form.
///
/// # Errors
/// The store fails.
pub async fn locked(
    request: &PageRequest,
    item: &Content,
    error: Option<&'static str>,
) -> PageResult<Page> {
    let head = Head::of(request.heads().await?.of_password_form(item).await?);
    let page = LockPage {
        frame: Frame::new(request, head).await?,
        title: titled(&item.title, request.words),
        action: request.parts.uri.path().to_owned(),
        error,
    };
    Ok(Page::html(&page)?.private())
}

/// Handles a submitted password form.
///
/// # Errors
/// [`PageError::NotFound`], [`PageError::TooManyAttempts`]; the store fails.
pub async fn unlock(
    site: &Site,
    request: &PageRequest,
    summary: &Summary,
    given: &str,
) -> PageResult<Page> {
    let item = public_item(request, summary).await?;
    let link = address::item(&*item, &request.store, &request.home)?;
    if item.password.is_empty() {
        return Ok(Page::redirect(StatusCode::SEE_OTHER, &link));
    }
    match lock::try_password(site, request, &item, given).await? {
        Some(cookie) => Ok(Page::redirect(StatusCode::SEE_OTHER, &link).header(lock::SET, &cookie)),
        None => {
            let page = locked(request, &item, Some(request.words.wrong_password)).await?;
            Ok(page.status(StatusCode::FORBIDDEN))
        }
    }
}

async fn article_page(
    request: &PageRequest,
    item: &Content,
    link: &str,
    body: forms::Body,
) -> PageResult<ArticlePage> {
    let store = &request.store;
    let words = request.words;
    let form = &request.settings.date_format;
    let picture = match picture(request, item) {
        Some(own) => Some(own),
        None => featured(request, item).await?,
    };
    let author = store.user(item.author);
    let machine = machine_dates(request, item);
    let faq = faq::of(item);
    let is_post = item.kind == Kind::Post;
    let changed_later = item.modified.date() > item.date.local.date();
    let (previous, next) = if is_post {
        (
            adjacent_post(request, item, false).await?,
            adjacent_post(request, item, true).await?,
        )
    } else {
        (None, None)
    };
    let article = structured::Article {
        link,
        dates: &machine,
        author: author.as_deref(),
        picture: picture.as_ref(),
        description: &description(item),
    };
    let head = request.heads().await?.of_item(item).await?;
    let head = Head {
        has_form: body.has_form,
        ..article_head(request, item, head, &article, faq.as_ref())
    };
    Ok(ArticlePage {
        title: titled(&item.title, words),
        is_post,
        author: author.filter(|_| is_post).map(|author| Anchor {
            href: address::author(&author, &request.home),
            html: markup::escape::text(&author.name),
            here: false,
        }),
        date: dates::format_date(form, item.date.local, words),
        date_machine: machine.0,
        changed: changed_later.then(|| (dates::format_date(form, item.modified, words), machine.1)),
        picture,
        content: body.html,
        file: file(request, item),
        faq: faq.map(|faq| faq::section(&faq, words)),
        categories: term_links(request, item, Taxonomy::Category),
        tags: term_links(request, item, Taxonomy::PostTag),
        up: up(request, item).await?,
        previous,
        next,
        frame: Frame::new(request, head).await?,
    })
}

/// Head of an item's page. An article that the head does not describe, and the item's questions, are added.
fn article_head(
    request: &PageRequest,
    item: &Content,
    head: seo::Head,
    article: &structured::Article<'_>,
    faq: Option<&FaqData>,
) -> Head {
    let mut structured = Vec::new();
    // The type `None` asks for no article.
    let no_article = item.meta.get(ARTICLE_TYPE).and_then(|set| set.as_str()) == Some("None");
    if item.kind == Kind::Post && !head.has_article() && !no_article {
        structured.push(structured::article(request, item, article));
    }
    if let Some(faq) = faq.filter(|faq| faq.schema_enabled) {
        structured.push(structured::questions(faq));
    }
    Head {
        description: article.description.to_owned(),
        structured,
        image_text: article
            .picture
            .map(|picture| picture.alt.clone())
            .unwrap_or_default(),
        oembed: (item.kind != Kind::Attachment).then(|| oembed(request, article.link)),
        json: Some(json(request, item)),
        ..Head::of(head)
    }
}

/// Links to the archives of an item's terms.
fn term_links(request: &PageRequest, item: &Content, taxonomy: Taxonomy) -> Vec<Anchor> {
    let store = &request.store;
    let ids = item.terms_of(taxonomy).iter();
    ids.filter_map(|id| store.term(*id))
        .map(|term| Anchor {
            href: address::term(&term, store, &request.home),
            html: markup::escape::text(&term.name),
            here: false,
        })
        .collect()
}

/// Dates of publication and last modification, with the site's UTC offset.
pub fn machine_dates(request: &PageRequest, item: &Content) -> (String, String) {
    let zone = request.store.zone();
    let published = item.date.instant(&zone).unwrap_or(item.modified_gmt);
    (offset(published, &zone), offset(item.modified_gmt, &zone))
}

/// An instant with the site's UTC offset (RFC 3339).
pub fn offset(instant: jiff::Timestamp, zone: &TimeZone) -> String {
    let zoned = instant.to_zoned(zone.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// Beginning of an item as plain text; empty for a protected item.
pub fn description(item: &Content) -> String {
    if !item.password.is_empty() {
        return String::new();
    }
    let excerpt = RenderOptions::default().excerpt(&item.excerpt, &item.content, DESCRIPTION_WORDS);
    let plain = text::plain(&excerpt);
    plain.replace(" […]", "…").trim().to_owned()
}

/// URLs of an item's oEmbed responses: JSON and XML.
pub fn oembed(request: &PageRequest, link: &str) -> (String, String) {
    let url = utf8_percent_encode(link, NON_ALPHANUMERIC);
    let json = format!("{}/oembed/1.0/embed?url={url}", request.rest_root);
    let xml = format!("{json}&format=xml");
    (json, xml)
}

/// Link to the file of a media item.
fn file(request: &PageRequest, item: &Content) -> Option<Anchor> {
    let file = item.media.as_ref()?;
    Some(Anchor {
        href: address::file(&file.path, &request.home),
        html: request.words.file.to_owned(),
        here: false,
    })
}

/// Link to the parent page, or to the item that a file is attached to.
async fn up(request: &PageRequest, item: &Content) -> PageResult<Option<Anchor>> {
    if item.parent == 0 || item.kind == Kind::Post {
        return Ok(None);
    }
    let Some(above) = request.store.get(item.parent).await? else {
        return Ok(None);
    };
    if above.status != Status::Publish {
        return Ok(None);
    }
    Ok(Some(Anchor {
        href: address::item(&*above, &request.store, &request.home)?,
        html: titled(&above.title, request.words),
        here: false,
    }))
}

/// Link to the next or previous post by date.
async fn adjacent_post(
    request: &PageRequest,
    item: &Content,
    later: bool,
) -> PageResult<Option<Anchor>> {
    let date = Some(item.date.local);
    let filter = ContentFilter {
        after: date.filter(|_| later),
        before: date.filter(|_| !later),
        ascending: later,
        limit: Some(1),
        ..ContentFilter::all(Kind::Post)
    };
    let Listed { items, .. } = request.store.list(&filter).await?;
    let found = request.store.get_many(&items).await?;
    let Some(other) = found.first() else {
        return Ok(None);
    };
    Ok(Some(Anchor {
        href: address::item(&**other, &request.store, &request.home)?,
        html: titled(&other.title, request.words),
        here: false,
    }))
}
