//! Finds secrets in plain and encoded forms.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::secrets::{Secret, Secrets};

/// A secret in a place that is not meant for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Kind of the secret.
    pub kind: &'static str,
    /// Place where it was found.
    pub place: String,
    /// Surrounding text with all secrets masked.
    pub around: String,
}

/// Searches for all forms of many secrets at once.
pub struct Search {
    forms: AhoCorasick,
    /// The secret that each form belongs to.
    owners: Vec<usize>,
    secrets: Vec<Secret>,
}

/// The base64 text of `text` inside other bytes: three forms, one per alignment.
fn base64(text: &str) -> impl Iterator<Item = String> {
    let text = text.to_owned();
    (0..3).flat_map(move |before| {
        let bytes = [vec![0; before], text.as_bytes().to_vec()].concat();
        // Only characters that depend on the secret alone.
        let (from, to) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
        [STANDARD.encode(&bytes), URL_SAFE.encode(&bytes)].map(|coded| coded[from..to].to_owned())
    })
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// All forms in which a secret may appear.
fn forms(text: &str) -> BTreeSet<String> {
    let url = utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let escaped = serde_json::to_string(text).unwrap();
    let html = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let mut forms = BTreeSet::from([
        text.to_owned(),
        url.replace("%20", "+"),
        url.to_lowercase(),
        url,
        hex(text),
        hex(text).to_uppercase(),
        escaped.trim_matches('"').to_owned(),
        text.escape_debug().to_string(),
        html,
    ]);
    // The encoded form of a shorter secret would match by chance.
    if text.len() >= 8 {
        forms.extend(base64(text));
    }
    forms
}

impl Search {
    /// A search for `secrets`.
    pub fn new(secrets: &Secrets) -> Self {
        let (mut all, mut owners) = (Vec::new(), Vec::new());
        for (owner, secret) in secrets.0.iter().enumerate() {
            for form in forms(&secret.text) {
                all.push(form);
                owners.push(owner);
            }
        }
        Self {
            forms: AhoCorasick::new(&all).unwrap(),
            owners,
            secrets: secrets.0.clone(),
        }
    }

    /// The secrets in `bytes` that are not meant for `place`.
    pub fn look(&self, place: &str, bytes: &[u8]) -> BTreeSet<Found> {
        let mut found = BTreeSet::new();
        for hit in self.forms.find_overlapping_iter(bytes) {
            let secret = &self.secrets[self.owners[hit.pattern().as_usize()]];
            if !secret.is_meant_for(place) && stands_alone(secret, bytes, hit.start(), hit.end()) {
                found.insert(Found {
                    kind: secret.kind,
                    place: self.masked(place.as_bytes()),
                    around: self.around(bytes, hit.start(), hit.end()),
                });
            }
        }
        found
    }

    fn around(&self, bytes: &[u8], start: usize, end: usize) -> String {
        let from = start.saturating_sub(120);
        let to = (end + 60).min(bytes.len());
        self.masked(&bytes[from..to])
    }

    /// The text with every secret masked.
    fn masked(&self, bytes: &[u8]) -> String {
        let mut hidden = bytes.to_vec();
        for hit in self.forms.find_overlapping_iter(bytes) {
            hidden[hit.start()..hit.end()].fill(b'*');
        }
        String::from_utf8_lossy(&hidden).into_owned()
    }
}

/// A numeric secret counts only as a whole word.
fn stands_alone(secret: &Secret, bytes: &[u8], start: usize, end: usize) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    !secret.text.bytes().all(|byte| byte.is_ascii_digit())
        || !(is_word(bytes.get(end)) || start > 0 && is_word(bytes.get(start - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "canário & segredo/1";

    fn kinds(bytes: &[u8], place: &str) -> usize {
        let mut secrets = Secrets::default();
        secrets.keep("password", SECRET);
        secrets.keep("mailed code", "482913");
        Search::new(&secrets).look(place, bytes).len()
    }

    #[test]
    fn every_form_is_found_and_never_shown() {
        let pair = format!("ana:{SECRET}");
        for text in [
            pair.clone(),
            format!("x{}y", STANDARD.encode(&pair)),
            STANDARD.encode(SECRET),
            URL_SAFE.encode(format!("1{pair}2")),
            hex(&pair),
            format!("?p={}", utf8_percent_encode(SECRET, NON_ALPHANUMERIC)),
            format!("{:?}", pair),
            pair.replace('&', "&amp;"),
        ] {
            assert_eq!(kinds(text.as_bytes(), "log"), 1, "{text}");
        }
        let mut secrets = Secrets::default();
        secrets.keep("password", SECRET);
        let found = Search::new(&secrets).look(SECRET, pair.as_bytes());
        assert!(!format!("{found:?}").contains("segredo"));
    }

    #[test]
    fn a_code_is_a_word_and_mails_may_carry_it() {
        assert_eq!(kinds(b"o codigo: 482913.", "log"), 1);
        assert_eq!(kinds(b"12:00:01.482913Z 14829130", "log"), 0);
        let mail = "mail Olá, aqui está o seu código de acesso à Pauta";
        assert_eq!(kinds(b"482913", mail), 0);
        assert_eq!(kinds(b"482913", "mail No ar"), 1);
    }
}
