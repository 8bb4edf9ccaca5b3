//! The address of a page of the site, as `get_head` reads it.

use thiserror::Error;
use url::Url;

/// What an address asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// The page at this path of the site, to be looked up.
    Path(String),
    /// No page: another host, a further page of a list, a feed, or the home address without its slash.
    Nothing,
}

/// The text is no address with http or https: 400 `rest_invalid_param`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the text is no address with http or https")]
pub struct NotAnAddress;

/// Reduces an address to host and path: port, query and fragment are dropped. `home` is the home address of the site.
///
/// # Errors
/// The text does not begin with `http://` or `https://` and a host.
pub fn asked(address: &str, home: &Url) -> Result<Asked, NotAnAddress> {
    let (scheme, rest) = address.split_once("://").ok_or(NotAnAddress)?;
    let is_known = ["http", "https"]
        .into_iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if !is_known || host.is_empty() {
        return Err(NotAnAddress);
    }
    if host.contains(' ') {
        return Ok(Asked::Nothing);
    }
    let url = Url::parse(address).map_err(|_| NotAnAddress)?;
    let authority = rest.split(['?', '#']).next().unwrap_or_default();
    let path = url.path();
    let below = path.strip_prefix(home.path().trim_end_matches('/'));
    let is_home_without_slash = !authority.contains('/') || below == Some("");
    let of_site =
        url.host_str() == home.host_str() && below.is_some_and(|rest| rest.starts_with('/'));
    if is_home_without_slash || !of_site || is_part_of_list(path) {
        return Ok(Asked::Nothing);
    }
    Ok(Asked::Path(path.to_owned()))
}

/// Whether the path names a further page of a list, or a feed.
fn is_part_of_list(path: &str) -> bool {
    let mut parts = path.rsplit('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some("feed"), _) | (Some("rss" | "rss2" | "atom" | "rdf"), Some("feed")) => true,
        (Some(number), Some("page")) => number.bytes().all(|one| one.is_ascii_digit()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn home() -> Url {
        Url::parse("https://a.example/").unwrap()
    }

    #[test]
    fn port_query_and_fragment_are_dropped() {
        for (address, path) in [
            ("https://a.example/", "/"),
            ("https://a.example/?p=54", "/"),
            ("https://a.example/pao/?x=1#y", "/pao/"),
            ("http://a.example:8080/pao", "/pao"),
            ("HTTPS://A.example/2019/", "/2019/"),
            ("https://ana@a.example/pao/", "/pao/"),
            ("https://a.example/a b/", "/a%20b/"),
            ("https://a.example/page/sobre/", "/page/sobre/"),
        ] {
            assert_eq!(
                asked(address, &home()),
                Ok(Asked::Path(path.to_owned())),
                "{address}"
            );
        }
    }

    #[test]
    fn addresses_without_a_page() {
        for address in [
            "https://a.example",
            "https://a.example?p=54",
            "https://b.example/",
            "https://a .example/",
            "https://a.example/page/2/",
            "https://a.example/category/x/page/3",
            "https://a.example/feed/",
            "https://a.example/pao/feed/rss2/",
        ] {
            assert_eq!(asked(address, &home()), Ok(Asked::Nothing), "{address}");
        }
    }

    #[test]
    fn a_site_in_a_folder() {
        let home = Url::parse("https://a.example/blog/").unwrap();
        assert_eq!(
            asked("https://a.example/blog/", &home),
            Ok(Asked::Path("/blog/".to_owned()))
        );
        assert_eq!(asked("https://a.example/blog", &home), Ok(Asked::Nothing));
        assert_eq!(
            asked("https://a.example/blogue/", &home),
            Ok(Asked::Nothing)
        );
    }

    #[test]
    fn what_is_no_address() {
        for text in [
            "",
            "/pao/",
            "a.example/pao",
            "ftp://a.example/",
            "javascript:x",
            "https://",
            "https:///pao/",
            "https:a.example",
            "//a.example/",
            " https://a.example/",
            "https://a.example:99999/",
            "mailto:a@a.example",
        ] {
            assert_eq!(asked(text, &home()), Err(NotAnAddress), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(\\PC|https://|a\\.example|/|\\?|#|:){0,30}") {
            if let Ok(Asked::Path(path)) = asked(&text, &home()) {
                prop_assert!(path.starts_with('/'));
                prop_assert!(!path.contains(['?', '#']));
            }
        }
    }
}
