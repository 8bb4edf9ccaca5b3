//! What every page has around its own content: head, header with menu, footer.

use domain::site::Kind;
use markup::{render, text};
use site_store::{ContentFilter, OrderBy};
use site_web::address;

use crate::picture::Picture;
use crate::style;
use crate::visit::{Found, Visit};
use crate::words::{Words, tag};

/// Most pages named in the menu.
const MENU: u64 = 7;

/// A link with its words.
#[derive(Debug, Clone)]
pub struct Anchor {
    /// Address.
    pub href: String,
    /// Words, as HTML.
    pub html: String,
    /// Whether it leads to the page that shows it.
    pub here: bool,
}

/// What a page tells machines.
#[derive(Debug, Default)]
pub struct Head {
    /// Title; the site's name is added.
    pub title: String,
    /// Title for search engines, shown in place of both; may be empty.
    pub search_title: String,
    /// What the page is about.
    pub description: String,
    /// Its address; none for pages that are not to be found again.
    pub canonical: Option<String>,
    /// Whether it is an article.
    pub is_article: bool,
    /// When it was published and changed, for articles.
    pub dates: Option<(String, String)>,
    /// Its picture.
    pub picture: Option<Picture>,
    /// Structured data, ready for its script element.
    pub structured: Vec<String>,
    /// Addresses of its oEmbed descriptions: JSON and XML.
    pub oembed: Option<(String, String)>,
    /// Address of the same as JSON, and its media type.
    pub json: Option<String>,
    /// The pages before and after in a list.
    pub previous: Option<String>,
    /// The page after.
    pub next: Option<String>,
    /// Whether search engines are to leave it out.
    pub hidden: bool,
}

/// Everything around the content.
pub struct Frame {
    pub language: String,
    pub locale: String,
    pub css: &'static str,
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
    /// The frame of a page of this visit.
    ///
    /// # Errors
    /// The store fails.
    pub async fn new(visit: &Visit, head: Head) -> Found<Self> {
        let settings = &visit.settings;
        let site = if settings.title.is_empty() {
            visit
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
        let menu = menu(visit, head.canonical.as_deref()).await?;
        Ok(Self {
            language: tag(&settings.language),
            locale: settings.language.clone(),
            css: style::PAGE.css,
            site,
            tagline: settings.description.clone(),
            home: visit.home.clone(),
            interfaces: visit.interfaces.clone(),
            menu,
            words: visit.words,
            head,
            full_title,
        })
    }
}

/// The pages at the top of the tree.
async fn menu(visit: &Visit, here: Option<&str>) -> Found<Vec<Anchor>> {
    let filter = ContentFilter {
        parent: vec![0],
        order_by: OrderBy::MenuOrder,
        ascending: true,
        limit: Some(MENU),
        ..ContentFilter::all(Kind::Page)
    };
    let ids = visit.store.list(&filter).await?.items;
    let mut menu = Vec::new();
    for page in visit.store.get_many(&ids).await? {
        if address::is_front(page.id, &visit.store) {
            continue;
        }
        let href = address::item(&*page, &visit.store, &visit.home)?;
        menu.push(Anchor {
            here: here == Some(href.as_str()),
            href,
            html: titled(&page.title, visit.words),
        });
    }
    Ok(menu)
}

/// A title as HTML, with words for one that is empty.
pub fn titled(raw: &str, words: &Words) -> String {
    let title = render::title(raw);
    if title.is_empty() {
        return words.untitled.to_owned();
    }
    title
}

/// A title as plain text.
pub fn plain_title(raw: &str, words: &Words) -> String {
    text::plain(&titled(raw, words))
}
