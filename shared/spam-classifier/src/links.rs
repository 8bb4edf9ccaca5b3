//! Links of a text.

use url::Url;

/// Sites that people cite in discussions; a link to them or below them is no signal.
const REFERENCE_HOSTS: [&str; 12] = [
    "wikipedia.org",
    "archive.org",
    "arxiv.org",
    "github.com",
    "scielo.br",
    "youtube.com",
    "youtu.be",
    "gov",
    "gov.br",
    "gov.uk",
    "edu",
    "edu.br",
];
/// Services that hide the target of a link.
const SHORTENERS: [&str; 9] = [
    "bit.ly",
    "tinyurl.com",
    "is.gd",
    "cutt.ly",
    "goo.gl",
    "t.ly",
    "rb.gy",
    "shorturl.at",
    "encurtador.com.br",
];
/// Top-level domains with far more abuse than use.
const ABUSED_DOMAINS: [&str; 10] = [
    "top", "xyz", "icu", "click", "loan", "win", "bid", "cam", "cyou", "sbs",
];
/// Most links that are read; more of them change nothing.
const MAX_LINKS: usize = 50;
/// Longest host name (RFC 1035), in bytes of ASCII.
const MAX_HOST_CHARS: usize = 253;

/// What the links of a text say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Links {
    /// Hosts of links that are neither the site's own nor reference sites, once per link.
    pub(crate) hosts: Vec<String>,
    /// Whether links are written as BBCode, which no form here understands: the text was made for any site.
    pub(crate) bbcode: bool,
    /// Whether links are written as HTML.
    pub(crate) html: bool,
    /// Number of links through services that hide the target.
    pub(crate) shortened: usize,
    /// Number of links into abused top-level domains.
    pub(crate) abused: usize,
}

/// Reads the links of `text`; `own_host` and reference sites do not count.
pub(crate) fn links(text: &str, own_host: &str) -> Links {
    let lower = text.to_lowercase();
    let mut found = Links {
        bbcode: ["[url=", "[url]", "[link="]
            .iter()
            .any(|tag| lower.contains(tag)),
        html: lower.contains("<a ") && lower.contains("href"),
        ..Links::default()
    };
    for host in hosts(&lower) {
        if is_below(&host, own_host) || REFERENCE_HOSTS.iter().any(|known| is_below(&host, known)) {
            continue;
        }
        found.shortened += usize::from(SHORTENERS.contains(&host.as_str()));
        let domain = host.rsplit('.').next().unwrap_or_default();
        found.abused += usize::from(ABUSED_DOMAINS.contains(&domain));
        found.hosts.push(host);
    }
    found
}

/// The host of an author's address; `None` where it is empty, no web address, or the site's own.
pub(crate) fn author_host(author_url: &str, own_host: &str) -> Option<String> {
    let given = author_url.trim().to_lowercase();
    let start = ["http://", "https://"]
        .iter()
        .find_map(|scheme| given.strip_prefix(scheme))
        .unwrap_or(&given);
    host_at(start).filter(|host| !is_below(host, own_host))
}

/// The hosts of all links, also of those without a scheme that begin with `www.`.
fn hosts(lower: &str) -> impl Iterator<Item = String> {
    let after = |mark: &'static str| {
        lower
            .match_indices(mark)
            .filter_map(move |(at, _)| lower.get(at + mark.len()..))
    };
    let with_scheme = after("://");
    let without = lower.match_indices("www.").filter_map(move |(at, _)| {
        let before = lower.get(..at)?;
        let is_in_name = before
            .chars()
            .next_back()
            .is_some_and(|last| last.is_alphanumeric() || "-.".contains(last));
        if is_in_name || before.ends_with("://") {
            None
        } else {
            lower.get(at..)
        }
    });
    with_scheme
        .chain(without)
        .filter_map(host_at)
        .take(MAX_LINKS)
}

/// The host at the start of `rest`, without `www.`.
fn host_at(rest: &str) -> Option<String> {
    // Only the longest possible host is looked at, or a text full of beginnings would be read once for each of them.
    let end = rest
        .char_indices()
        .take(MAX_HOST_CHARS + 1)
        .find(|(_, character)| !(character.is_alphanumeric() || "-.".contains(*character)))
        .map(|(at, _)| at)
        .or_else(|| (rest.len() <= MAX_HOST_CHARS).then_some(rest.len()))?;
    let host = rest.get(..end)?.trim_matches(['.', '-']);
    if !host.contains('.') {
        return None;
    }
    let url = Url::parse(&format!("http://{host}/")).ok()?;
    let host = url.host_str()?;
    Some(without_www(host).to_owned())
}

/// `host` without a leading `www.`; in `www.com` the label is part of the name.
fn without_www(host: &str) -> &str {
    host.strip_prefix("www.")
        .filter(|name| name.contains('.'))
        .unwrap_or(host)
}

/// Whether `host` is `domain` or below it.
fn is_below(host: &str, domain: &str) -> bool {
    let domain = without_www(domain);
    !domain.is_empty()
        && host
            .strip_suffix(domain)
            .is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn links_are_found_in_text_html_and_bbcode() {
        let found = links(
            "veja www.loja.example e <A HREF='https://b.example/x'>b</A> [url=http://c.example]c[/url]",
            "",
        );
        assert_eq!(found.hosts, ["b.example", "c.example", "loja.example"]);
        assert!(found.html && found.bbcode);
    }

    #[test]
    fn own_host_and_reference_sites_do_not_count() {
        let text = "https://blog.site.example/a https://pt.wikipedia.org/x https://www.gov.br/anpd https://notgov.br/";
        assert_eq!(links(text, "www.site.example").hosts, ["notgov.br"]);
        assert_eq!(author_host("https://Site.example/eu", "site.example"), None);
        assert_eq!(author_host("Loja.example", "").unwrap(), "loja.example");
        assert_eq!(author_host("não tenho", ""), None);
    }

    #[test]
    fn shorteners_and_abused_domains_are_counted() {
        let found = links("https://bit.ly/a https://ganhe.xyz https://xyz.example", "");
        assert_eq!(
            (found.shortened, found.abused, found.hosts.len()),
            (1, 1, 3)
        );
        assert_eq!(
            links(&"http://a.example ".repeat(500), "").hosts.len(),
            MAX_LINKS
        );
    }

    #[test]
    fn www_is_left_out_only_before_a_whole_name() {
        let found = links("https://www.loja.example www.com https://www.com", "");
        assert_eq!(found.hosts, ["loja.example", "www.com", "www.com"]);
        let found = links("https://awww.example a.www.example", "");
        assert_eq!(found.hosts, ["awww.example"]);
    }

    #[test]
    fn a_text_full_of_beginnings_of_links_is_read() {
        assert!(links(&"www.".repeat(20_000), "").hosts.len() <= MAX_LINKS);
        assert!(links(&"http://".repeat(20_000), "").hosts.is_empty());
        let long = format!("https://{}.example", "a".repeat(300));
        assert!(links(&long, "").hosts.is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,200}", own in "\\PC{0,20}") {
            let _ = links(&text, &own);
            let _ = author_host(&text, &own);
        }

        #[test]
        fn a_link_is_found_wherever_it_stands(before in "[^/:\\[\\]a-zA-Z.]{0,20}", host in "[a-z]{3,12}") {
            let text = format!("{before} https://{host}.example/caminho");
            prop_assert_eq!(links(&text, "").hosts, vec![format!("{host}.example")]);
        }
    }
}
