//! What a check reports.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

/// The class of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = GrammarKind)]
pub enum Kind {
    /// A word that the dictionary does not hold.
    Spelling,
    /// A violation of the grammar of the standard language.
    Grammar,
    /// Correct, but against good usage in edited text.
    Style,
}

/// A problem at a place of the checked text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GrammarFinding)]
pub struct Finding {
    /// Start of the problem in UTF-16 code units of the text sent, markup included.
    pub offset: usize,
    /// Length of the problem in UTF-16 code units. Inline tags within the problem count.
    pub length: usize,
    /// One sentence in Brazilian Portuguese that states the rule.
    pub message: String,
    /// The class of the problem.
    pub kind: Kind,
    /// The identifier of the rule, for example `crase-masculino`.
    pub rule: Cow<'static, str>,
    /// Replacements for the marked text as plain text, the likeliest first. May be empty.
    pub suggestions: Vec<String>,
}
