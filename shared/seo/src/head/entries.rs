//! The entries of a head, in order.

use crate::page::robots::Robots;
use crate::page::texts::Texts;
use crate::page::{Page, PageKind, time};
use crate::site::{Picture, Site};

/// A named value of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name as HTML writes it, such as `og:title`.
    pub name: String,
    /// The value.
    pub content: Content,
}

/// A value of the head, by the way in which HTML writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// `<title>`.
    Title(String),
    /// `<meta name>`.
    Name(String),
    /// `<meta property>`.
    Property(String),
    /// `<link rel>`.
    Link(String),
    /// Directives by name.
    Robots(Vec<(&'static str, &'static str)>),
    /// The picture.
    Image(Image),
    /// Pairs of label and value.
    Labels(Vec<(&'static str, String)>),
}

/// A picture of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its address.
    pub url: String,
    /// Width, height and type, if they are known.
    pub about: Option<(u32, u32, String)>,
}

struct Entries(Vec<Entry>);

impl Entries {
    fn add(&mut self, name: &str, content: Content) {
        self.0.push(Entry {
            name: name.to_owned(),
            content,
        });
    }

    fn name(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.add(name, Content::Name(value.to_owned()));
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.add(name, Content::Property(value.to_owned()));
        }
    }

    fn link(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            self.add(name, Content::Link(value.to_owned()));
        }
    }
}

/// The entries of the head of `page`.
pub fn entries(page: &Page, site: &Site, texts: &Texts, robots: Robots) -> Vec<Entry> {
    let mut all = Entries(Vec::new());
    all.add("title", Content::Title(texts.title.clone()));
    all.name("description", &texts.description);
    all.add("robots", Content::Robots(robots.directives()));
    if robots.index {
        all.link("canonical", Some(page.canonical()));
    }
    all.link("prev", page.prev.as_deref());
    all.link("next", page.next.as_deref());
    open_graph(&mut all, page, site, texts);
    if page.kind != PageKind::NotFound {
        card(&mut all, page, site, texts);
    }
    if page.kind == PageKind::Home {
        for (name, value) in &site.verifications {
            all.name(name, value);
        }
    }
    all.0
}

fn open_graph(all: &mut Entries, page: &Page, site: &Site, texts: &Texts) {
    let is_found = page.kind != PageKind::NotFound;
    let is_article = page.kind.is_single();
    all.property("og:locale", &site.locale());
    let kind = match page.kind {
        PageKind::Home | PageKind::Date | PageKind::TypeArchive => "website",
        PageKind::Author => "profile",
        PageKind::Post | PageKind::Page | PageKind::Term | PageKind::Search => "article",
        PageKind::NotFound => "",
    };
    all.property("og:type", kind);
    all.property("og:title", &texts.social_title);
    if is_found {
        all.property("og:description", &texts.social_description);
        all.property("og:url", page.canonical());
    }
    all.property("og:site_name", &site.name);
    if is_article {
        all.property("article:publisher", &site.profiles.social_network_site);
    }
    if page.kind == PageKind::Post {
        all.property(
            "article:published_time",
            &page.published.map(time).unwrap_or_default(),
        );
    }
    if is_article {
        all.property(
            "article:modified_time",
            &page.changed().map(time).unwrap_or_default(),
        );
    }
    if let Some(image) = image(page, site) {
        all.add("og:image", Content::Image(image));
    }
    if page.kind == PageKind::Post
        && let Some(author) = &page.author
    {
        all.name("author", &author.name);
    }
}

/// The picture of the page; of an author's archive without one that of the author; else that of the site.
fn image(page: &Page, site: &Site) -> Option<Image> {
    let of_picture = |picture: Picture| {
        let known = picture.width > 0 && picture.height > 0;
        Image {
            url: picture.url,
            about: known.then_some((picture.width, picture.height, picture.mime)),
        }
    };
    let of_author = || {
        let author = page.author.as_ref()?;
        let shown = page.kind == PageKind::Author && !author.large_avatar.is_empty();
        shown.then(|| Image {
            url: author.large_avatar.clone(),
            about: None,
        })
    };
    let own = page.social_picture();
    own.filter(|picture| !picture.url.is_empty())
        .map(of_picture)
        .or_else(of_author)
        .or_else(|| site.social_image.clone().map(of_picture))
}

fn card(all: &mut Entries, page: &Page, site: &Site, texts: &Texts) {
    all.name("twitter:card", "summary_large_image");
    all.name("twitter:title", &texts.card_title);
    all.name("twitter:description", &texts.card_description);
    if !page.protected {
        all.name("twitter:image", &page.meta.card.image);
    }
    let handle = |handle: &str| {
        if handle.is_empty() {
            String::new()
        } else {
            format!("@{handle}")
        }
    };
    let own = &site.profiles.short_message_site;
    if page.kind == PageKind::Post {
        let author = page.author.as_ref().map(|author| author.handle.as_str());
        let author = author.filter(|author| !author.is_empty());
        all.name("twitter:creator", &handle(author.unwrap_or(own)));
    }
    all.name("twitter:site", &handle(own));
    let wording = site.wording();
    let mut labels = Vec::new();
    if page.kind == PageKind::Post
        && let Some(author) = page
            .author
            .as_ref()
            .filter(|author| !author.name.is_empty())
    {
        labels.push((wording.written_by, author.name.clone()));
    }
    if page.kind.is_single() && page.reading_minutes > 0 {
        labels.push((wording.reading_time, wording.minutes(page.reading_minutes)));
    }
    if !labels.is_empty() {
        all.add("twitter:misc", Content::Labels(labels));
    }
}
