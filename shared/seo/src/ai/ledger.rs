//! Texts that were generated with keys of the deployment's own, per site and month.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a site used in a month.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ledger {
    /// The month, as `2026-11`.
    month: String,
    /// Requests.
    requests: u64,
    /// Tokens that were sent.
    input_tokens: u64,
    /// Tokens that were answered.
    output_tokens: u64,
}

impl Ledger {
    /// Counts a request of `month`, unless `limit` is reached; whether it is admitted. Another month begins at zero.
    pub fn begin(&mut self, month: &str, limit: u64) -> bool {
        if self.month != month {
            *self = Self {
                month: month.to_owned(),
                ..Self::default()
            };
        }
        let admitted = self.requests < limit;
        if admitted {
            self.requests += 1;
        }
        admitted
    }

    /// Takes back a request of `month` for which nothing was billed.
    pub fn take_back(&mut self, month: &str) {
        if self.month == month {
            self.requests = self.requests.saturating_sub(1);
        }
    }

    /// Adds the tokens of a request of `month`: those sent and those answered.
    pub fn add_tokens(&mut self, month: &str, (input, output): (u64, u64)) {
        if self.month == month {
            self.input_tokens = self.input_tokens.saturating_add(input);
            self.output_tokens = self.output_tokens.saturating_add(output);
        }
    }

    /// The body of `get_usage`.
    pub fn body(&self, month: &str, limit: u64) -> Value {
        let count = if self.month == month {
            self.requests
        } else {
            0
        };
        json!({ "count": count, "limit": limit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_up_to_the_limit_of_the_month() {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.body("2026-11", 2), json!({"count": 0, "limit": 2}));
        assert!(ledger.begin("2026-11", 2) && ledger.begin("2026-11", 2));
        assert!(!ledger.begin("2026-11", 2));
        assert_eq!(ledger.body("2026-11", 2), json!({"count": 2, "limit": 2}));
        ledger.take_back("2026-11");
        assert!(ledger.begin("2026-11", 2));
        assert_eq!(ledger.body("2026-12", 2), json!({"count": 0, "limit": 2}));
        assert!(ledger.begin("2026-12", 2));
        assert_eq!(ledger.body("2026-12", 2), json!({"count": 1, "limit": 2}));
    }

    #[test]
    fn what_ends_in_another_month_changes_nothing() {
        let mut ledger = Ledger::default();
        ledger.begin("2026-12", 5);
        let before = ledger.clone();
        ledger.take_back("2026-11");
        ledger.add_tokens("2026-11", (7, 9));
        assert_eq!(ledger, before);
        ledger.add_tokens("2026-12", (7, 9));
        ledger.add_tokens("2026-12", (u64::MAX, 1));
        assert_eq!((ledger.input_tokens, ledger.output_tokens), (u64::MAX, 10));
    }
}
