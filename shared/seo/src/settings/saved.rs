//! The answers to writes of settings.

use serde_json::{Map, Value, json};

/// Message of a write whose fields were refused.
pub const FIELDS_FAILED: &str = "Could not save some options in the database";
/// Message of a write of one option that was refused.
pub const OPTION_FAILED: &str = "Could not save the option in the database";

/// Outcome of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// Stored, or equal to what was stored.
    Done,
    /// These fields were refused.
    FieldsFailed(Vec<String>),
    /// The option is unknown.
    OptionFailed,
}

impl Saved {
    /// The outcome with these refused fields.
    pub fn of(failures: Vec<String>) -> Self {
        if failures.is_empty() {
            Self::Done
        } else {
            Self::FieldsFailed(failures)
        }
    }

    /// The body, whose `status` is `failed_status` when something was refused.
    pub fn body(&self, failed_status: u16) -> Value {
        let mut body = Map::new();
        body.insert("success".to_owned(), (*self == Self::Done).into());
        let status = if *self == Self::Done {
            200
        } else {
            failed_status
        };
        body.insert("status".to_owned(), status.into());
        match self {
            Self::Done => {}
            Self::FieldsFailed(failures) => {
                body.insert("error".to_owned(), FIELDS_FAILED.into());
                body.insert("failures".to_owned(), json!(failures));
            }
            Self::OptionFailed => {
                body.insert("error".to_owned(), OPTION_FAILED.into());
            }
        }
        Value::Object(body)
    }

    /// The body inside a member `json`, as some routes answer.
    pub fn wrapped(&self, failed_status: u16) -> Value {
        json!({ "json": self.body(failed_status) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies() {
        assert_eq!(
            Saved::of(Vec::new()).body(500),
            json!({"success": true, "status": 200})
        );
        assert_eq!(
            Saved::of(vec!["description".to_owned()]).body(500),
            json!({"success": false, "status": 500, "error": FIELDS_FAILED, "failures": ["description"]})
        );
        assert_eq!(
            Saved::OptionFailed.wrapped(500),
            json!({"json": {"success": false, "status": 500, "error": OPTION_FAILED}})
        );
    }
}
