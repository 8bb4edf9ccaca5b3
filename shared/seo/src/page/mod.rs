//! A page as its head and graph need it.

pub mod robots;
pub mod texts;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::meta::fields::MetaFields;
use crate::site::{Author, Picture};
use crate::templates::Values;

/// Kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// The home page, when it shows posts.
    Home,
    /// A post.
    Post,
    /// A page, also as the home page.
    Page,
    /// The archive of a term.
    Term,
    /// The archive of an author.
    Author,
    /// The archive of a year, month or day.
    Date,
    /// The archive of a type.
    TypeArchive,
    /// Results of a search.
    Search,
    /// An address without a page.
    NotFound,
}

impl PageKind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Home,
        Self::Post,
        Self::Page,
        Self::Term,
        Self::Author,
        Self::Date,
        Self::TypeArchive,
        Self::Search,
        Self::NotFound,
    ];

    /// Whether the page is one text, not a list.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Post | Self::Page)
    }
}

/// A page above another one, or the page itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crumb {
    /// Name that is shown.
    pub name: String,
    /// Address; `None` for the page itself.
    pub url: Option<String>,
}

/// A page. [`Page::new`] makes one without anything but its kind and address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Kind.
    pub kind: PageKind,
    /// Address; empty for an address without a page.
    pub url: String,
    /// Values of variables, such as the title of a post. Name, tagline and separator of the site are added.
    pub values: Values,
    /// What is set for the page.
    pub meta: MetaFields,
    /// Excerpt of a text, description of a term: what social networks show when nothing is set. For a text that needs a
    /// password, the sentence that stands for it.
    pub excerpt: String,
    /// Whether a password is needed.
    pub protected: bool,
    /// Whether search engines shall not show the page, whatever is set for it: drafts, types that are not public.
    pub hidden: bool,
    /// Whether the page is described to a client of the interface, not shown to readers. As on deployed systems, a description
    /// does not tell that the list of posts is the front page.
    pub described: bool,
    /// Publication, also one that is planned; `None` without a date.
    pub published: Option<Timestamp>,
    /// Last change.
    pub modified: Option<Timestamp>,
    /// Author of a post, or the person of an author's archive.
    pub author: Option<Author>,
    /// Picture of the page: the featured one, otherwise the first in the text.
    pub image: Option<Picture>,
    /// Picture among the media that is set for social networks.
    pub social_image: Option<Picture>,
    /// Minutes that reading takes; 0 when unknown.
    pub reading_minutes: u32,
    /// The way from the home page, which is not part of it, to the page itself.
    pub breadcrumbs: Vec<Crumb>,
    /// Number of the page of a list or divided text, from 1.
    pub number: u32,
    /// Pages of the list or divided text.
    pub numbers: u32,
    /// Address of the page before.
    pub prev: Option<String>,
    /// Address of the page after.
    pub next: Option<String>,
    /// Words of the text.
    pub words: usize,
    /// Comments on the text.
    pub comments: u64,
    /// Whether readers may comment.
    pub comments_open: bool,
    /// Names of categories.
    pub sections: Vec<String>,
    /// Names of tags.
    pub keywords: Vec<String>,
}

impl Page {
    /// A page of this kind at this address.
    pub fn new(kind: PageKind, url: impl Into<String>) -> Self {
        Self {
            kind,
            url: url.into(),
            values: Values::default(),
            meta: MetaFields::default(),
            excerpt: String::new(),
            protected: false,
            hidden: false,
            described: false,
            published: None,
            modified: None,
            author: None,
            image: None,
            social_image: None,
            reading_minutes: 0,
            breadcrumbs: Vec::new(),
            number: 1,
            numbers: 1,
            prev: None,
            next: None,
            words: 0,
            comments: 0,
            comments_open: false,
            sections: Vec::new(),
            keywords: Vec::new(),
        }
    }

    /// The canonical address: the one that is set, otherwise that of the page.
    pub fn canonical(&self) -> &str {
        match self.meta.canonical.as_str() {
            "" => &self.url,
            set => set,
        }
    }

    /// The picture of the page, in structured data. A page that needs a password shows none.
    pub fn picture(&self) -> Option<&Picture> {
        self.image.as_ref().filter(|_| !self.protected)
    }

    /// The picture that stands for the page in social networks: the one that is set for them, otherwise that of the page. A
    /// page that needs a password shows none.
    pub fn social_picture(&self) -> Option<Picture> {
        if self.protected {
            return None;
        }
        if self.meta.social.image.is_empty() {
            return self.social_image.clone().or_else(|| self.image.clone());
        }
        Some(Picture {
            url: self.meta.social.image.clone(),
            ..Picture::default()
        })
    }

    /// The last change of a text that has changed since its publication.
    pub fn changed(&self) -> Option<Timestamp> {
        let is_later = |modified: &Timestamp| self.published.is_none_or(|one| *modified > one);
        self.modified.filter(is_later)
    }

    /// Whether the way to the page is shown: it is known, and no password is needed.
    pub fn shows_breadcrumbs(&self) -> bool {
        let known = self.kind == PageKind::Home || !self.breadcrumbs.is_empty();
        known && !self.protected
    }

    /// The author of a post that everyone may read.
    pub fn shown_author(&self) -> Option<&Author> {
        let shown = self.kind == PageKind::Post && !self.protected;
        self.author.as_ref().filter(|_| shown)
    }
}

/// A time as heads write it: `2019-05-01T10:00:00+00:00`.
pub(crate) fn time(time: Timestamp) -> String {
    let utc = time.to_zoned(TimeZone::UTC);
    utc.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn social_networks_get_the_picture_that_is_set() {
        let mut page = Page::new(PageKind::Post, "https://a.example/x/");
        assert_eq!(page.social_picture(), None);
        page.image = Some(Picture {
            url: "https://a.example/f.png".to_owned(),
            ..Picture::default()
        });
        let shown = |page: &Page| page.social_picture().unwrap().url;
        assert_eq!(shown(&page), "https://a.example/f.png");
        page.social_image = Some(Picture {
            url: "https://a.example/m.png".to_owned(),
            ..Picture::default()
        });
        assert_eq!(shown(&page), "https://a.example/m.png");
        page.meta.social.image = "https://a.example/s.png".to_owned();
        assert_eq!(shown(&page), "https://a.example/s.png");
        // Structured data have the picture of the page itself.
        assert_eq!(page.picture().unwrap().url, "https://a.example/f.png");
        page.protected = true;
        assert_eq!((page.picture(), page.social_picture()), (None, None));
    }

    #[test]
    fn the_canonical_address_is_the_one_that_is_set() {
        let mut page = Page::new(PageKind::Post, "https://a.example/x/");
        assert_eq!(page.canonical(), "https://a.example/x/");
        page.meta.canonical = "https://b.example/y/".to_owned();
        assert_eq!(page.canonical(), "https://b.example/y/");
    }

    #[test]
    fn times() {
        let second = Timestamp::from_second(1_700_000_000).unwrap();
        assert_eq!(time(second), "2023-11-14T22:13:20+00:00");
    }
}
