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

/// A revision or an autosave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Revision {
    /// Identifier, of the same sequence as those of content.
    pub id: u64,
    /// Number of the change that wrote it.
    pub seq: u64,
    /// The item whose texts these are.
    pub parent: u64,
    /// Unfinished work of its author instead of a state that the item had.
    pub is_autosave: bool,
    /// Who wrote it.
    pub author: u64,
    /// When the item was changed so, or the work was put aside; wall clock of the site.
    pub date: DateTime,
    /// The same instant.
    pub date_gmt: Timestamp,
    /// Title.
    pub title: String,
    /// Body.
    pub content: String,
    /// Excerpt.
    pub excerpt: String,
    /// Those of the item's meta that revisions keep.
    pub meta: BTreeMap<String, Value>,
}

/// What the read model knows of a revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevisionSummary {
    /// Identifier.
    pub id: u64,
    /// Number of the change that wrote it.
    pub seq: u64,
    /// The item.
    pub parent: u64,
    /// Whether it is an autosave.
    pub is_autosave: bool,
    /// Who wrote it.
    pub author: u64,
    /// Its date, wall clock of the site.
    pub date: DateTime,
    /// What its texts come down to: two of the same fingerprint do not differ.
    pub(crate) fingerprint: String,
    /// Where the record lies when it is too large for the table.
    pub(crate) blob: Option<String>,
}

impl Revision {
    /// The revision that an update leaves: the item as it is now.
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

    /// Whether a search in this language finds it: every word in its title, excerpt or text.
    pub fn is_found_by(&self, search: &str, language: &str) -> bool {
        let Some(terms) = crate::model::search::parse(search, language) else {
            return true;
        };
        let texts = [&self.title, &self.excerpt, &self.content].map(|text| fold(text));
        let has = |term: &String| texts.iter().any(|text| text.contains(term.as_str()));
        terms.wanted.iter().all(has) && !terms.unwanted.iter().any(has)
    }

    /// What its texts come down to.
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

/// The meta of an item that its revisions keep.
pub(crate) fn kept_meta(item: &Content) -> BTreeMap<String, Value> {
    let keys = registered(item.kind).iter().filter(|key| key.revisioned);
    keys.filter_map(|key| item.meta.get_key_value(key.name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// What the texts of an item come down to.
pub(crate) fn fingerprint_of(item: &Content) -> String {
    fingerprint(
        [&item.title, &item.content, &item.excerpt],
        &kept_meta(item),
    )
}

/// Sixteen bytes in hexadecimal: enough that two texts never meet by chance.
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

/// A text in which blanks that nobody sees do not count: none at the ends, one line break or one
/// space where there were several.
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
