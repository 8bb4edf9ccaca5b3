//! The labelled set.

use serde::Deserialize;
use spam_classifier::{Label, Submission};

/// The set: a JSON object a line.
const SET: &str = include_str!("../../data/labelled.jsonl");

/// Part of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The shipped weights come from it.
    Train,
    /// Nothing is learned from it.
    Holdout,
}

/// A labelled text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labelled {
    pub group: String,
    pub language: String,
    pub kind: String,
    pub spam: bool,
    pub part: Part,
    pub author: String,
    #[serde(default)]
    pub url: String,
    pub text: String,
}

impl Labelled {
    pub fn submission(&self) -> Submission<'_> {
        Submission {
            text: &self.text,
            author: &self.author,
            author_url: &self.url,
            languages: &["pt", "en"],
            ..Submission::default()
        }
    }

    pub const fn label(&self) -> Label {
        if self.spam { Label::Spam } else { Label::Ham }
    }
}

/// All labelled texts.
pub fn labelled() -> Vec<Labelled> {
    let lines = SET.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a labelled text a line"))
        .collect()
}
