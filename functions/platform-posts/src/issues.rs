//! Collects all issues of a request for one response.

use platform_http::{ApiError, Code, IssueBody};

/// Issues found so far.
#[derive(Debug, Default)]
pub(crate) struct Issues(Vec<IssueBody>);

impl Issues {
    /// Adds an issue.
    pub(crate) fn add(&mut self, code: &str, field: &str, message: impl Into<String>) {
        self.0.push(IssueBody {
            code: code.to_owned(),
            field: field.to_owned(),
            message: message.into(),
        });
    }

    /// A text that is longer than `limit` characters.
    pub(crate) fn check_length(&mut self, text: &str, limit: usize, field: &str) {
        let length = text.chars().count();
        if length > limit {
            let message = format!("Use no máximo {limit} caracteres (há {length}).");
            self.add("too_long", field, message);
        }
    }

    /// 422 with all of them, if there are any.
    pub(crate) fn refuse(self) -> Result<(), ApiError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let error = ApiError::new(Code::InvalidFields);
        Err(self.0.into_iter().fold(error, |error, issue| {
            error.issue(&issue.code, &issue.field, issue.message)
        }))
    }
}
