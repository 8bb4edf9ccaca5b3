//! Keyword research.

use serde_json::{Value, json};

use super::failure::Failure;
use super::message;

/// How long an answer is kept, in seconds.
pub const KEPT_SECONDS: i64 = 86_400;
/// Most rows of an answer.
pub const ROWS: usize = 10;

/// Whether `code` is a country as `country_code` takes it: two lower-case letters. `related_keyphrases` does not check it.
pub fn is_country(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|one| one.is_ascii_lowercase())
}

/// Whether `phrase` can be researched: it is not blank. Blanks around it are kept.
pub fn is_phrase(phrase: &str) -> bool {
    !phrase.trim().is_empty()
}

/// The key under which an answer is kept. Different sites, phrases and countries have different keys.
pub fn cache_key(site: &str, phrase: &str, country: &str) -> String {
    json!([site, phrase, country]).to_string()
}

/// The parameters of the call.
pub fn query(phrase: &str, country: &str) -> Vec<(&'static str, String)> {
    vec![
        ("phrase", phrase.to_owned()),
        ("database", country.to_owned()),
        ("export_columns", "Ph,Nq,Td,In,Kd".to_owned()),
        ("display_limit", ROWS.to_string()),
        ("display_offset", "0".to_owned()),
        ("display_sort", "nq_desc".to_owned()),
    ]
}

/// The body from an answer: its data unchanged, or its error.
pub fn body(answer: &Value) -> Result<Value, Failure> {
    let fits = |data: &&Value| {
        let is_list = |name| data.get(name).is_some_and(Value::is_array);
        is_list("columnNames") && is_list("rows")
    };
    match answer.get("data").filter(fits) {
        Some(data) => Ok(json!({ "results": data, "status": 200 })),
        None => Err(Failure::Refused(message::of_answer(answer))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries() {
        assert!(is_country("br"));
        for wrong in ["", "BR", "bra", "b1", "é"] {
            assert!(!is_country(wrong), "{wrong}");
        }
    }

    #[test]
    fn phrases() {
        assert!(is_phrase(" pão "));
        assert!(!is_phrase(" \t"));
        assert_ne!(cache_key("s", "a,b", "c"), cache_key("s", "a", "b,c"));
        assert_ne!(cache_key("s", "a", "br"), cache_key("s", "a ", "br"));
        assert_ne!(cache_key("s", "a", "br"), cache_key("t", "a", "br"));
    }

    #[test]
    fn the_call_asks_for_ten_by_volume() {
        let query = query("pão", "br");
        for part in [
            ("phrase", "pão"),
            ("database", "br"),
            ("display_limit", "10"),
            ("display_sort", "nq_desc"),
        ] {
            assert!(query.contains(&(part.0, part.1.to_owned())), "{part:?}");
        }
    }

    #[test]
    fn data_is_passed_unchanged() {
        let answer =
            json!({"data": {"columnNames": ["Keyword"], "rows": [["pão", "9"]]}, "status": 200});
        assert_eq!(
            body(&answer),
            Ok(
                json!({"results": {"columnNames": ["Keyword"], "rows": [["pão", "9"]]}, "status": 200})
            )
        );
    }

    #[test]
    fn an_error_is_passed_on() {
        let answer = json!({"error": "limite"});
        assert_eq!(body(&answer), Err(Failure::Refused("limite".to_owned())));
        assert_eq!(
            body(&json!([])),
            Err(Failure::Refused(message::NONE.to_owned()))
        );
        let odd = json!({"data": {"rows": 5}, "message": "sem dados"});
        assert_eq!(body(&odd), Err(Failure::Refused("sem dados".to_owned())));
    }
}
