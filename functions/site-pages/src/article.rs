//! Page of a single post, page or media file.

use askama::Template;
use domain::faq::FaqData;
use domain::site::meta::seo::ARTICLE_TYPE;
use domain::site::{Kind, Taxonomy};
use http::{StatusCode, header};
use jiff::tz::TimeZone;
use markup::render::RenderOptions;
use markup::text;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use seo::index::reading_time;
use site_store::{Content, Summary};
use site_theme::layout::Layout;
use site_urls::address;

use crate::Site;
use crate::comments::{self, Comments};
use crate::dates;
use crate::faq::{self, Section};
use crate::forms;
use crate::frame::{Frame, Head};
use crate::layout;
use crate::link::{Anchor, titled};
use crate::lock;
use crate::others::{self, Related};
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::picture::{Picture, featured, picture};
use crate::reply::Page;
use crate::share::{self, Share};
use crate::writer::{self, Writer};
use crate::{structured, style, terms, trail};

/// Number of words of a meta description.
const DESCRIPTION_WORDS: usize = 30;

#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage {
    frame: Frame,
    title: String,
    layout: Layout,
    trail: Vec<Anchor>,
    /// The excerpt that was written for the item; may be empty.
    standfirst: String,
    is_post: bool,
    author: Option<Anchor>,
    /// Minutes that reading takes; none for a text without words.
    minutes: Option<usize>,
    date: String,
    date_machine: String,
    changed: Option<(String, String)>,
    picture: Option<Picture>,
    content: String,
    file: Option<Anchor>,
    faq: Option<Section>,
    /// Form below the questions; empty without one.
    question: String,
    categories: Vec<Anchor>,
    tags: Vec<Anchor>,
    share: Option<Share>,
    writer: Option<Writer>,
    related: Vec<Related>,
    comments: Option<Comments>,
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

/// Record of a public item.
///
/// # Errors
/// [`PageError::NotFound`]; the store fails.
pub async fn public_item(
    request: &PageRequest,
    item: &Summary,
) -> PageResult<std::sync::Arc<Content>> {
    if !request.store.is_public(item)? {
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
    let is_common = item.password.is_empty() && told.is_none() && !comments::is_taken(request);
    let sent = Sent {
        form: told,
        ..Sent::default()
    };
    let page = shown(site, request, &item, sent).await?;
    Ok(if is_common { page } else { page.private() })
}

/// What was sent from a page, which it shows again.
#[derive(Default)]
pub struct Sent {
    /// The result of a submission in one of its contact forms.
    pub form: Option<forms::Shown>,
    /// A comment that was not taken.
    pub comment: Option<comments::Draft>,
}

/// Page of an item, with what was sent from it.
///
/// # Errors
/// The store fails.
pub async fn shown(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    sent: Sent,
) -> PageResult<Page> {
    let link = address::item(item, &request.store, &request.home)?;
    let body = forms::body(site, request, item, sent.form.as_ref()).await?;
    let layout = layout::of(request, item).await?;
    let comments = if layout.has_comments {
        comments::of(site, request, item, &link, sent.comment).await?
    } else {
        None
    };
    let has_form = body.has_form;
    let article = article_page(
        request,
        item,
        &link,
        Parts {
            layout,
            body,
            comments,
        },
    )
    .await?;
    let page = Page::html(&article)?.header(header::LINK, &links(request, item));
    let page = page.with_text_style(&article.frame.head.text_css);
    Ok(if has_form { page.with_form() } else { page })
}

/// `Link` header value with the item's JSON representation and its short address.
fn links(request: &PageRequest, item: &Content) -> String {
    format!(
        "<{}>; rel=\"alternate\"; type=\"application/json\", <{}/?p={}>; rel=shortlink",
        json(request, item),
        request.home,
        item.id
    )
}

fn json(request: &PageRequest, item: &Content) -> String {
    let base = match item.kind {
        Kind::Page => "pages",
        Kind::Attachment => "media",
        _ => "posts",
    };
    let (root, namespace) = &request.linked_interface;
    format!("{root}/{namespace}/{base}/{}", item.id)
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

/// Posts that the page of an item leads to.
#[derive(Default)]
struct Others {
    related: Vec<Related>,
    previous: Option<Anchor>,
    next: Option<Anchor>,
}

impl Others {
    /// Those of an item; none where the layout leaves them out.
    async fn of(request: &PageRequest, item: &Content, layout: Layout) -> PageResult<Self> {
        if !layout.has_others {
            return Ok(Self::default());
        }
        Ok(Self {
            related: others::related(request, item).await?,
            previous: others::adjacent(request, item, false).await?,
            next: others::adjacent(request, item, true).await?,
        })
    }
}

/// What an item's page is made of.
struct Parts {
    layout: Layout,
    body: forms::Body,
    comments: Option<Comments>,
}

async fn article_page(
    request: &PageRequest,
    item: &Content,
    link: &str,
    parts: Parts,
) -> PageResult<ArticlePage> {
    let Parts {
        layout,
        body,
        comments,
    } = parts;
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
    let article = structured::Article {
        link,
        dates: &machine,
        author: author.as_deref(),
        picture: picture.as_ref(),
        description: &description(item).await?,
    };
    let head = request.heads().await?.of_item(item).await?;
    let head = Head {
        has_form: body.has_form,
        text_css: css(&body, comments.is_some()) + &layout::css(layout),
        ..article_head(request, item, head, &article, faq.as_ref())
    };
    let title = titled(&item.title, words);
    let Others {
        related,
        previous,
        next,
    } = Others::of(request, item, layout).await?;
    Ok(ArticlePage {
        trail: trail::of(request, item).await?,
        standfirst: standfirst(item),
        minutes: minutes(item),
        share: (is_post && layout.has_terms).then(|| share::of(&text::plain(&title), link)),
        writer: author
            .as_deref()
            .filter(|_| is_post && layout.has_terms)
            .and_then(|author| writer::of(request, author)),
        related,
        previous,
        next,
        title,
        layout,
        is_post,
        author: author.filter(|_| is_post).map(|author| Anchor {
            href: address::author(&author, &request.home),
            html: markup::escape::text(&author.name),
            here: false,
        }),
        date: dates::format_date(form, item.date.local, words),
        date_machine: machine.0,
        changed: changed_later.then(|| (dates::format_date(form, item.modified, words), machine.1)),
        picture: picture.filter(|_| layout.has_picture || item.kind == Kind::Attachment),
        content: body.html,
        question: body.question,
        comments,
        file: file(request, item),
        faq: faq.map(|faq| faq::section(&faq, words)),
        categories: terms::links(request, item, Taxonomy::Category),
        tags: match layout.has_terms {
            true => terms::links(request, item, Taxonomy::PostTag),
            false => Vec::new(),
        },
        frame: Frame {
            has_header: layout.has_header,
            has_footer: layout.has_footer,
            ..Frame::new(request, head).await?
        },
    })
}

/// Style sheet of an item's page beside that of all pages.
fn css(body: &forms::Body, has_comments: bool) -> String {
    let comments = if has_comments { style::COMMENTS } else { "" };
    // A form in the text brings the style sheet of forms itself.
    let has_own_form = !body.question.is_empty() && !body.has_form;
    let form = if has_own_form { style::FORM.text } else { "" };
    [style::ARTICLE, comments, form, &body.css].concat()
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

/// The excerpt that was written by hand, as plain text. That of a file is its caption.
fn standfirst(item: &Content) -> String {
    if item.kind == Kind::Attachment {
        return String::new();
    }
    text::plain(&markup::render::typography(&item.excerpt))
}

/// Minutes that reading a post takes, at least one.
fn minutes(item: &Content) -> Option<usize> {
    let words = text::words(&item.content);
    (item.kind == Kind::Post && words > 0).then(|| reading_time::told(words).max(1))
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
///
/// # Errors
/// Too many long texts are being shown.
pub async fn description(item: &Content) -> PageResult<String> {
    if !item.password.is_empty() {
        return Ok(String::new());
    }
    let options = RenderOptions::default();
    let excerpt = || options.excerpt(&item.excerpt, &item.content, DESCRIPTION_WORDS);
    let plain = text::plain(&heavy_work::in_place(item.content.len(), excerpt).await?);
    Ok(plain.replace(" […]", "…").trim().to_owned())
}

/// URLs of an item's oEmbed responses: JSON and XML.
pub fn oembed(request: &PageRequest, link: &str) -> (String, String) {
    let url = utf8_percent_encode(link, NON_ALPHANUMERIC);
    let (root, _) = &request.linked_interface;
    let json = format!("{root}/oembed/1.0/embed?url={url}");
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
