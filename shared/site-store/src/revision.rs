//! Revisions: the texts of an item as they were after an update, and autosaves, the work that one
//! person has not saved yet (docs/interface/site/revisions.md).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use domain::site::meta::registered;
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::content::Content;
use crate::fold::fold;

/// Revision or autosave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Revision {
    /// Identifier, from the sequence of content.
    pub id: u64,
    /// Number of the change that wrote it.
    pub seq: u64,
    /// Item to which it belongs.
    pub parent: u64,
    /// Whether it is an autosave: unsaved work of its author instead of a saved state of the item.
    pub is_autosave: bool,
    /// Author.
    pub author: u64,
    /// Time of the update or autosave, in the site's time zone.
    pub date: DateTime,
    /// The same time in UTC.
    pub date_gmt: Timestamp,
    /// Title.
    pub title: String,
    /// Body.
    pub content: String,
    /// Excerpt.
    pub excerpt: String,
    /// Values of the revisioned meta keys.
    pub meta: BTreeMap<String, Value>,
}

/// Part of a revision that the read model stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevisionSummary {
    /// Identifier.
    pub id: u64,
    /// Number of the change that wrote it.
    pub seq: u64,
    /// Item to which it belongs.
    pub parent: u64,
    /// Whether it is an autosave.
    pub is_autosave: bool,
    /// Author.
    pub author: u64,
    /// Date, in the site's time zone.
    pub date: DateTime,
    /// Fingerprint of the texts: equal fingerprints mean equal texts.
    pub(crate) fingerprint: String,
    /// Key of the record's blob, when it is too large for the table.
    pub(crate) blob: Option<String>,
}

impl Revision {
    /// Revision of an update: the item as it is now.
    pub(crate) fn of(item: &Content, id: u64, author: u64) -> Self {
        Self {
            id,
            seq: 0,
            parent: item.id,
            is_autosave: false,
            author,
            date: item.modified,
            date_gmt: item.modified_gmt,
            title: item.title.clone(),
            content: item.content.clone(),
            excerpt: item.excerpt.clone(),
            meta: kept_meta(item),
        }
    }

    /// Whether a search in this language matches: every word occurs in title, excerpt or text.
    pub fn is_found_by(&self, search: &str, language: &str) -> bool {
        let Some(terms) = crate::model::search::parse(search, language) else {
            return true;
        };
        let texts = [&self.title, &self.excerpt, &self.content].map(|text| fold(text));
        let has = |term: &String| texts.iter().any(|text| text.contains(term.as_str()));
        terms.wanted.iter().all(has) && !terms.unwanted.iter().any(has)
    }

    /// Fingerprint of the texts.
    pub(crate) fn fingerprint(&self) -> String {
        fingerprint([&self.title, &self.content, &self.excerpt], &self.meta)
    }

    pub(crate) fn summary(&self, blob: Option<&str>) -> RevisionSummary {
        RevisionSummary {
            id: self.id,
            seq: self.seq,
            parent: self.parent,
            is_autosave: self.is_autosave,
            author: self.author,
            date: self.date,
            fingerprint: self.fingerprint(),
            blob: blob.map(str::to_owned),
        }
    }
}

/// Values of an item's revisioned meta keys.
pub(crate) fn kept_meta(item: &Content) -> BTreeMap<String, Value> {
    let keys = registered(item.kind).iter().filter(|key| key.revisioned);
    keys.filter_map(|key| item.meta.get_key_value(key.name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Fingerprint of an item's texts.
pub(crate) fn fingerprint_of(item: &Content) -> String {
    fingerprint(
        [&item.title, &item.content, &item.excerpt],
        &kept_meta(item),
    )
}

/// Truncated digest, 16 bytes in hexadecimal: long enough to exclude accidental collisions.
fn fingerprint(texts: [&str; 3], meta: &BTreeMap<String, Value>) -> String {
    let mut digest = Sha256::new();
    for text in texts {
        digest.update(without_blanks(text).as_bytes());
        digest.update([0xFF]);
    }
    for (name, value) in meta {
        digest.update(name.as_bytes());
        digest.update([0xFF]);
        digest.update(value.to_string().as_bytes());
        digest.update([0xFF]);
    }
    digest
        .finalize()
        .iter()
        .take(16)
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// Normalises insignificant white space: none at the ends, and runs become one line break or one space.
pub(crate) fn without_blanks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text
        .trim_matches([' ', '\t', '\n', '\r', '\0', '\u{B}'])
        .chars()
    {
        let character = match character {
            '\r' => '\n',
            '\t' => ' ',
            other => other,
        };
        let repeated = matches!(character, ' ' | '\n') && plain.ends_with(character);
        if !repeated {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_do_not_make_a_difference_but_words_do() {
        assert_eq!(without_blanks("  a \t b\r\n\r\nc\n"), "a b\nc");
        let print = |title: &str| fingerprint([title, "", ""], &BTreeMap::new());
        assert_eq!(print(" a  b"), print("a b\n"));
        assert_ne!(print("a b"), print("ab"));
        assert_eq!(print("").len(), 32);
    }

    #[test]
    fn a_text_counts_where_it_stands() {
        let none = BTreeMap::new();
        assert_ne!(
            fingerprint(["a", "", ""], &none),
            fingerprint(["", "a", ""], &none)
        );
        let notes = BTreeMap::from([("footnotes".to_owned(), Value::from("[]"))]);
        assert_ne!(
            fingerprint(["a", "", ""], &none),
            fingerprint(["a", "", ""], &notes)
        );
    }
}
