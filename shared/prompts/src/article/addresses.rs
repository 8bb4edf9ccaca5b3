//! Links and pictures that an answer may contain: those of its brief.

use std::collections::HashMap;

use markup::escape;
use markup::lexer::{Lexer, Piece, Tag};
use url::Url;

/// Attributes that a link keeps from the body.
const LINK_ATTRIBUTES: [&str; 5] = ["href", "target", "rel", "title", "class"];
/// Attributes that a picture keeps from the body.
const PICTURE_ATTRIBUTES: [&str; 9] = [
    "src", "alt", "width", "height", "srcset", "sizes", "loading", "class", "title",
];

/// Attributes of an element with their values, decoded.
type Attributes = Vec<(&'static str, String)>;

/// Addresses of a body that its improvement does not have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingAddresses {
    /// Addresses of links.
    pub links: Vec<String>,
    /// Addresses of pictures.
    pub pictures: Vec<String>,
}

/// Addresses that may be linked to or shown, with the attributes that belong to them.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    links: HashMap<String, Attributes>,
    pictures: HashMap<String, Attributes>,
}

impl Addresses {
    /// Adds the addresses that a plain text names.
    pub(super) fn add_text(&mut self, text: &str) {
        for word in text.split(|c: char| c.is_whitespace() || "<>\"“”‘’«»|`*".contains(c))
        {
            let from = ["https://", "http://", "www."]
                .iter()
                .filter_map(|start| word.find(start))
                .min();
            let Some((_, address)) = from.and_then(|at| word.split_at_checked(at)) else {
                continue;
            };
            let address = trimmed(address);
            if let Some(key) = web_key(address) {
                self.links.entry(key).or_default();
            }
        }
    }

    /// Adds the links and pictures of a body in HTML, and the addresses in its text.
    pub(super) fn add_html(&mut self, html: &str) {
        for piece in Lexer::new(html) {
            match piece {
                Piece::Start(tag) if tag.name == "a" => {
                    if let Some(key) = tag
                        .attribute("href")
                        .and_then(|href| key(&escape::decode(href)))
                    {
                        // An address that a text named before has no attributes yet.
                        let known = self.links.entry(key).or_default();
                        if known.is_empty() {
                            *known = attributes(&tag, &LINK_ATTRIBUTES);
                        }
                    }
                }
                Piece::Start(tag) if tag.name == "img" => {
                    if let Some(key) = tag
                        .attribute("src")
                        .and_then(|src| key(&escape::decode(src)))
                    {
                        self.pictures
                            .entry(key)
                            .or_insert_with(|| attributes(&tag, &PICTURE_ATTRIBUTES));
                    }
                }
                Piece::Text(text) => self.add_text(&escape::decode(text)),
                Piece::Start(_) | Piece::End(_) => {}
            }
        }
    }

    /// Links and pictures of these addresses that `html` does not have, as they are written, in alphabetical order.
    pub(super) fn missing_in(&self, html: &str) -> MissingAddresses {
        let mut own = Self::default();
        own.add_html(html);
        let missing = |all: &HashMap<String, Attributes>, own: &HashMap<String, Attributes>| {
            let missing = all.iter().filter(|(key, _)| !own.contains_key(*key));
            // Addresses that only a text names have no attributes.
            let mut written: Vec<String> = missing
                .filter_map(|(_, attributes)| attributes.first())
                .map(|(_, address)| address.clone())
                .collect();
            written.sort();
            written
        };
        MissingAddresses {
            links: missing(&self.links, &own.links),
            pictures: missing(&self.pictures, &own.pictures),
        }
    }

    /// The attributes of a link to `href`, if it is allowed.
    pub(super) fn link(&self, href: &str) -> Option<Attributes> {
        let known = self.links.get(&key(href)?)?;
        if known.is_empty() {
            return Some(vec![("href", with_scheme(href.trim()))]);
        }
        Some(known.clone())
    }

    /// The attributes of the picture at `src`, if it is allowed. `alt` counts where the body has no alternative text.
    pub(super) fn picture(&self, src: &str, alt: &str) -> Option<Attributes> {
        let mut known = self.pictures.get(&key(src)?)?.clone();
        if !known
            .iter()
            .any(|(name, value)| *name == "alt" && !value.trim().is_empty())
        {
            known.retain(|(name, _)| *name != "alt");
            known.push(("alt", alt.to_owned()));
        }
        Some(known)
    }
}

fn attributes(tag: &Tag<'_>, kept: &[&'static str]) -> Attributes {
    kept.iter()
        .filter_map(|name| Some((*name, escape::decode(tag.attribute(name)?))))
        .collect()
}

/// Without what ends the sentence around an address.
fn trimmed(address: &str) -> &str {
    let mut address = address;
    loop {
        let shorter = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '…']);
        // A bracket belongs to the address only with its other half.
        let closing = shorter.matches([')', ']', '}']).count();
        let shorter = match shorter.strip_suffix([')', ']', '}']) {
            Some(rest) if closing > shorter.matches(['(', '[', '{']).count() => rest,
            _ => shorter,
        };
        if shorter.len() == address.len() {
            return address;
        }
        address = shorter;
    }
}

fn with_scheme(address: &str) -> String {
    if address.starts_with("www.") {
        format!("https://{address}")
    } else {
        address.to_owned()
    }
}

/// The identity of an address: for pages without the scheme and a slash at the end, otherwise as written.
fn key(address: &str) -> Option<String> {
    let address = address.trim();
    if let Some(key) = web_key(address) {
        return Some(key);
    }
    let is_usable = !address.is_empty() && !address.contains(char::is_control);
    let scheme = address
        .split_once(':')
        .map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_known = scheme.is_none_or(|scheme| {
        matches!(scheme.as_str(), "mailto" | "tel") || scheme.contains(['/', '?', '#'])
    });
    (is_usable && is_known).then(|| address.to_owned())
}

fn web_key(address: &str) -> Option<String> {
    let url = Url::parse(&with_scheme(address)).ok()?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return None;
    }
    let behind = url.as_str().split_once("://").map(|(_, rest)| rest)?;
    Some(behind.strip_suffix('/').unwrap_or(behind).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_text_may_be_linked_to() {
        let mut addresses = Addresses::default();
        addresses.add_text(
            "Fonte: https://www.ibge.gov.br/dados?a=1&b=2. Veja (http://a.example/x_(y)), www.b.example e \
             “https://c.example/”; não ftp://d.example nem javascript:alert(1)",
        );
        for href in [
            "https://www.ibge.gov.br/dados?a=1&b=2",
            "https://a.example/x_(y)",
            "https://www.b.example/",
            "www.b.example",
            "http://C.example",
        ] {
            assert!(addresses.link(href).is_some(), "{href}");
        }
        for href in [
            "https://www.ibge.gov.br/",
            "https://www.ibge.gov.br/dados?a=1&b=2#x",
            "https://d.example/",
            "ftp://d.example",
            "javascript:alert(1)",
            "/dados",
            "#x",
            "",
        ] {
            assert_eq!(addresses.link(href), None, "{href}");
        }
        assert_eq!(
            addresses.link("www.b.example"),
            Some(vec![("href", "https://www.b.example".to_owned())])
        );
    }

    #[test]
    fn links_and_pictures_of_a_body_keep_their_attributes() {
        let mut addresses = Addresses::default();
        addresses.add_html(
            "<a href='/contato' rel=nofollow>x</a> <a href='mailto:a@b.example'>y</a> <a href='#z'>z</a>\
             <a href='javascript:x'>w</a> <img src='https://c.example/a.jpg?x&amp;y' srcset='b.jpg 2x' onerror=x>",
        );
        assert_eq!(
            addresses.link("/contato"),
            Some(vec![
                ("href", "/contato".to_owned()),
                ("rel", "nofollow".to_owned())
            ])
        );
        assert!(addresses.link("mailto:a@b.example").is_some());
        assert!(addresses.link("#z").is_some());
        assert_eq!(addresses.link("javascript:x"), None);
        assert_eq!(addresses.link("https://c.example/a.jpg?x&y"), None);
        assert_eq!(
            addresses.picture("https://c.example/a.jpg?x&y", "Um gato"),
            Some(vec![
                ("src", "https://c.example/a.jpg?x&y".to_owned()),
                ("srcset", "b.jpg 2x".to_owned()),
                ("alt", "Um gato".to_owned()),
            ])
        );
        assert_eq!(addresses.picture("https://d.example/a.jpg", ""), None);
    }
}
