//! Introductions that a user has seen: `introductions/{id}/seen`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The introductions that exist.
pub const IDS: [&str; 6] = [
    "ai-fix-assessments-upsell",
    "ai-brand-insights-pre-launch",
    "ai-brand-insights-post-launch",
    "google-docs-addon-upsell",
    "black-friday-announcement",
    "delayed-premium-upsell",
];

/// Whether and when an introduction was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Whether it counts as seen.
    pub is_seen: bool,
    /// When, in seconds since 1970; 0 when it is not seen.
    pub seen_on: i64,
}

/// The introductions of a user.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Introductions(BTreeMap<String, Seen>);

impl Introductions {
    /// Stores whether the introduction is seen. `None` for an unknown identifier: 400 with the body `[]`.
    pub fn set(&mut self, id: &str, is_seen: bool, now: Timestamp) -> Option<Value> {
        let id = IDS.contains(&id).then(|| id.to_owned())?;
        let seen_on = if is_seen { now.as_second() } else { 0 };
        self.0.insert(id, Seen { is_seen, seen_on });
        Some(json!({ "json": { "success": true } }))
    }

    /// What is stored for an introduction.
    pub fn get(&self, id: &str) -> Option<&Seen> {
        self.0.get(id)
    }
}

/// Reads `is_seen` and other parameters declared with the type name `bool`, which is no type of the checker: any value passes.
/// `false`, 0, an empty text, "0", "false" in any case and an empty list count as false.
pub fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => {
            !(text.is_empty() || text == "0" || text.eq_ignore_ascii_case("false"))
        }
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_kept_with_its_time() {
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let mut introductions = Introductions::default();
        for id in IDS {
            let body = introductions.set(id, true, now).unwrap();
            assert_eq!(body, json!({"json": {"success": true}}));
            let seen = Seen {
                is_seen: true,
                seen_on: 1_700_000_000,
            };
            assert_eq!(introductions.get(id), Some(&seen));
        }
        introductions.set(IDS[0], false, now).unwrap();
        assert_eq!(introductions.get(IDS[0]).unwrap().seen_on, 0);
    }

    #[test]
    fn an_unknown_introduction_is_refused() {
        let mut introductions = Introductions::default();
        assert_eq!(
            introductions.set("outra", true, Timestamp::UNIX_EPOCH),
            None
        );
        assert_eq!(introductions, Introductions::default());
    }

    #[test]
    fn loose_truth() {
        for value in [
            json!(true),
            json!("talvez"),
            json!(2),
            json!([0]),
            json!("true"),
        ] {
            assert!(truthy(&value), "{value}");
        }
        for value in [
            json!(false),
            json!(0),
            json!(""),
            json!("0"),
            json!("False"),
            json!([]),
            Value::Null,
        ] {
            assert!(!truthy(&value), "{value}");
        }
    }
}
