//! The representation of a snippet.

use domain::site::SnippetScope;
use jiff::Timestamp;
use serde_json::{Value, json};
use site_api::ApiCall;
use site_rest::{Locale, Params};
use site_store::{DEFAULT_PRIORITY, Snippet};

use super::code_error;

/// A time in UTC, in the format of the interface.
pub fn utc(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// What the representation depends on besides the snippet.
pub struct View {
    /// Language of `code_error`; `None` when it is not asked for.
    code_error: Option<Locale>,
}

impl View {
    /// The view of a call. `code_error` is shown only where `_fields` names it.
    pub fn of(call: &ApiCall) -> Self {
        let fields = call.fields();
        let is_asked = !fields.is_all() && fields.include("code_error");
        Self {
            code_error: is_asked.then(|| call.site().locale),
        }
    }

    fn record(&self, snippet: &Snippet) -> Value {
        let mut record = json!({
            "id": snippet.id,
            "name": snippet.name,
            "desc": snippet.desc,
            "code": snippet.code,
            "tags": snippet.tags,
            "scope": snippet.scope.name(),
            "active": snippet.active,
            "priority": snippet.priority,
            "network": false,
            "shared_network": false,
            "modified": utc(snippet.modified),
        });
        if let (Some(locale), Some(record)) = (self.code_error, record.as_object_mut()) {
            let error = snippet.code_error.as_ref();
            let shown = error.map(|error| code_error::shown(error, snippet, locale));
            record.insert("code_error".to_owned(), json!(shown));
        }
        record
    }

    /// A stored snippet.
    pub fn stored(&self, snippet: &Snippet) -> Value {
        self.record(snippet)
    }

    /// The response to a write: tags and priority as the client wrote them, and a snippet for a single use as active as it was
    /// written.
    pub fn written(&self, snippet: &Snippet, params: &Params) -> Value {
        let mut record = self.record(snippet);
        if let Some(record) = record.as_object_mut() {
            if let Some(tags) = params.list("tags") {
                record.insert("tags".to_owned(), json!(tags));
            }
            if let Some(priority) = params.integer("priority") {
                record.insert("priority".to_owned(), priority.unsigned_abs().into());
            }
            if snippet.scope == SnippetScope::SingleUse && params.flag("active") {
                record.insert("active".to_owned(), true.into());
            }
        }
        record
    }

    /// The response to a creation: as [`Self::written`], and nothing is said of a network that was not sent.
    pub fn created(&self, snippet: &Snippet, params: &Params) -> Value {
        let mut record = self.written(snippet, params);
        if let Some(record) = record.as_object_mut()
            && params.value("network").is_none()
        {
            record.insert("network".to_owned(), Value::Null);
        }
        record
    }

    /// The empty snippet, which was never written.
    pub fn blank(&self) -> Value {
        let mut record = self.record(&Snippet {
            priority: DEFAULT_PRIORITY,
            ..Snippet::new(0)
        });
        if let Some(record) = record.as_object_mut() {
            record.insert("modified".to_owned(), Value::Null);
        }
        record
    }
}
