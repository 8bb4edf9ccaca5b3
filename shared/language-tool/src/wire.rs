//! The response of `POST /v2/check`.

use serde::Deserialize;

/// The class of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// An unknown word.
    Spelling,
    /// A violation of grammar.
    Grammar,
    /// Correct, but against good usage.
    Style,
}

/// A problem that the server found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Start in UTF-16 code units of the text.
    pub offset: usize,
    /// Length in UTF-16 code units.
    pub length: usize,
    /// Message in Portuguese.
    pub message: String,
    /// Identifier of the rule.
    pub rule: String,
    /// Class.
    pub category: Category,
    /// Replacements, the likeliest first.
    pub replacements: Vec<String>,
}

/// Replacements that are kept of a match.
const MOST_REPLACEMENTS: usize = 5;

#[derive(Deserialize)]
pub(crate) struct Answer {
    pub matches: Vec<Found>,
}

#[derive(Deserialize)]
pub(crate) struct Found {
    offset: usize,
    length: usize,
    message: String,
    #[serde(default)]
    replacements: Vec<Replacement>,
    rule: FoundRule,
}

#[derive(Deserialize)]
struct Replacement {
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundRule {
    id: String,
    #[serde(default)]
    issue_type: String,
}

impl From<Found> for Option<Match> {
    fn from(found: Found) -> Self {
        let category = match found.rule.issue_type.as_str() {
            "misspelling" => Category::Spelling,
            "style" | "register" | "locale-violation" => Category::Style,
            "whitespace" | "typographical" => return None,
            _ => Category::Grammar,
        };
        let replacements = found.replacements.into_iter().take(MOST_REPLACEMENTS);
        Some(Match {
            offset: found.offset,
            length: found.length,
            message: found.message,
            rule: found.rule.id,
            category,
            replacements: replacements.map(|one| one.value).collect(),
        })
    }
}
