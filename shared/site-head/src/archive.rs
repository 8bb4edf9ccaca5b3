//! Heads of lists, and of addresses without a page.

use domain::site::{Kind, Status};
use markup::text;
use seo::Head;
use seo::meta::fields::MetaFields;
use seo::meta::kinds::PageType;
use seo::page::{Crumb, Page, PageKind};
use seo::templates::{Values, Variable};
use site_store::{Term, User};
use site_urls::address;

use crate::heads::{HeadError, Heads};
use crate::related::Related;

/// Most terms above a term that are followed, so that a cycle in defective data does not block a request.
const DEPTH: usize = 100;

/// Which page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Number of the page, from 1.
    pub number: u64,
    /// Pages of the list.
    pub last: u64,
}

impl Part {
    /// The only page of a list.
    pub const WHOLE: Self = Self { number: 1, last: 1 };

    /// The address of page `number` of the list at `base`.
    pub fn address(base: &str, number: u64) -> String {
        match number {
            0 | 1 => base.to_owned(),
            number => format!("{base}page/{number}/"),
        }
    }

    /// Sets address, numbers and neighbours of a page of the list at the address of `page`.
    fn apply(self, page: &mut Page) {
        let base = std::mem::take(&mut page.url);
        page.prev = (self.number > 1).then(|| Self::address(&base, self.number - 1));
        page.next = (self.number < self.last).then(|| Self::address(&base, self.number + 1));
        page.url = Self::address(&base, self.number);
        self.count(page);
    }

    /// Sets the numbers of a page of a list.
    fn count(self, page: &mut Page) {
        page.number = u32::try_from(self.number).unwrap_or(u32::MAX);
        page.numbers = u32::try_from(self.last).unwrap_or(u32::MAX);
    }
}

impl Heads<'_> {
    /// The head of the list of posts, as readers get it: of the home page, or of the page that is set to show the posts.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of_posts(&self, part: Part) -> Result<Head, HeadError> {
        let mut page = self.posts_page().await?;
        part.apply(&mut page);
        Ok(Head::of(&page, &self.site))
    }

    /// The head of the list of posts, as the interface describes it.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of_posts_described(&self) -> Result<Head, HeadError> {
        let mut page = self.posts_page().await?;
        page.described = true;
        Ok(Head::of(&page, &self.site))
    }

    async fn posts_page(&self) -> Result<Page, HeadError> {
        let settings = self.store.settings();
        if settings.show_on_front == "page"
            && let Some(item) = self.store.get(settings.page_for_posts).await?
            && item.status == Status::Publish
        {
            let mut page = self.item_page(&item).await?;
            page.meta.page_type = page.meta.page_type.or(Some(PageType::Collection));
            return Ok(page);
        }
        Ok(Page::new(PageKind::Home, self.site.home.as_str()))
    }

    /// The head of a page that is no content, such as an error: its title, and nothing for search engines.
    pub fn of_notice(&self, title: &str) -> Head {
        let mut page = Page::new(PageKind::NotFound, "");
        page.values = Values::default().with(Variable::Title, title);
        page.meta.title = "%%title%% %%sep%% %%sitename%%".to_owned();
        Head::of(&page, &self.site)
    }

    /// The head of a term's archive.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of_term(&self, term: &Term, part: Part) -> Result<Head, HeadError> {
        let related = self.related_to_terms([term]).await?;
        Ok(self.of_loaded_term(term, part, &related))
    }

    /// The head of a term's archive, of which `related` holds what the head needs.
    pub fn of_loaded_term(&self, term: &Term, part: Part, related: &Related) -> Head {
        let description = text::plain(&term.description);
        let url = address::term(term, self.store, self.home);
        let mut page = Page::new(PageKind::Term, url);
        page.values = Values::default()
            .with(Variable::TermTitle, text::plain(&term.name))
            .with(Variable::TermDescription, &description);
        page.excerpt = description;
        page.meta = MetaFields::of_stored(&term.meta);
        page.social_image = self.set_picture(&mut page.meta, related);
        page.breadcrumbs = self.terms_above(term);
        page.breadcrumbs.push(Crumb {
            name: page.meta.crumb_name(&text::plain(&term.name)),
            url: None,
        });
        part.apply(&mut page);
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
                name: MetaFields::of_stored(&above.meta).crumb_name(&text::plain(&above.name)),
                url: Some(address::term(&above, self.store, self.home)),
            };
            crumbs.insert(0, crumb);
            at = above.parent;
        }
        crumbs
    }

    /// Whether a user has an archive: only authors of published posts and pages do.
    ///
    /// # Errors
    /// The store fails.
    pub fn has_archive(&self, user: &User) -> Result<bool, HeadError> {
        let kinds = [Kind::Post, Kind::Page];
        Ok(self.store.has_published(user.id, &kinds)?)
    }

    /// The head of an author's archive.
    pub fn of_author(&self, user: &User, part: Part) -> Head {
        let author = self.author(user);
        let mut page = Page::new(PageKind::Author, author.url.as_str());
        page.values = Values::default()
            .with(Variable::AuthorName, &author.name)
            .with(Variable::AuthorDescription, &author.description);
        page.breadcrumbs = vec![Crumb {
            name: format!("{} {}", self.site.wording().archives_for, author.name),
            url: None,
        }];
        page.author = Some(author);
        part.apply(&mut page);
        Head::of(&page, &self.site)
    }

    /// The head of the archive of a year, month or day. As on deployed systems, all of them have the same head but for the
    /// title, which names no address.
    pub fn of_date(&self, date: &str, part: Part) -> Head {
        let mut page = Page::new(PageKind::Date, "");
        page.values = Values::default().with(Variable::Date, date);
        part.count(&mut page);
        Head::of(&page, &self.site)
    }

    /// The head of the results of a search, which search engines do not show.
    pub fn of_search(&self, phrase: &str, part: Part) -> Head {
        let mut page = Page::new(PageKind::Search, "");
        page.values = Values::default().with(Variable::SearchPhrase, phrase);
        part.count(&mut page);
        Head::of(&page, &self.site)
    }

    /// The head of an address without a page.
    pub fn missing(&self) -> Head {
        Head::of(&Page::new(PageKind::NotFound, ""), &self.site)
    }
}
