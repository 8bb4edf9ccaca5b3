//! Slugs from texts, as deployed systems form them (docs/interface/site/posts.md#slugs).

use std::borrow::Cow;

use domain::site::slug::{MAXIMUM_BYTES, truncate};
use percent_encoding::percent_decode_str;

use crate::fold::push_without_accents;

/// Endings of addresses that say nothing of the item.
const ENDINGS: [&str; 4] = [".html", ".htm", ".php", ".aspx"];

/// A path segment, normalised like stored slugs.
pub fn in_path(segment: &str) -> String {
    if segment.contains('%') {
        return sanitise(&percent_decode_str(segment).decode_utf8_lossy());
    }
    segment.to_lowercase()
}

/// A path segment without an ending such as `.html`.
pub fn without_ending(segment: &str) -> &str {
    let stem = ENDINGS
        .iter()
        .find_map(|ending| segment.strip_suffix(ending));
    stem.unwrap_or(segment)
}

/// Non-ASCII punctuation that slugs omit.
const fn is_left_out(character: char) -> bool {
    matches!(
        character,
        '¡' | '£' | '©' | '«' | '®' | '°' | '´' | '»' | '¿' | 'ˊ' | '•' | '…' | '‹' | '›' | '™'
            | '\u{2018}'..='\u{201F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{FEFF}'
    )
}

/// Slug of a title or of a requested slug: tags and accents removed, lower case, runs of spaces, dots,
/// slashes and dashes as one dash, other punctuation omitted; letters of other scripts and symbols are
/// percent-encoded, existing percent-encoded octets are kept. At most 200 bytes.
pub fn sanitise(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    // Slugs replace it by one letter, unlike searches.
    let text = text.replace('ß', "s");
    push_without_accents(&without_entities(&without_tags(&text)), &mut plain);
    let mut slug = Builder::default();
    let mut rest = plain.as_str();
    while let Some(character) = rest.chars().next() {
        if let Some(octet) = percent_octet(rest) {
            slug.push(octet);
            rest = rest.get(3..).unwrap_or_default();
            continue;
        }
        match character {
            ' '
            | '-'
            | '.'
            | '/'
            | '\u{A0}'
            | '\u{2000}'..='\u{200A}'
            | '\u{2010}'..='\u{2015}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202F}' => {
                slug.dash = true;
            }
            '€' => slug.push("e"),
            'a'..='z' | '0'..='9' | '_' => slug.push(character.encode_utf8(&mut [0; 4])),
            'A'..='Z' => slug.push(character.to_ascii_lowercase().encode_utf8(&mut [0; 4])),
            sign if !sign.is_ascii() && !is_left_out(sign) => slug.encode(sign),
            _ => {}
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
    }
    truncate(&slug.text, MAXIMUM_BYTES).to_owned()
}

#[derive(Default)]
struct Builder {
    text: String,
    dash: bool,
}

impl Builder {
    fn push(&mut self, text: &str) {
        if std::mem::take(&mut self.dash) && !self.text.is_empty() {
            self.text.push('-');
        }
        self.text
            .extend(text.chars().map(|c| c.to_ascii_lowercase()));
    }

    fn encode(&mut self, letter: char) {
        for lower in letter.to_lowercase() {
            for byte in lower.encode_utf8(&mut [0; 4]).bytes() {
                if byte.is_ascii() {
                    self.push(char::from(byte).encode_utf8(&mut [0; 4]));
                } else {
                    self.push(&format!("%{byte:02x}"));
                }
            }
        }
    }
}

/// Percent-encoded octet at the beginning of `text`.
fn percent_octet(text: &str) -> Option<&str> {
    let octet = text.get(..3)?;
    let digits = octet.strip_prefix('%')?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then_some(octet)
}

/// `text` without character references; those of spaces and dashes become dashes.
fn without_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::from(text);
    }
    let mut text = text.to_owned();
    for entity in [
        "&nbsp;", "&#8209;", "&#160;", "&ndash;", "&#8211;", "&mdash;", "&#8212;",
    ] {
        text = text.replace(entity, "-");
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        // Ampersands before the end of the line are in the name of an entity or in none: each byte is searched once.
        let end = after.find([';', '\n']).unwrap_or(after.len());
        let (name, behind) = after.split_at(end);
        match behind.strip_prefix(';') {
            Some(behind) if !name.is_empty() => rest = behind,
            _ => {
                plain.push('&');
                plain.push_str(name);
                rest = behind;
            }
        }
    }
    plain.push_str(rest);
    Cow::from(plain)
}

/// `text` without tags: from a `<` not followed by white space to the next `>` or the end.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        if after.starts_with(|c: char| !c.is_ascii_whitespace()) {
            rest = after.split_once('>').map_or("", |(_, behind)| behind);
        } else {
            plain.push('<');
            rest = after;
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn titles() {
        for (title, slug) in [
            (
                "Ação e reação: é só o começo?",
                "acao-e-reacao-e-so-o-comeco",
            ),
            (
                "  10 dicas — d'água & R$ 1.000,50!  ",
                "10-dicas-dagua-r-1-00050",
            ),
            ("Guarda-chuva / 1º lugar", "guarda-chuva-1o-lugar"),
            ("<em>Pão</em> quente", "pao-quente"),
            ("a < b", "a-b"),
            ("R&D <3 é", "rd"),
            ("&amp; entidade &eacute;", "entidade"),
            ("a &mdash; b", "a-b"),
            ("a\n\nb\tc", "abc"),
            ("<!-- x -->um", "um"),
            ("foo_bar.html", "foo_bar-html"),
            ("ola__trashed", "ola__trashed"),
            ("Москва", "%d0%bc%d0%be%d1%81%d0%ba%d0%b2%d0%b0"),
            ("🎉 ?!", "%f0%9f%8e%89"),
            ("“?!” – …", ""),
            ("Rua ß 10 € → ½ 3×4", "rua-s-10-e-%e2%86%92-%c2%bd-3x4"),
            ("a\u{2009}b\u{200B}c", "a-bc"),
            ("100%", "100"),
            ("---", ""),
        ] {
            assert_eq!(sanitise(title), slug, "{title}");
        }
    }

    #[test]
    fn long_titles_are_cut_between_characters() {
        assert_eq!(sanitise(&"a".repeat(300)).len(), 200);
        assert_eq!(sanitise(&"東".repeat(30)).len(), 198);
    }

    proptest! {
        #[test]
        fn a_slug_is_its_own_slug(title in "(\\PC|[ -~]){0,120}") {
            let slug = sanitise(&title);
            prop_assert!(slug.len() <= 200);
            prop_assert!(!slug.starts_with('-') && !slug.ends_with('-'));
            prop_assert!(slug.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'%')));
            prop_assert_eq!(sanitise(&slug), slug);
        }
    }
}
