//! Alerts that a user dismisses: `alerts/dismiss`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The alerts that exist.
pub const KEYS: [&str; 6] = [
    "trustpilot-review-notification",
    "ai_generator_tip_notification",
    "webinar-promo-notification",
    "black-friday-promotion",
    "black-friday-2023-sidebar-checklist",
    "black-friday-2023-product-editor-checklist",
];

/// The alerts that a user dismissed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dismissed(BTreeSet<String>);

impl Dismissed {
    /// Dismisses the alert of this key. `None` for anything but a known key: 400 `rest_invalid_param`.
    pub fn dismiss(&mut self, key: &Value) -> Option<Value> {
        let key = key.as_str().filter(|key| KEYS.contains(key))?;
        self.0.insert(key.to_owned());
        Some(json!({ "success": true, "status": 200 }))
    }

    /// Whether the alert was dismissed.
    pub fn contains(&self, key: &str) -> bool {
        self.0.contains(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_alert_is_dismissed_any_number_of_times() {
        let mut dismissed = Dismissed::default();
        for key in KEYS {
            assert!(!dismissed.contains(key));
            for _ in 0..2 {
                assert_eq!(
                    dismissed.dismiss(&json!(key)),
                    Some(json!({"success": true, "status": 200}))
                );
            }
            assert!(dismissed.contains(key));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let mut dismissed = Dismissed::default();
        for key in [
            json!("outro"),
            json!(""),
            json!([KEYS[0]]),
            json!(1),
            Value::Null,
        ] {
            assert_eq!(dismissed.dismiss(&key), None, "{key}");
        }
        assert_eq!(dismissed, Dismissed::default());
    }
}
