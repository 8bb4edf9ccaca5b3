//! The webhook: the service changes its mind about texts that it checked before.
//!
//! The webhook only changes what the filter decided last; the decision of a person stays.

use serde_json::Value;

use crate::settings::History;

/// Error for a text that is not found.
pub(crate) const NOT_FOUND: &str = "Could not find matching comment.";
/// Error for an identifier with several texts.
pub(crate) const SEVERAL: &str = "More than one matching comment was found.";

/// What a call of the webhook is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endpoint {
    /// New verdicts.
    CommentCheck,
    /// Everything else, which has no effect.
    Other,
}

/// A verdict about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Identifier that the service gave to its check.
    pub guid: String,
    /// Whether the text is spam; `None` for a result that is neither `true` nor `false`.
    pub spam: Option<bool>,
    /// Identifier of the post that the text must belong to.
    pub post: Option<String>,
    /// Identifier of the comment that the text must answer.
    pub parent: Option<String>,
    /// E-mail address that the author must have.
    pub email: Option<String>,
}

/// A call of the webhook without a list of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MalformedWebhook;

impl MalformedWebhook {
    /// Code of the error.
    pub const CODE: &'static str = "malformed_request";
    /// Message of the error.
    pub const MESSAGE: &'static str = "The 'comments' parameter must be an array.";
}

/// Status of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentState {
    /// Shown.
    Approved,
    /// Held for moderation.
    Pending,
    /// Spam.
    Spam,
    /// In the trash.
    Trash,
}

/// What the site found for an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookUp {
    /// Nothing with the identifier and the members of the entry.
    None,
    /// Several comments.
    Several,
    /// One comment.
    One {
        /// Its status.
        state: CommentState,
        /// Whether its last change of status was made by the filter ([`History::is_by_filter`]).
        by_filter: bool,
    },
}

/// What happens to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// It becomes spam.
    MarkSpam,
    /// It gets back the status that it had before it became spam; pending when that is not known.
    Restore,
    /// It is approved if the moderation rules of the site would approve it.
    ApproveIfAllowed,
}

/// What follows from an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// What happens to the comment.
    pub change: Change,
    /// Entry of the history, if there is one.
    pub history: Option<History>,
    /// Whether a mail to moderators that waits for the verdict is sent now.
    pub release_mail: bool,
    /// The entry's answer: success, or the message of an error.
    pub answer: Result<(), &'static str>,
}

impl Endpoint {
    /// The endpoint of a call.
    #[must_use]
    pub fn of(body: &Value) -> Self {
        match body.get("endpoint").and_then(Value::as_str) {
            Some("comment-check") => Self::CommentCheck,
            _ => Self::Other,
        }
    }
}

/// The entries of a call, in order; those without an identifier are left out. Calls for other endpoints have none.
///
/// # Errors
/// [`MalformedWebhook`] when a `comment-check` has no list of comments.
pub fn webhook_entries(body: &Value) -> Result<Vec<Entry>, MalformedWebhook> {
    if Endpoint::of(body) == Endpoint::Other {
        return Ok(Vec::new());
    }
    let comments: Vec<&Value> = match body.get("comments") {
        Some(Value::Array(comments)) => comments.iter().collect(),
        Some(Value::Object(comments)) => comments.values().collect(),
        _ => return Err(MalformedWebhook),
    };
    Ok(comments.into_iter().filter_map(entry).collect())
}

fn entry(comment: &Value) -> Option<Entry> {
    let member = |name: &str| match comment.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let spam = match comment.get("result").and_then(Value::as_str) {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    Some(Entry {
        guid: member("guid").filter(|guid| !guid.is_empty())?,
        spam,
        post: member("comment_post_ID"),
        parent: member("comment_parent"),
        email: member("comment_author_email"),
    })
}

impl Entry {
    /// Whether a comment with these members is meant; the site finds comments by the identifier.
    #[must_use]
    pub fn is_about(&self, post: u64, parent: u64, email: &str) -> bool {
        let number = |given: &Option<String>, own: u64| {
            given
                .as_ref()
                .is_none_or(|given| given.trim().parse() == Ok(own))
        };
        number(&self.post, post)
            && number(&self.parent, parent)
            && self.email.as_ref().is_none_or(|given| given == email)
    }
}

/// What follows from an entry for what was found.
#[must_use]
pub fn webhook(entry: &Entry, found: LookUp) -> Outcome {
    let nothing = Outcome {
        change: Change::None,
        history: None,
        release_mail: false,
        answer: Ok(()),
    };
    let (state, by_filter) = match found {
        LookUp::None => {
            return Outcome {
                answer: Err(NOT_FOUND),
                ..nothing
            };
        }
        LookUp::Several => {
            return Outcome {
                answer: Err(SEVERAL),
                ..nothing
            };
        }
        LookUp::One { state, by_filter } => (state, by_filter),
    };
    let Some(spam) = entry.spam else {
        return nothing;
    };
    let (change, history) = match (spam, state, by_filter) {
        (true, CommentState::Spam, _)
        | (false, CommentState::Approved | CommentState::Trash, _) => (Change::None, None),
        (true, _, true) => (Change::MarkSpam, Some(History::WebhookSpam)),
        (true, _, false) => (Change::None, Some(History::WebhookSpamNoaction)),
        (false, CommentState::Spam, true) => (Change::Restore, Some(History::WebhookHam)),
        (false, CommentState::Pending, true) => {
            (Change::ApproveIfAllowed, Some(History::WebhookHam))
        }
        (false, _, false) => (Change::None, Some(History::WebhookHamNoaction)),
    };
    Outcome {
        change,
        history,
        release_mail: !spam,
        answer: Ok(()),
    }
}

#[cfg(test)]
#[path = "webhook_tests.rs"]
mod tests;
