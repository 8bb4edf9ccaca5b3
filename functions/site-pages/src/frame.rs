//! Layout shared by all pages: head, header with menu, footer.

use std::sync::Arc;

use domain::site::Kind;
use markup::{render, text};
use site_store::{ContentFilter, OrderBy};
use site_urls::address;

use crate::page_request::{PageRequest, PageResult};
use crate::picture::Picture;
use crate::snippets::PageSnippets;
use crate::style;
use crate::words::{Words, tag};

/// Maximum number of pages in the menu.
const MENU: u64 = 7;

/// Link.
#[derive(Debug, Clone)]
pub struct Anchor {
    /// URL.
    pub href: String,
    /// Link text as HTML.
    pub html: String,
    /// Whether it links to the current page.
    pub here: bool,
}

/// Content of the `head` element.
#[derive(Debug, Default)]
pub struct Head {
    /// Title; the site's title is appended.
    pub title: String,
    /// Title from the search engine meta field, used instead of title and site title; may be empty.
    pub search_title: String,
    /// Meta description.
    pub description: String,
    /// Canonical URL; `None` for pages without one, such as error pages.
    pub canonical: Option<String>,
    /// Whether the page is an article.
    pub is_article: bool,
    /// Dates of publication and last modification, for articles.
    pub dates: Option<(String, String)>,
    /// Preview image.
    pub picture: Option<Picture>,
    /// Structured data, ready for `script` elements.
    pub structured: Vec<String>,
    /// URLs of the oEmbed responses: JSON and XML.
    pub oembed: Option<(String, String)>,
    /// URL of the JSON representation.
    pub json: Option<String>,
    /// URL of the previous page of a list.
    pub previous: Option<String>,
    /// URL of the next page of a list.
    pub next: Option<String>,
    /// Whether the page shows a contact form.
    pub has_form: bool,
    /// Whether search engines must not index the page.
    pub hidden: bool,
}

/// Layout around a page's content.
pub struct Frame {
    pub language: String,
    pub locale: String,
    pub css: &'static str,
    pub form_css: &'static str,
    pub form_script: &'static str,
    pub snippets: Arc<PageSnippets>,
    pub site: String,
    pub tagline: String,
    pub home: String,
    pub interfaces: Vec<(&'static str, String)>,
    pub menu: Vec<Anchor>,
    pub words: &'static Words,
    pub head: Head,
    pub full_title: String,
}

impl Frame {
    /// Layout for a page with this head.
    ///
    /// # Errors
    /// The store fails.
    pub async fn new(request: &PageRequest, head: Head) -> PageResult<Self> {
        let settings = &request.settings;
        let site = if settings.title.is_empty() {
            request
                .home
                .split("://")
                .nth(1)
                .unwrap_or_default()
                .to_owned()
        } else {
            settings.title.clone()
        };
        let full_title = if !head.search_title.is_empty() {
            head.search_title.clone()
        } else if head.title.is_empty() || head.title == site {
            site.clone()
        } else {
            format!("{} · {site}", head.title)
        };
        let menu = menu(request, head.canonical.as_deref()).await?;
        Ok(Self {
            language: tag(&settings.language),
            locale: settings.language.clone(),
            css: style::PAGE.text,
            form_css: style::FORM.text,
            form_script: style::FORM_SCRIPT.text,
            snippets: Arc::clone(&request.snippets),
            site,
            tagline: settings.description.clone(),
            home: request.home.clone(),
            interfaces: request.interfaces.clone(),
            menu,
            words: request.words,
            head,
            full_title,
        })
    }
}

/// Links to the top-level pages.
async fn menu(request: &PageRequest, here: Option<&str>) -> PageResult<Vec<Anchor>> {
    let filter = ContentFilter {
        parent: vec![0],
        order_by: OrderBy::MenuOrder,
        ascending: true,
        limit: Some(MENU),
        ..ContentFilter::all(Kind::Page)
    };
    let ids = request.store.list(&filter).await?.items;
    let mut menu = Vec::new();
    for page in request.store.get_many(&ids).await? {
        if address::is_front(page.id, &request.store) {
            continue;
        }
        let href = address::item(&*page, &request.store, &request.home)?;
        menu.push(Anchor {
            here: here == Some(href.as_str()),
            href,
            html: titled(&page.title, request.words),
        });
    }
    Ok(menu)
}

/// Title as HTML, or a placeholder for an empty one.
pub fn titled(raw: &str, words: &Words) -> String {
    let title = render::title(raw);
    if title.is_empty() {
        return words.untitled.to_owned();
    }
    title
}

/// Title as plain text.
pub fn plain_title(raw: &str, words: &Words) -> String {
    text::plain(&titled(raw, words))
}
