//! `workouts`: nothing is stored without an add-on.

use serde_json::{Value, json};

/// The body of a read.
pub fn read_body() -> Value {
    json!({ "json": { "configuration": { "finishedSteps": [] } } })
}

/// The body of a write, whatever it sends.
pub fn write_body() -> Value {
    json!({ "json": null })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies() {
        assert_eq!(
            read_body(),
            json!({"json": {"configuration": {"finishedSteps": []}}})
        );
        assert_eq!(write_body(), json!({"json": null}));
    }
}
