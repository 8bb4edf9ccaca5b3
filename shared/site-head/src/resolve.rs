//! Which page an address leads to.

use domain::site::{Kind, Status, Taxonomy};
use seo::Head;
use seo::head::address::{Asked, NotAnAddress, asked};
use site_urls::{address, at};
use url::Url;

use crate::archive::Part;
use crate::heads::{HeadError, Heads};

impl Heads<'_> {
    /// The head of an address: of another host, of a part of a list, and of what not everyone may read, it is that of an address
    /// without a page.
    ///
    /// # Errors
    /// The store fails. The inner error is for a text that is no address with http or https.
    pub async fn at(&self, address: &str) -> Result<Result<Head, NotAnAddress>, HeadError> {
        let path = match asked(address, &self.site.home) {
            Err(error) => return Ok(Err(error)),
            Ok(Asked::Nothing) => return Ok(Ok(self.missing())),
            Ok(Asked::Path(path)) => path,
        };
        let found = self.found(&path).await?;
        Ok(Ok(found.unwrap_or_else(|| self.missing())))
    }

    /// The head of the page whose own path this is.
    async fn found(&self, path: &str) -> Result<Option<Head>, HeadError> {
        let base = self.site.home.path().trim_end_matches('/');
        let Some(below) = path.strip_prefix(base) else {
            return Ok(None);
        };
        let segments = at::segments(below);
        let words: Vec<&str> = segments.iter().map(String::as_str).collect();
        match words.as_slice() {
            [] => return self.front().await.map(Some),
            ["category", ..] => return self.term(Taxonomy::Category, &segments, path).await,
            ["tag", ..] => return self.term(Taxonomy::PostTag, &segments, path).await,
            ["author", slug] => {
                let Some(user) = at::author(self.store, slug)? else {
                    return Ok(None);
                };
                let own = address::author(&user, self.home);
                return Ok(is_at(&own, path).then(|| self.of_author(&user, Part::WHOLE)));
            }
            _ => {}
        }
        if let Some(date) = date(&words).filter(|_| path.ends_with('/')) {
            return Ok(Some(self.of_date(&date, Part::WHOLE)));
        }
        self.item_at(&segments, path).await
    }

    async fn front(&self) -> Result<Head, HeadError> {
        let front = self.store.settings().page_on_front;
        if address::is_front(front, self.store)
            && let Some(page) = self.store.get(front).await?
            && page.status == Status::Publish
        {
            return self.of_item(&page).await;
        }
        self.of_posts_described().await
    }

    async fn term(
        &self,
        taxonomy: Taxonomy,
        segments: &[String],
        path: &str,
    ) -> Result<Option<Head>, HeadError> {
        let slugs = segments.get(1..).unwrap_or_default();
        let Some(term) = at::term(self.store, taxonomy, slugs)? else {
            return Ok(None);
        };
        let own = address::term(&term, self.store, self.home);
        if !is_at(&own, path) {
            return Ok(None);
        }
        self.of_term(&term, Part::WHOLE).await.map(Some)
    }

    async fn item_at(&self, segments: &[String], path: &str) -> Result<Option<Head>, HeadError> {
        let Some(summary) = at::item(self.store, segments)? else {
            return Ok(None);
        };
        let is_public = summary.status == Status::Publish
            && matches!(summary.kind, Kind::Post | Kind::Page)
            && is_at(&address::item(&summary, self.store, self.home)?, path);
        if !is_public {
            return Ok(None);
        }
        match self.store.get(summary.id).await? {
            Some(item)
                if self.store.settings().show_on_front == "page"
                    && item.id == self.store.settings().page_for_posts =>
            {
                self.of_posts_described().await.map(Some)
            }
            Some(item) => Ok(Some(self.of_item(&item).await?)),
            None => Ok(None),
        }
    }
}

/// Whether an address has this path. An item has one path; all others redirect to it.
fn is_at(own: &str, path: &str) -> bool {
    Url::parse(own).is_ok_and(|own| at::is_same_path(own.path(), path))
}

/// The date of a path of year, month and day, without what the path does not name. As on deployed systems, month and day may
/// have one digit, and the calendar is not asked.
fn date(words: &[&str]) -> Option<String> {
    let (year, parts) = words.split_first()?;
    let is_number = |text: &str| text.bytes().all(|one| one.is_ascii_digit());
    let is_part = |text: &&str| matches!(text.len(), 1 | 2) && is_number(text);
    let fits = year.len() == 4 && is_number(year) && parts.len() <= 2 && parts.iter().all(is_part);
    fits.then(|| words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_a_year_and_parts_of_one_or_two_digits() {
        for (words, expected) in [
            (vec!["2019"], Some("2019")),
            (vec!["2019", "02"], Some("2019-02")),
            (vec!["2019", "02", "28"], Some("2019-02-28")),
            (vec!["2019", "02", "30"], Some("2019-02-30")),
            (vec!["2019", "2"], Some("2019-2")),
            (vec!["2019", "013"], None),
            (vec!["2019", ""], None),
            (vec!["19"], None),
            (vec!["ano"], None),
            (vec!["2019", "02", "28", "01"], None),
            (vec![], None),
        ] {
            assert_eq!(date(&words).as_deref(), expected, "{words:?}");
        }
    }
}
