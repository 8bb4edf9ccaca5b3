//! First-time configuration: the finished steps, and whether tracking is on.

use serde_json::{Value, json};

/// Steps after which the first-time configuration is done.
const ALL_STEPS: usize = 3;
/// Most steps that are kept.
const LIMIT: usize = 50;
/// Most characters of a step.
const STEP_LIMIT: usize = 1_000;

/// The steps of a request's `finishedSteps`: a list whose entries become texts, or a text whose parts are separated by commas or blanks.
/// A list or map within the list becomes an empty text. `None` for a map.
pub fn finished_steps(value: &Value) -> Option<Vec<String>> {
    let steps: Vec<String> = match value {
        Value::Array(entries) => entries.iter().map(step).collect(),
        Value::String(text) if text.trim().is_empty() => Vec::new(),
        Value::String(text) => text
            .split([',', ' ', '\t', '\n', '\r'])
            .filter(|one| !one.is_empty())
            .map(str::to_owned)
            .collect(),
        Value::Number(_) | Value::Bool(_) => vec![step(value)],
        Value::Null | Value::Object(_) => return None,
    };
    let steps = steps.into_iter().take(LIMIT);
    Some(
        steps
            .map(|one| crate::text::plain(&one, STEP_LIMIT))
            .collect(),
    )
}

fn step(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(true) => "1".to_owned(),
        Value::Bool(false) | Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

/// Whether the first-time configuration is done with these steps.
pub const fn is_finished(steps: &[String]) -> bool {
    steps.len() >= ALL_STEPS
}

/// The body of a write without steps in a JSON body: 400.
pub fn no_steps_body() -> Value {
    json!({ "success": false, "status": 400, "error": "The JSON body has no steps" })
}

/// The body of `get_configuration_state`.
pub fn state_body(steps: &[String]) -> Value {
    json!({ "success": true, "status": 200, "data": steps })
}

/// The body of `check_capability`: HTTP 200 in both cases.
pub fn capability_body(allowed: bool) -> Value {
    json!({ "success": allowed, "status": if allowed { 200 } else { 403 } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_become_texts() {
        assert_eq!(
            finished_steps(&json!(["siteRepresentation", 1, true, false, [2], {"a": 1}, null])),
            Some(
                ["siteRepresentation", "1", "1", "", "", "", ""]
                    .map(str::to_owned)
                    .to_vec()
            )
        );
    }

    #[test]
    fn a_text_is_split_and_a_map_refused() {
        assert_eq!(
            finished_steps(&json!("a, b")),
            Some(vec!["a".to_owned(), "b".to_owned()])
        );
        assert_eq!(finished_steps(&json!("")), Some(Vec::new()));
        assert_eq!(finished_steps(&json!(7)), Some(vec!["7".to_owned()]));
        assert_eq!(finished_steps(&json!({"a": 1})), None);
        assert_eq!(finished_steps(&Value::Null), None);
    }

    #[test]
    fn three_steps_finish() {
        let steps = |count| vec![String::new(); count];
        assert!(!is_finished(&steps(2)));
        assert!(is_finished(&steps(3)));
    }

    #[test]
    fn what_is_kept_is_limited() {
        let many = finished_steps(&json!(vec!["x".repeat(1_200); 60])).unwrap();
        assert_eq!(many.len(), 50);
        assert_eq!(many[0].len(), 1_000);
    }

    #[test]
    fn bodies() {
        assert_eq!(
            state_body(&["a".to_owned()]),
            json!({"success": true, "status": 200, "data": ["a"]})
        );
        assert_eq!(
            capability_body(true),
            json!({"success": true, "status": 200})
        );
        assert_eq!(
            capability_body(false),
            json!({"success": false, "status": 403})
        );
    }
}
