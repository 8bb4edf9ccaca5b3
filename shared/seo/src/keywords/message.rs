//! What a connected service says about a failure, as plain text of bounded length.

use serde_json::Value;

/// Most characters of a message.
const LIMIT: usize = 300;
/// In place of a message, when an answer has none.
pub const NONE: &str = "The service refused the call.";

/// The error that an answer tells.
pub fn of_answer(answer: &Value) -> String {
    first(answer, &["error", "message", "error_description"])
}

fn first(answer: &Value, names: &[&str]) -> String {
    let mut texts = names
        .iter()
        .filter_map(|name| answer.get(name)?.as_str())
        .map(|text| crate::text::plain(text, LIMIT))
        .filter(|text| !text.is_empty());
    texts.next().unwrap_or_else(|| NONE.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_text_is_the_message() {
        for (answer, message) in [
            (
                json!({"error": "invalid_grant", "error_description": "Expired"}),
                "invalid_grant",
            ),
            (
                json!({"error": {"code": 5}, "message": "<b>limite</b>\u{1}"}),
                "limite",
            ),
            (
                json!({"error": " ", "error_description": "fechado"}),
                "fechado",
            ),
            (json!({"message": 7}), NONE),
            (json!("texto"), NONE),
        ] {
            assert_eq!(of_answer(&answer), message, "{answer}");
        }
        let long = json!({"error": "é".repeat(5_000)});
        assert_eq!(of_answer(&long).chars().count(), LIMIT);
    }
}
