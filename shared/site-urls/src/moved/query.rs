//! Addresses of deployed systems that name a list or a text in the query of the home address.

use domain::site::{Kind, Taxonomy};
use site_store::{SiteStore, StoreError, TermFilter};

use super::{Moved, Place, is_number, is_opened};
use crate::{address, at};

/// The address that took the place of the home address with these parameters; `None` when none of them names one.
///
/// # Errors
/// The read model fails.
pub fn by_query(store: &SiteStore, home: &str, query: &str) -> Result<Option<Moved>, StoreError> {
    let pairs: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect();
    let query = Query {
        place: Place { store, home },
        pairs: &pairs,
    };
    Ok(query.address()?.map(Moved::ForGood))
}

struct Query<'a> {
    place: Place<'a>,
    pairs: &'a [(String, String)],
}

impl Query<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        let found = self.pairs.iter().find(|(own, _)| own == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }

    fn address(&self) -> Result<Option<String>, StoreError> {
        let home = self.place.home;
        if let Some(feed) = self.value("feed") {
            if feed.starts_with("comments-") {
                return Ok(Some(format!("{home}/comments/feed/")));
            }
            if let Some(words) = self.value("s") {
                return Ok(Some(super::search_feed(home, words)));
            }
            let of = self.listed()?.unwrap_or_else(|| format!("{home}/"));
            return Ok(Some(format!("{of}feed/")));
        }
        if self.value("s").is_some() {
            return Ok(None);
        }
        if let Some(found) = self.listed()? {
            return Ok(Some(found));
        }
        let page = self.number("paged").filter(|page| *page > 1);
        Ok(page.map(|page| format!("{home}/page/{page}/")))
    }

    /// The address of the list or text that the parameters name.
    fn listed(&self) -> Result<Option<String>, StoreError> {
        let Place { store, home } = self.place;
        for (name, taxonomy) in [
            ("category_name", Taxonomy::Category),
            ("tag", Taxonomy::PostTag),
        ] {
            if let Some(slug) = self.value(name).and_then(|path| at::segments(path).pop()) {
                let filter = TermFilter {
                    slugs: vec![slug],
                    ..TermFilter::default()
                };
                let found = store.terms(taxonomy, &filter)?.items;
                return Ok(found.first().map(|term| address::term(term, store, home)));
            }
        }
        for name in ["cat", "tag_id"] {
            if let Some(id) = self.number(name) {
                let term = store.term(id);
                return Ok(term.map(|term| address::term(&term, store, home)));
            }
        }
        if let Some(name) = self.value("author_name") {
            let user = at::author(store, name)?;
            return Ok(user.map(|user| address::author(&user, home)));
        }
        if let Some(id) = self.number("author") {
            let is_public = store.has_published(id, &[Kind::Post, Kind::Page])?;
            let user = store.user(id).filter(|_| is_public);
            return Ok(user.map(|user| address::author(&user, home)));
        }
        if let Some(id) = self.number("p").or_else(|| self.number("page_id")) {
            let item = store.summary(id)?.filter(is_opened);
            return item
                .map(|item| address::item(&item, store, home))
                .transpose();
        }
        for name in ["pagename", "name"] {
            if let Some(path) = self.value(name) {
                let item = self.place.item(&at::segments(path))?;
                return item
                    .map(|item| address::item(&item, store, home))
                    .transpose();
            }
        }
        if let Some(format) = self.value("post_format") {
            let name = format.trim_start_matches("post-format-");
            return Ok(domain::site::Format::named(name).map(|_| format!("{home}/type/{name}/")));
        }
        Ok(self.date().map(|date| format!("{home}/{date}/")))
    }

    /// The path of an archive by date: `m=201811`, or `year`, `monthnum` and `day`.
    fn date(&self) -> Option<String> {
        if let Some(m) = self.value("m").filter(|m| is_number(m)) {
            let parts = [m.get(..4), m.get(4..6), m.get(6..8)];
            let parts: Vec<&str> = parts.into_iter().flatten().collect();
            return (!parts.is_empty()).then(|| parts.join("/"));
        }
        let mut path = format!("{:04}", self.number("year")?);
        for name in ["monthnum", "day"] {
            match self.number(name) {
                Some(part) => path.push_str(&format!("/{part:02}")),
                None => break,
            }
        }
        Some(path)
    }
}
