//! The parameters of the list. None of them is declared, so none is refused.

/// What the list is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderBy {
    /// The number.
    Id,
    /// The title.
    Title,
    /// The slug.
    Slug,
    /// The day of the last change.
    Modified,
    /// The day of creation; also for an unknown word.
    Date,
}

/// How the list is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// Number of forms on a page; none for all.
    pub per_page: Option<usize>,
    /// Number of forms that are skipped.
    pub offset: usize,
    /// The order.
    pub order_by: OrderBy,
    /// Whether the order is reversed.
    pub descending: bool,
    /// What titles are searched for; empty for everything.
    pub search: String,
}

impl ListQuery {
    /// Reads the parameters by their names. `page_size` is the site's number of posts on a page.
    pub fn parse<'a>(parameter: impl Fn(&str) -> Option<&'a str>, page_size: usize) -> Self {
        let per_page = parameter("per_page").and_then(|text| match text.trim().parse::<i64>() {
            Ok(-1) => None,
            Ok(number) if number > 0 => usize::try_from(number).ok(),
            Ok(number) if number < -1 => usize::try_from(number.unsigned_abs()).ok(),
            _ => Some(page_size),
        });
        let offset = parameter("offset").and_then(|text| text.trim().parse().ok());
        let order_by = match parameter("orderby").map(str::to_ascii_lowercase).as_deref() {
            None | Some("id") => OrderBy::Id,
            Some("title") => OrderBy::Title,
            Some("name") => OrderBy::Slug,
            Some("modified") => OrderBy::Modified,
            Some(_) => OrderBy::Date,
        };
        Self {
            offset: per_page.and(offset).unwrap_or_default(),
            per_page,
            order_by,
            descending: parameter("order").is_some_and(|order| !order.eq_ignore_ascii_case("asc")),
            search: parameter("search").unwrap_or_default().trim().to_owned(),
        }
    }

    /// Whether a title is found: it holds every word of the search, upper and lower case alike.
    pub fn finds(&self, title: &str) -> bool {
        let title = title.to_lowercase();
        self.search
            .split_whitespace()
            .all(|word| title.contains(&word.to_lowercase()))
    }

    /// The forms of the asked page out of those that were found, in their order.
    pub fn page<T>(&self, found: Vec<T>) -> Vec<T> {
        let length = self.per_page.unwrap_or(usize::MAX);
        found.into_iter().skip(self.offset).take(length).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(given: &[(&str, &'static str)]) -> ListQuery {
        ListQuery::parse(
            |name| {
                given
                    .iter()
                    .find(|(own, _)| *own == name)
                    .map(|(_, value)| *value)
            },
            10,
        )
    }

    #[test]
    fn sizes_of_pages() {
        for (given, wanted) in [
            ("-1", None),
            ("0", Some(10)),
            ("x", Some(10)),
            ("", Some(10)),
            ("3", Some(3)),
        ] {
            assert_eq!(query(&[("per_page", given)]).per_page, wanted, "{given}");
        }
        assert_eq!(query(&[]).per_page, None);
    }

    #[test]
    fn an_offset_counts_only_with_a_size() {
        assert_eq!(query(&[("offset", "2")]).page(vec![1, 2, 3]), [1, 2, 3]);
        assert_eq!(
            query(&[("offset", "1"), ("per_page", "1")]).page(vec![1, 2, 3]),
            [2]
        );
        assert_eq!(
            query(&[("offset", "-1"), ("per_page", "2")]).page(vec![1, 2, 3]),
            [1, 2]
        );
    }

    #[test]
    fn orders() {
        assert_eq!(query(&[]).order_by, OrderBy::Id);
        assert_eq!(query(&[("orderby", "title")]).order_by, OrderBy::Title);
        assert_eq!(query(&[("orderby", "cor")]).order_by, OrderBy::Date);
        assert!(!query(&[]).descending);
        assert!(!query(&[("order", "asc")]).descending);
        assert!(query(&[("order", "qualquer")]).descending);
    }

    #[test]
    fn searches_titles() {
        let query = query(&[("search", " FALE conosco ")]);
        assert!(query.finds("Conosco: fale") && !query.finds("Fale"));
    }
}
