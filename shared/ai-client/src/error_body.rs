//! What a provider says about a failure. OpenAI: `{"error": {"message", "type", "code", "param"}}`. Anthropic:
//! `{"type": "error", "error": {"type", "message"}}`. Gemini: `{"error": {"code", "message", "status", "details"}}`.

use std::time::Duration;

use serde_json::Value;

/// The error object of a response or of an event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorBody {
    /// Whether the body is JSON.
    pub is_json: bool,
    /// The message for people.
    pub message: Option<String>,
    /// Every other text of the object: types, codes, states, reasons, quotas.
    names: Vec<String>,
    /// Gemini's `RetryInfo`.
    pub retry_delay: Option<Duration>,
}

impl ErrorBody {
    /// The error object of a response.
    pub(crate) fn of_response(body: &[u8]) -> Self {
        let Ok(value) = serde_json::from_slice::<Value>(body) else {
            return Self::default();
        };
        // A streaming method of Gemini may wrap its error into an array.
        let value = value.get(0).unwrap_or(&value);
        Self::of(value.get("error").unwrap_or(&Value::Null))
    }

    /// The error object itself.
    pub(crate) fn of(error: &Value) -> Self {
        let mut names = Vec::new();
        collect(error, &mut names);
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let message = error.get("message").and_then(text).or_else(|| text(error));
        let details = error.get("details").and_then(Value::as_array);
        let retry_delay = details
            .into_iter()
            .flatten()
            .find_map(|detail| detail.get("retryDelay")?.as_str())
            .and_then(|delay| delay.strip_suffix('s')?.parse().ok())
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self {
            is_json: true,
            message: message.filter(|words| !words.trim().is_empty()),
            names,
            retry_delay,
        }
    }

    /// Whether one of the names fulfils `is`.
    pub(crate) fn has(&self, is: impl Fn(&str) -> bool) -> bool {
        self.names.iter().any(|name| is(name))
    }

    /// Whether the message contains `words`, which are in lower case.
    pub(crate) fn says(&self, words: &str) -> bool {
        let message = self.message.as_deref().unwrap_or_default();
        message.to_lowercase().contains(words)
    }
}

/// Collects the texts of a JSON value, without messages. Its depth is limited by the parser.
fn collect(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::String(name) => names.push(name.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, names)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, _)| *key != "message")
            .for_each(|(_, value)| collect(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
