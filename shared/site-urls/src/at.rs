//! Resolves permalinks: the inverse of [`crate::address`].

use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use site_store::{
    SiteStore, StoreError, Summary, Term, TermFilter, User, UserFilter, slug_in_path,
};
use url::Url;

use crate::address;

/// The segments of a path, without empty ones.
pub fn segments(path: &str) -> Vec<String> {
    path.split('/')
        .filter(|part| !part.is_empty())
        .map(slug_in_path)
        .collect()
}

/// Whether two paths are the same: the hexadecimal digits of percent-encoded bytes may be of either case (RFC 3986, 6.2.2.1).
pub fn is_same_path(one: &str, other: &str) -> bool {
    let mut of_escape = 0_u8;
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).all(|(one, other)| {
            let is_same = one == other || of_escape > 0 && one.eq_ignore_ascii_case(&other);
            of_escape = if one == b'%' {
                2
            } else {
                of_escape.saturating_sub(1)
            };
            is_same
        })
}

/// The item whose page has these slugs; published items have priority over others, pages over posts. The item may
/// have any status that has an address; the caller decides whether a reader may open it.
///
/// # Errors
/// The read model fails.
pub fn item(store: &SiteStore, segments: &[String]) -> Result<Option<Summary>, StoreError> {
    let Some(last) = segments.last() else {
        return Ok(None);
    };
    let sought = format!("{}/", segments.join("/"));
    let mut found = Vec::new();
    for id in store.with_slug(last)? {
        // Other kinds have links of the same form, but no pages.
        let candidate = store.summary(id)?.filter(|item| item.kind.is_viewable());
        let Some(candidate) = candidate else {
            continue;
        };
        let own = if address::is_front(id, store) {
            format!("{}/", candidate.slug)
        } else {
            address::path(&candidate, store)?.unwrap_or_default()
        };
        if own == sought {
            found.push(candidate);
        }
    }
    found.sort_by_key(|item| (item.status != Status::Publish, item.kind != Kind::Page));
    Ok(found.into_iter().next())
}

/// The term whose page has these slugs.
///
/// # Errors
/// The read model fails.
pub fn term(
    store: &SiteStore,
    taxonomy: Taxonomy,
    segments: &[String],
) -> Result<Option<Arc<Term>>, StoreError> {
    let Some(last) = segments.last() else {
        return Ok(None);
    };
    let filter = TermFilter {
        slugs: vec![last.clone()],
        ..TermFilter::default()
    };
    let sought = format!("{}/", segments.join("/"));
    let found = store.terms(taxonomy, &filter)?.items;
    Ok(found
        .into_iter()
        .find(|term| address::term_path(term, store) == sought))
}

/// The user with this slug if they have published anything, which makes them public
/// (docs/interface/site/users.md#visibility).
///
/// # Errors
/// The read model fails.
pub fn author(store: &SiteStore, slug: &str) -> Result<Option<Arc<User>>, StoreError> {
    let filter = UserFilter {
        slugs: vec![slug.to_owned()],
        has_published: Some(vec![Kind::Post, Kind::Page]),
        limit: Some(1),
        ..UserFilter::default()
    };
    Ok(store.users(&filter)?.items.into_iter().next())
}

/// The item that an address of this site leads to, by slugs or by identifier; `None` for other sites and for pages
/// that belong to no item.
///
/// # Errors
/// The read model fails.
pub fn url(store: &SiteStore, home: &str, text: &str) -> Result<Option<Summary>, StoreError> {
    let (Ok(url), Ok(home)) = (Url::parse(text), Url::parse(home)) else {
        return Ok(None);
    };
    // Requests may arrive over http or https; host and port identify a site.
    if url.host() != home.host() || url.port_or_known_default() != home.port_or_known_default() {
        let defaults = url.port().is_none() && home.port().is_none();
        if url.host() != home.host() || !defaults {
            return Ok(None);
        }
    }
    for (name, value) in url.query_pairs() {
        if matches!(name.as_ref(), "p" | "page_id" | "attachment_id")
            && let Ok(id) = value.parse()
        {
            return store.summary(id);
        }
    }
    let base = home.path().trim_end_matches('/');
    let Some(path) = url.path().strip_prefix(base) else {
        return Ok(None);
    };
    let segments = segments(path);
    if segments.is_empty() {
        let front = store.settings().page_on_front;
        return if address::is_front(front, store) {
            store.summary(front)
        } else {
            Ok(None)
        };
    }
    item(store, &segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_escapes_have_either_case() {
        for (one, other) in [
            ("/p%c3%a3o/", "/p%C3%A3o/"),
            ("/%e6%97%a5/", "/%E6%97%a5/"),
            ("/a/", "/a/"),
        ] {
            assert!(
                is_same_path(one, other) && is_same_path(other, one),
                "{one}"
            );
        }
        for (one, other) in [
            ("/a/", "/A/"),
            ("/a/", "/a"),
            ("/%c3%a3o/", "/%c3%a3O/"),
            ("/%c3a/", "/%c3A/"),
            ("/%25a/", "/%25A/"),
        ] {
            assert!(!is_same_path(one, other), "{one} {other}");
        }
    }
}
