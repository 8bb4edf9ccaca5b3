//! Reads JSON objects out of an answer, whatever stands around them: a Markdown fence, prose, an outer object, or an end
//! that is missing because the answer reached its most tokens.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;

/// Places of an opening brace that are tried in vain, so that time stays linear.
const MOST_FAILURES: usize = 32;

/// All objects of a type, in order.
pub(crate) fn objects<T: DeserializeOwned>(answer: &str) -> Vec<T> {
    let mut found = Vec::new();
    let mut failures = 0;
    let mut rest = answer;
    while failures < MOST_FAILURES {
        let Some((_, from)) = rest.find('{').and_then(|at| rest.split_at_checked(at)) else {
            break;
        };
        let mut stream = Deserializer::from_str(from).into_iter::<T>();
        let end = if let Some(Ok(object)) = stream.next() {
            found.push(object);
            stream.byte_offset()
        } else {
            failures += 1;
            1
        };
        rest = from.split_at_checked(end).map_or("", |(_, rest)| rest);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Text {
        text: String,
    }

    fn texts(answer: &str) -> Vec<String> {
        let found = objects::<Text>(answer);
        found.into_iter().map(|object| object.text).collect()
    }

    #[test]
    fn objects_are_found_wherever_they_stand() {
        for answer in [
            r#"{"text":"a"}"#,
            "```json\n{\"text\":\"a\"}\n```",
            "Claro {sem problema}: {\"text\": \"a\"} Até logo.",
            r#"{"items":[{"text":"a"}]}"#,
            r#"{"items":[{"text":"a"},{"text":"b"#,
        ] {
            assert_eq!(texts(answer), ["a"], "{answer}");
        }
        assert_eq!(texts(r#"[{"text":"a {"},{"text":"b"}]"#), ["a {", "b"]);
        assert!(texts("nada").is_empty());
    }

    proptest! {
        #[test]
        fn any_answer_is_read(answer in "(\\PC|[{}\\[\\]\":,]){0,60}") {
            texts(&answer);
        }
    }
}
