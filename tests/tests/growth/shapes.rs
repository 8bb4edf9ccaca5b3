//! The values that are sent: texts, lists and objects of any size.

use growth::shapes::SHAPES;
use serde_json::{Map, Value, json};

/// Bytes of the shorter text.
const BYTES: usize = 4_096;
/// Items of the shorter list, so that the longer one has as many as a list may have.
const ITEMS: usize = 250;
/// Levels of the shorter object.
const LEVELS: usize = 12;

/// The shapes of texts that routes are sent; all of them meet the functions below the routes.
const TEXTS: [&str; 9] = [
    "one word",
    "words",
    "different words",
    "different paragraphs",
    "ampersands",
    "opening brackets",
    "block delimiters",
    "nested elements",
    "addresses",
];

/// A value that grows.
#[derive(Clone, Copy)]
pub struct Growing {
    /// Its name.
    pub name: &'static str,
    /// The value of this many times the shorter size.
    pub value: fn(&'static str, usize) -> Value,
}

impl Growing {
    /// The value of `times` times the shorter size.
    pub fn of(self, times: usize) -> Value {
        (self.value)(self.name, times)
    }
}

fn text(name: &'static str, times: usize) -> Value {
    let shape = SHAPES.iter().find(|shape| shape.name == name).unwrap();
    json!(shape.text(BYTES * times))
}

fn items(times: usize) -> std::ops::Range<usize> {
    1..ITEMS * times
}

/// The values of a JSON Schema type; none for types that do not grow.
pub fn of_type(kind: &str) -> Vec<Growing> {
    let growing = |name, value| Growing { name, value };
    match kind {
        "string" => TEXTS.map(|name| growing(name, text)).to_vec(),
        "array" => vec![
            growing("many numbers", |_, times| {
                json!(items(times).collect::<Vec<_>>())
            }),
            growing("many words", |_, times| {
                json!(
                    items(times)
                        .map(|number| format!("a{number}"))
                        .collect::<Vec<_>>()
                )
            }),
            growing("many objects", |_, times| {
                let one = |number| json!({ "id": number, "name": "a", "path": "/core/v2/posts", "question": "a", "answer": "b" });
                json!(items(times).map(one).collect::<Vec<_>>())
            }),
        ],
        "object" => vec![
            growing("many members", |_, times| {
                let members = items(times).map(|number| (format!("a{number}"), json!(number)));
                Value::Object(members.collect::<Map<_, _>>())
            }),
            growing("deep objects", |_, times| {
                (0..LEVELS * times).fold(json!(1), |inner, _| json!({ "a": inner }))
            }),
            growing(
                "long raw text",
                |_, times| json!({ "raw": text("different paragraphs", times) }),
            ),
        ],
        _ => Vec::new(),
    }
}
