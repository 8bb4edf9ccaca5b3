//! `meta/search`: keys of a post's meta by their beginning.

use serde::Serialize;

/// Most results.
pub const LIMIT: usize = 25;

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
}

/// The body of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The results, at most [`LIMIT`].
    pub meta: Vec<Found>,
}

/// The entries whose key begins with `query`, with case. Without a query there is no result; an empty one gives all keys that
/// do not begin with `_`. Values that hold a serialised structure are left out.
pub fn search<'a>(
    meta: impl IntoIterator<Item = (&'a str, &'a str)>,
    query: Option<&str>,
) -> Answer {
    let meta = query.map_or_else(Vec::new, |query| {
        meta.into_iter()
            .filter(|(key, _)| key.starts_with(query))
            .filter(|(key, _)| !(query.is_empty() && key.starts_with('_')))
            .filter(|(_, value)| !is_serialised(value))
            .take(LIMIT)
            .map(|(key, value)| Found {
                key: key.to_owned(),
                value: value.to_owned(),
            })
            .collect()
    });
    Answer { meta }
}

/// Whether `value` is a list, map or object in PHP's serialised form.
fn is_serialised(value: &str) -> bool {
    let value = value.trim();
    let Some((kind, rest)) = value.split_once(':') else {
        return value == "N;";
    };
    let counted = || {
        let digits = rest.find(|one: char| !one.is_ascii_digit());
        digits.is_some_and(|at| at > 0 && rest.get(at..).is_some_and(|end| end.starts_with(':')))
    };
    match kind {
        "a" | "O" | "C" | "E" => value.ends_with('}') && counted(),
        "s" => value.ends_with("\";") && counted(),
        "b" | "i" | "d" => value.ends_with(';'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const META: [(&str, &str); 6] = [
        ("preco", "10"),
        ("_oculto", "x"),
        ("Preco", "11"),
        ("lista", "a:1:{i:0;s:1:\"b\";}"),
        ("prazo", "a:b"),
        ("pre%", "y"),
    ];

    fn keys(query: Option<&str>) -> Vec<String> {
        let answer = search(META, query);
        answer.meta.into_iter().map(|found| found.key).collect()
    }

    #[test]
    fn without_a_query_nothing_is_found() {
        assert!(keys(None).is_empty());
    }

    #[test]
    fn an_empty_query_gives_visible_keys() {
        assert_eq!(keys(Some("")), ["preco", "Preco", "prazo", "pre%"]);
    }

    #[test]
    fn a_prefix_is_compared_with_case_and_finds_hidden_keys() {
        assert_eq!(keys(Some("pre")), ["preco", "pre%"]);
        assert_eq!(keys(Some("_o")), ["_oculto"]);
        assert_eq!(keys(Some("pre%")), ["pre%"]);
        assert!(keys(Some("eco")).is_empty());
    }

    #[test]
    fn at_most_25() {
        let many: Vec<_> = (0..40).map(|at| format!("k{at}")).collect();
        let answer = search(many.iter().map(|key| (key.as_str(), "v")), Some("k"));
        assert_eq!(answer.meta.len(), 25);
        assert_eq!(answer.meta[0].value, "v");
    }

    #[test]
    fn serialised_structures_are_recognised() {
        for value in [
            "a:0:{}",
            "O:3:\"Abc\":0:{}",
            "s:3:\"abc\";",
            "i:5;",
            "b:1;",
            "N;",
        ] {
            assert!(is_serialised(value), "{value}");
        }
        for value in [
            "a:b",
            "a:{}",
            "",
            "12",
            "{\"a\":1}",
            "O:x",
            "s:abc",
            "nota: a;",
        ] {
            assert!(!is_serialised(value), "{value}");
        }
    }

    #[test]
    fn the_body() {
        let answer = search([("a", "1")], Some("a"));
        assert_eq!(
            serde_json::to_value(answer).unwrap(),
            serde_json::json!({"meta": [{"key": "a", "value": "1"}]})
        );
    }
}
