//! `available_posts`: texts to choose from.

use std::cmp::Reverse;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

/// Most texts of an answer.
pub const LIMIT: usize = 100;
/// Message for an unknown type, 400.
pub const WRONG_TYPE: &str = "The post type asked is not valid";

/// A text of the asked type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Identifier.
    pub id: u64,
    /// Title, as plain text.
    pub title: String,
    /// Slug.
    pub slug: String,
    /// Whether it is published.
    pub published: bool,
    /// Whether a password is needed.
    pub protected: bool,
    /// Whether search engines shall not show it.
    pub noindex: bool,
    /// Last change.
    pub modified: Timestamp,
}

/// A text of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Available {
    /// Identifier.
    pub id: u64,
    /// Title.
    pub title: String,
    /// Slug.
    pub slug: String,
}

/// The published texts without password that search engines may show and whose title contains `search`, in any case; the last
/// changed first.
pub fn select(candidates: impl IntoIterator<Item = Candidate>, search: &str) -> Vec<Available> {
    let search = search.trim().to_lowercase();
    let mut found: Vec<Candidate> = candidates
        .into_iter()
        .filter(|one| one.published && !one.protected && !one.noindex)
        .filter(|one| one.title.to_lowercase().contains(&search))
        .collect();
    found.sort_by_key(|one| Reverse((one.modified, one.id)));
    let found = found.into_iter().take(LIMIT);
    found
        .map(|one| Available {
            id: one.id,
            title: one.title,
            slug: one.slug,
        })
        .collect()
}

/// The body for an unknown type.
pub fn wrong_type_body() -> Value {
    json!({ "error": WRONG_TYPE })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: u64, title: &str, modified: i64) -> Candidate {
        Candidate {
            id,
            title: title.to_owned(),
            slug: format!("s-{id}"),
            published: true,
            protected: false,
            noindex: false,
            modified: Timestamp::from_second(modified).unwrap(),
        }
    }

    #[test]
    fn the_last_changed_first() {
        let found = select(
            [
                candidate(1, "A", 5),
                candidate(2, "B", 9),
                candidate(3, "C", 5),
            ],
            "",
        );
        let ids: Vec<_> = found.iter().map(|one| one.id).collect();
        assert_eq!(ids, [2, 3, 1]);
        assert_eq!(
            serde_json::to_value(&found[0]).unwrap(),
            json!({"id": 2, "title": "B", "slug": "s-2"})
        );
    }

    #[test]
    fn only_published_texts_that_everyone_may_find() {
        let mut draft = candidate(1, "A", 1);
        draft.published = false;
        let mut locked = candidate(2, "A", 1);
        locked.protected = true;
        let mut hidden = candidate(3, "A", 1);
        hidden.noindex = true;
        assert!(select([draft, locked, hidden], "").is_empty());
    }

    #[test]
    fn titles_are_searched_in_any_case() {
        let found = select(
            [candidate(1, "Pão DOCE", 1), candidate(2, "Bolo", 1)],
            " doce ",
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id, 1);
    }

    #[test]
    fn at_most_a_hundred() {
        let many = (0..150).map(|id| candidate(id, "A", 1));
        assert_eq!(select(many, "").len(), LIMIT);
    }

    #[test]
    fn an_unknown_type() {
        assert_eq!(
            wrong_type_body(),
            json!({"error": "The post type asked is not valid"})
        );
    }
}
