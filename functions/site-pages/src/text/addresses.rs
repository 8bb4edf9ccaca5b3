//! Addresses in a text: those of the host that the site was imported from lead to the site, and pictures of http sites are
//! asked for over https, the only way in which a page of an https site shows them.

use markup::tags::{self, StartTag};
use url::{ParseError, Url};

use crate::page_request::PageRequest;

/// Attributes with one address, or with several in a list.
const ATTRIBUTES: [&str; 4] = ["src", "href", "poster", "srcset"];

/// Elements that show a file.
const SHOWING: [&str; 5] = ["img", "source", "video", "audio", "track"];

/// Where deployed systems have their uploads, and where this site has them.
const UPLOADS: [&str; 2] = ["/wp-content/uploads/", "/uploads/"];

/// The text with the addresses of this site.
pub(super) fn own(request: &PageRequest, html: &str) -> String {
    let hosts = hosts(request);
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    tags::edited(html, |tag| changed(tag, &request.home, &hosts))
}

/// The text with absolute addresses: relative ones are resolved against that of the page.
pub(super) fn absolute(base: &Url, html: &str) -> String {
    tags::edited(html, |tag| {
        let mut is_changed = false;
        for (name, value) in &mut tag.attributes {
            if ATTRIBUTES.contains(&name.as_str()) {
                let parts = value.split(", ").map(|part| resolved(base, part));
                let new = parts.collect::<Vec<_>>().join(", ");
                is_changed |= new != *value;
                *value = new;
            }
        }
        is_changed
    })
}

/// An address, which a width may follow, resolved against a base; an absolute one and one that is none stay as they are.
fn resolved(base: &Url, part: &str) -> String {
    let trimmed = part.trim_start();
    let (address, rest) = trimmed.split_at(trimmed.find(' ').unwrap_or(trimmed.len()));
    if Url::parse(address) != Err(ParseError::RelativeUrlWithoutBase) {
        return part.to_owned();
    }
    base.join(address)
        .map_or_else(|_| part.to_owned(), |url| format!("{url}{rest}"))
}

/// The address of a file that a shortcode names.
pub(super) fn of_file(request: &PageRequest, given: &str) -> String {
    let hosts = hosts(request);
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    secure(&address(given, &request.home, &hosts), &request.home)
}

/// The hosts whose addresses are the site's: of the source of the import, and its own.
fn hosts(request: &PageRequest) -> Vec<String> {
    let home = request.home.as_str();
    let source = request.settings.source.home.as_str();
    let bare = |address: &str| {
        let address = address.trim_start_matches("https://");
        address.trim_start_matches("http://").to_owned()
    };
    let hosts = [bare(source), bare(home)].into_iter();
    hosts.filter(|host| !host.is_empty()).collect()
}

fn changed(tag: &mut StartTag, home: &str, hosts: &[&str]) -> bool {
    let shows = SHOWING.contains(&tag.name.as_str());
    let mut is_changed = false;
    for (name, value) in &mut tag.attributes {
        if !ATTRIBUTES.contains(&name.as_str()) {
            continue;
        }
        let parts = value.split(", ").map(|part| {
            let own = address(part, home, hosts);
            if shows { secure(&own, home) } else { own }
        });
        let new = parts.collect::<Vec<_>>().join(", ");
        if new != *value {
            *value = new;
            is_changed = true;
        }
    }
    is_changed
}

/// An address below one of the hosts, as an address of this site.
fn address(text: &str, home: &str, hosts: &[&str]) -> String {
    let [theirs, ours] = UPLOADS;
    let trimmed = text.trim_start();
    if trimmed.starts_with(theirs) {
        return format!("{home}{}", trimmed.replacen(theirs, ours, 1));
    }
    let scheme = ["https://", "http://"]
        .into_iter()
        .find_map(|scheme| trimmed.strip_prefix(scheme));
    let below = scheme.and_then(|rest| {
        let rest = rest.strip_prefix("www.").unwrap_or(rest);
        hosts.iter().find_map(|host| {
            let path = rest.strip_prefix(host.strip_prefix("www.").unwrap_or(host))?;
            (path.is_empty() || path.starts_with(['/', '?', '#', ' '])).then_some(path)
        })
    });
    match below {
        Some(path) if path.starts_with(theirs) => {
            format!("{home}{}", path.replacen(theirs, ours, 1))
        }
        Some(path) => format!("{home}{path}"),
        None => text.to_owned(),
    }
}

/// An address over https, unless it has a port of its own or is the site's.
fn secure(text: &str, home: &str) -> String {
    let Some(rest) = text.trim_start().strip_prefix("http://") else {
        return text.to_owned();
    };
    let host = rest.split(['/', '?', '#', ' ']).next().unwrap_or_default();
    if host.contains(':') || text.trim_start().starts_with(home) {
        return text.to_owned();
    }
    format!("https://{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "https://novo.example";

    #[test]
    fn addresses_of_feeds_are_absolute() {
        let base = Url::parse("https://novo.example/pao/").unwrap();
        for (given, absolute) in [
            (
                "<a href=\"/sobre/\">",
                "<a href=\"https://novo.example/sobre/\">",
            ),
            (
                "<a href=\"#fim\">",
                "<a href=\"https://novo.example/pao/#fim\">",
            ),
            (
                "<a href=\"//b.example/x\">",
                "<a href=\"https://b.example/x\">",
            ),
            (
                "<a href=\"mailto:a@b.example\">",
                "<a href=\"mailto:a@b.example\">",
            ),
            (
                "<img srcset=\"/uploads/a.jpg 300w, https://b.example/a.jpg 600w\">",
                "<img srcset=\"https://novo.example/uploads/a.jpg 300w, https://b.example/a.jpg 600w\">",
            ),
        ] {
            assert_eq!(super::absolute(&base, given), absolute);
        }
    }

    #[test]
    fn addresses_of_the_source_lead_to_the_site() {
        let hosts = ["antigo.example", "novo.example"];
        for (given, own) in [
            (
                "http://antigo.example/wp-content/uploads/2018/11/A.jpg",
                "https://novo.example/uploads/2018/11/A.jpg",
            ),
            (
                "https://www.antigo.example/2018/11/05/pao/",
                "https://novo.example/2018/11/05/pao/",
            ),
            (
                "https://novo.example/wp-content/uploads/a.jpg 300w",
                "https://novo.example/uploads/a.jpg 300w",
            ),
            (
                "/wp-content/uploads/a.jpg",
                "https://novo.example/uploads/a.jpg",
            ),
            ("https://antigo.example", "https://novo.example"),
            (
                "https://antigo.example.evil.example/x",
                "https://antigo.example.evil.example/x",
            ),
            (
                "https://outro.example/wp-content/uploads/a.jpg",
                "https://outro.example/wp-content/uploads/a.jpg",
            ),
            ("/pao/", "/pao/"),
        ] {
            assert_eq!(address(given, HOME, &hosts), own, "{given}");
        }
    }

    #[test]
    fn pictures_of_http_sites_are_asked_for_over_https() {
        for (given, secured) in [
            ("http://b.example/a.jpg", "https://b.example/a.jpg"),
            ("http://b.example:8080/a.jpg", "http://b.example:8080/a.jpg"),
            ("https://b.example/a.jpg", "https://b.example/a.jpg"),
            ("a.jpg", "a.jpg"),
        ] {
            assert_eq!(secure(given, HOME), secured);
        }
        let html = "<a href=\"http://b.example/\"><img src=\"http://b.example/a.jpg\" srcset=\"http://b.example/a.jpg 1w, http://b.example/b.jpg 2w\"></a>";
        let changed = tags::edited(html, |tag| changed(tag, HOME, &["novo.example"]));
        assert_eq!(
            changed,
            "<a href=\"http://b.example/\"><img src=\"https://b.example/a.jpg\" srcset=\"https://b.example/a.jpg 1w, https://b.example/b.jpg 2w\"></a>"
        );
    }
}
