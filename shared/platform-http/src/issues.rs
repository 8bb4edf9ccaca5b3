//! Collects all issues of a request for one response.

use crate::code::Code;
use crate::error::{ApiError, IssueBody};

/// Maximum number of words of a search text (docs/interface/platform/conventions.md#limits-of-input).
pub const SEARCH_WORDS: usize = 32;

/// The issues found so far.
#[derive(Debug, Default)]
pub struct Issues(Vec<IssueBody>);

impl Issues {
    /// Adds an issue.
    pub fn add(&mut self, code: &str, field: &str, message: impl Into<String>) {
        self.0.push(IssueBody {
            code: code.to_owned(),
            field: field.to_owned(),
            message: message.into(),
        });
    }

    /// Adds an issue when `text` is longer than `limit` characters.
    pub fn check_length(&mut self, text: &str, limit: usize, field: &str) {
        let length = text.chars().count();
        if length > limit {
            let message = format!("Use até {limit} caracteres (há {length}).");
            self.add("too_long", field, message);
        }
    }

    /// Adds an issue when a search text has more than [`SEARCH_WORDS`] words.
    pub fn check_words(&mut self, text: &str, field: &str) {
        if text.split_whitespace().nth(SEARCH_WORDS).is_some() {
            let message = format!("Busque por no máximo {SEARCH_WORDS} palavras.");
            self.add("too_many", field, message);
        }
    }

    /// Whether there is no issue.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the issues of another part of the request.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The fields with an issue.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|issue| issue.field.as_str())
    }

    /// Refuses the request when there is an issue.
    ///
    /// # Errors
    /// 422 `invalid_fields` with all issues.
    pub fn refuse(self) -> Result<(), ApiError> {
        self.refuse_as(Code::InvalidFields)
    }

    /// Like [`refuse`](Self::refuse), with another code.
    ///
    /// # Errors
    /// `code` with all issues.
    pub fn refuse_as(self, code: Code) -> Result<(), ApiError> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(self
            .0
            .into_iter()
            .fold(ApiError::new(code), |error, issue| {
                error.issue(&issue.code, &issue.field, issue.message)
            }))
    }
}
