//! Forms.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use ports::Random;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Characters of a hash.
const HASH_CHARS: usize = 7;

/// The text by which a shortcode names a form beside its identifier: seven lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FormHash(String);

/// The text is no hash of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a form's hash has seven lower-case hexadecimal digits")]
pub struct NotAFormHash;

impl FormHash {
    /// A random hash.
    pub(crate) fn random(random: &dyn Random) -> Self {
        let drawn = random.uuid().simple().to_string();
        Self(drawn.chars().take(HASH_CHARS).collect())
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for FormHash {
    type Err = NotAFormHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == HASH_CHARS && text.bytes().all(is_digit) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotAFormHash)
        }
    }
}

impl TryFrom<String> for FormHash {
    type Error = NotAFormHash;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<FormHash> for String {
    fn from(hash: FormHash) -> Self {
        hash.0
    }
}

impl fmt::Display for FormHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A form as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormHead {
    /// Identifier, from the sequence of the site's items.
    pub id: u64,
    /// Title.
    pub title: String,
    /// Slug, unique among the site's forms; made from the first title.
    pub slug: String,
    /// Hash, unique among the site's forms.
    pub hash: FormHash,
    /// Language of the form, as the caller gives it.
    pub locale: String,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub modified_at: Timestamp,
}

/// A form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// What lists show.
    #[serde(flatten)]
    pub head: FormHead,
    /// Template, mails, messages and settings, which only the caller understands.
    pub document: Value,
}

/// A form to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewForm {
    /// Title.
    pub title: String,
    /// Slug wanted by an import; otherwise it is made from the title.
    pub slug: Option<String>,
    /// Hash of an imported form; otherwise it is drawn.
    pub hash: Option<FormHash>,
    /// Language.
    pub locale: String,
    /// Document.
    pub document: Value,
}

/// Changed members of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormChange {
    /// New title; the slug stays.
    pub title: Option<String>,
    /// New language.
    pub locale: Option<String>,
    /// New document.
    pub document: Option<Value>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_have_seven_hexadecimal_digits() {
        assert_eq!("0a1b2cf".parse::<FormHash>().unwrap().as_str(), "0a1b2cf");
        for wrong in ["", "0a1b2c", "0a1b2c3d", "0A1b2c3", "0a1b2cg", "0a1b2é"] {
            assert_eq!(wrong.parse::<FormHash>(), Err(NotAFormHash), "{wrong}");
        }
    }
}
