//! Alerts: what the service has to say about the account, in headers of its answers.

use std::collections::BTreeMap;

use http::HeaderMap;
use serde::{Deserialize, Serialize};

/// Before the names of all headers of an alert.
const PREFIX: &str = "x-akismet-alert-";
/// Further headers, without the prefix.
const DETAILS: [&str; 7] = [
    "api-calls",
    "usage-limit",
    "upgrade-plan",
    "upgrade-url",
    "upgrade-type",
    "upgrade-via-support",
    "recommended-plan-name",
];
/// Longest value that is kept, in characters.
const MAX_CHARS: usize = 1_000;

/// A problem of the account, such as an exhausted plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alert {
    /// Code, such as `10005`.
    pub code: String,
    /// Message; plain text of a foreign service.
    pub message: String,
    /// Further members by the names of their headers without prefix, such as `usage-limit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

impl Alert {
    /// The alert of an answer; `None` when it carries none.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let value = |name: &str| text(headers, &format!("{PREFIX}{name}"));
        let code = value("code")?;
        let details = DETAILS
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), value(name)?)))
            .collect();
        Some(Self {
            code,
            message: value("msg").unwrap_or_default(),
            details,
        })
    }
}

/// The value of a header as one line of text; `None` when it is missing, blank or not UTF-8.
pub(crate) fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = std::str::from_utf8(headers.get(name)?.as_bytes()).ok()?;
    let kept = value
        .trim()
        .chars()
        .filter(|character| !character.is_control());
    let kept: String = kept.take(MAX_CHARS).collect();
    (!kept.is_empty()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    fn headers(given: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            )
        };
        given.iter().map(pair).collect()
    }

    #[test]
    fn code_message_and_details_are_read() {
        let alert = Alert::of(&headers(&[
            ("x-akismet-alert-code", "10501"),
            ("x-akismet-alert-msg", "Você excedeu o limite"),
            ("x-akismet-alert-usage-limit", "5000"),
            ("x-akismet-alert-unknown", "x"),
        ]));
        let alert = alert.unwrap();
        assert_eq!(
            (alert.code.as_str(), alert.message.as_str()),
            ("10501", "Você excedeu o limite")
        );
        assert_eq!(
            alert.details,
            BTreeMap::from([("usage-limit".to_owned(), "5000".to_owned())])
        );
    }

    #[test]
    fn without_a_code_there_is_no_alert() {
        assert_eq!(
            Alert::of(&headers(&[("x-akismet-alert-msg", "aviso")])),
            None
        );
        assert_eq!(Alert::of(&headers(&[("x-akismet-alert-code", " ")])), None);
        let long = "x".repeat(5_000);
        let alert = Alert::of(&headers(&[("x-akismet-alert-code", &long)])).unwrap();
        assert_eq!(alert.code.len(), MAX_CHARS);
    }
}
