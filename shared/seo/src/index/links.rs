//! Links in texts, and how many lead where.

use std::collections::BTreeMap;

use markup::escape;
use markup::lexer::{Lexer, Piece};
use url::Url;

/// Most links that are read of one text.
pub const LIMIT: usize = 2_000;

/// Where a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// Another page of the site.
    Internal,
    /// Another host.
    External,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its address, without fragment.
    pub url: Url,
    /// Where it leads.
    pub kind: LinkKind,
}

/// The links of `html`, in its order, whose page is at `page` on the site with the home address `home`. Links to a place on the
/// same page are left out, and so are addresses other than http and https.
pub fn links(html: &str, page: &Url, home: &Url) -> Vec<Link> {
    let own = key(page);
    Lexer::new(html)
        .filter_map(|piece| match piece {
            Piece::Start(tag) if tag.name == "a" => tag.attribute("href"),
            _ => None,
        })
        .filter_map(|href| page.join(escape::decode(href).trim()).ok())
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .filter(|url| key(url) != own)
        .take(LIMIT)
        .map(|mut url| {
            url.set_fragment(None);
            let kind = if is_of_site(&url, home) {
                LinkKind::Internal
            } else {
                LinkKind::External
            };
            Link { url, kind }
        })
        .collect()
}

/// Whether an address belongs to the site: its host, whichever scheme, at or below the path of the home page.
pub fn is_of_site(url: &Url, home: &Url) -> bool {
    let host = |url: &Url| {
        let host = url.host_str()?;
        Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
    };
    let path = home.path().trim_end_matches('/');
    let below = url.path().strip_prefix(path);
    host(url) == host(home)
        && url.port() == home.port()
        && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// What two addresses of one page have in common: everything but scheme, fragment and a slash at the end of the path.
pub fn key(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    let query = url
        .query()
        .map(|query| format!("?{query}"))
        .unwrap_or_default();
    format!("{host}{port}{}{query}", url.path().trim_end_matches('/'))
}

/// How many of the links lead to pages of the site: `link_count`.
pub fn internal(links: &[Link]) -> usize {
    links
        .iter()
        .filter(|link| link.kind == LinkKind::Internal)
        .count()
}

/// How many links lead to each page of the site, by [`key`]: `incoming_link_count`.
pub fn incoming<'a>(links: impl IntoIterator<Item = &'a Link>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for link in links
        .into_iter()
        .filter(|link| link.kind == LinkKind::Internal)
    {
        *counts.entry(key(&link.url)).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(html: &str) -> Vec<(String, LinkKind)> {
        let page = Url::parse("https://a.example/blog/pao/").unwrap();
        let home = Url::parse("https://a.example/blog/").unwrap();
        links(html, &page, &home)
            .into_iter()
            .map(|link| (link.url.into(), link.kind))
            .collect()
    }

    fn kind(href: &str) -> Option<LinkKind> {
        read(&format!("<a href=\"{href}\">x</a>"))
            .pop()
            .map(|(_, kind)| kind)
    }

    #[test]
    fn kinds() {
        for internal in [
            "../bolo/",
            "/blog/x",
            "https://www.a.example/blog/y",
            "http://a.example/blog/",
            "?a=b",
        ] {
            assert_eq!(kind(internal), Some(LinkKind::Internal), "{internal}");
        }
        for external in [
            "https://b.example/",
            "//b.example/blog/",
            "/fora",
            "/blogue/",
            "https://a.example:8443/blog/x",
        ] {
            assert_eq!(kind(external), Some(LinkKind::External), "{external}");
        }
        for none in [
            "#topo",
            "https://a.example/blog/pao#x",
            "mailto:a@b.example",
            "javascript:x",
            "tel:1",
            "https://",
        ] {
            assert_eq!(kind(none), None, "{none}");
        }
    }

    #[test]
    fn only_links_that_are_markup_count() {
        let html = "<!-- <a href=/blog/a> --><script>'<a href=/blog/b>'</script>\
            <a name=x>y</a><link href=/blog/c><A HREF='/blog/d?x=1&amp;y=2#z'>z</A>";
        assert_eq!(
            read(html),
            [(
                "https://a.example/blog/d?x=1&y=2".to_owned(),
                LinkKind::Internal
            )]
        );
    }

    #[test]
    fn counts() {
        let page = Url::parse("https://a.example/").unwrap();
        let html = "<a href=/x/>1</a><a href=/x>2</a><a href=http://a.example/x/#y>3</a><a href=/z>4</a><a href=//b.example/>5</a>";
        let links = links(html, &page, &page);
        assert_eq!(internal(&links), 4);
        let counts = incoming(&links);
        assert_eq!(counts.get("a.example/x"), Some(&3));
        assert_eq!(counts.get("a.example/z"), Some(&1));
        assert_eq!(counts.len(), 2);
    }

    #[test]
    fn the_number_of_links_is_limited() {
        assert_eq!(
            read(&"<a href=//b.example/x>".repeat(LIMIT + 9)).len(),
            LIMIT
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(html in "(\\PC|<a href=|\"|'|>|#|/|https://){0,60}") {
            for (url, _) in read(&html) {
                prop_assert!(url.starts_with("http"));
                prop_assert!(!url.contains('#'));
            }
        }
    }
}
