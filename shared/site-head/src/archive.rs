//! Heads of lists, and of addresses without a page.

use markup::text;
use seo::Head;
use seo::page::{Crumb, Page, PageKind};
use seo::templates::{Values, Variable};
use site_store::{Term, User};
use site_urls::address;

use crate::heads::Heads;

/// Most terms above a term that are followed, so that a cycle in defective data does not block a request.
const DEPTH: usize = 100;

impl Heads<'_> {
    /// The head of the home page that shows posts.
    pub fn of_posts(&self) -> Head {
        let page = Page::new(PageKind::Home, self.site.home.as_str());
        Head::of(&page, &self.site)
    }

    /// The head of a term's archive.
    pub fn of_term(&self, term: &Term) -> Head {
        let description = text::plain(&term.description);
        let url = address::term(term, self.store, self.home);
        let mut page = Page::new(PageKind::Term, url);
        page.values = Values::default()
            .with(Variable::TermTitle, text::plain(&term.name))
            .with(Variable::TermDescription, &description);
        page.excerpt = description;
        page.breadcrumbs = self.terms_above(term);
        page.breadcrumbs.push(Crumb {
            name: text::plain(&term.name),
            url: None,
        });
        Head::of(&page, &self.site)
    }

    fn terms_above(&self, term: &Term) -> Vec<Crumb> {
        let mut crumbs = Vec::new();
        let mut at = term.parent;
        for _ in 0..DEPTH {
            let Some(above) = self.store.term(at) else {
                break;
            };
            let crumb = Crumb {
                name: text::plain(&above.name),
                url: Some(address::term(&above, self.store, self.home)),
            };
            crumbs.insert(0, crumb);
            at = above.parent;
        }
        crumbs
    }

    /// The head of an author's archive.
    pub fn of_author(&self, user: &User) -> Head {
        let author = self.author(user);
        let mut page = Page::new(PageKind::Author, author.url.as_str());
        page.values = Values::default()
            .with(Variable::AuthorName, &author.name)
            .with(Variable::AuthorDescription, &author.description);
        page.excerpt.clone_from(&author.description);
        page.breadcrumbs = vec![Crumb {
            name: format!("Archives for {}", author.name),
            url: None,
        }];
        page.author = Some(author);
        Head::of(&page, &self.site)
    }

    /// The head of the archive of a year, month or day, at this path below the home address.
    pub(crate) fn of_date(&self, date: &str, path: &str) -> Head {
        let mut page = Page::new(PageKind::Date, format!("{}/{path}", self.home));
        page.values = Values::default().with(Variable::Date, date);
        page.breadcrumbs = vec![Crumb {
            name: format!("Archives for {date}"),
            url: None,
        }];
        Head::of(&page, &self.site)
    }

    /// The head of an address without a page.
    pub fn missing(&self) -> Head {
        Head::of(&Page::new(PageKind::NotFound, ""), &self.site)
    }
}
