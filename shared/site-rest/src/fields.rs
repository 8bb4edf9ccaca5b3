//! `_fields`: limits a response to selected members (docs/interface/site/responses.md#fields).

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::schema::words;

/// The selected members; all of them without `_fields`.
#[derive(Debug, Clone, Default)]
pub struct Fields(Option<Tree>);

type Tree = IndexMap<String, Node>;

#[derive(Debug, Clone)]
enum Node {
    Whole,
    Parts(Tree),
}

impl Fields {
    /// All members.
    pub const ALL: Self = Self(None);

    /// Reads `_fields` of a query: a list separated by commas or blanks, or several values, with dots between the
    /// names of nested members.
    pub fn asked(query: &Map<String, Value>) -> Self {
        let mut tree = Tree::new();
        match query.get("_fields") {
            Some(Value::String(text)) => words(text).for_each(|path| add(&mut tree, path)),
            Some(Value::Array(list)) => {
                list.iter()
                    .filter_map(Value::as_str)
                    .flat_map(words)
                    .for_each(|path| add(&mut tree, path));
            }
            _ => {}
        }
        if tree.is_empty() {
            Self::ALL
        } else {
            Self(Some(tree))
        }
    }

    /// Whether the response contains `path` or one of its members.
    pub fn include(&self, path: &str) -> bool {
        let Some(mut tree) = self.0.as_ref() else {
            return true;
        };
        for name in path.split('.') {
            match tree.get(name) {
                None => return false,
                Some(Node::Whole) => return true,
                Some(Node::Parts(parts)) => tree = parts,
            }
        }
        true
    }

    /// Whether all members are selected.
    pub const fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Removes unselected members from a value, or from each element of a list. The links of a single resource are
    /// kept or removed as a whole, as in deployed systems.
    pub fn limit(&self, value: Value) -> Value {
        match (&self.0, value) {
            (Some(tree), Value::Array(list)) => list
                .into_iter()
                .map(|element| keep(element, tree))
                .collect(),
            (Some(tree), Value::Object(mut map)) => {
                let links = map
                    .shift_remove("_links")
                    .filter(|_| tree.contains_key("_links") || tree.contains_key("_embedded"));
                let mut kept = keep(Value::Object(map), tree);
                match (links, &mut kept) {
                    (Some(links), Value::Object(map)) => {
                        let embedded = map.shift_remove("_embedded");
                        map.insert("_links".to_owned(), links);
                        map.extend(embedded.map(|embedded| ("_embedded".to_owned(), embedded)));
                    }
                    (Some(links), empty) => *empty = json!({"_links": links}),
                    (None, _) => {}
                }
                kept
            }
            (_, value) => value,
        }
    }
}

fn add(tree: &mut Tree, path: &str) {
    let (name, rest) = path
        .split_once('.')
        .map_or((path, None), |(name, rest)| (name, Some(rest)));
    match (tree.get_mut(name), rest) {
        (Some(Node::Whole), _) => {}
        (Some(Node::Parts(parts)), Some(rest)) => add(parts, rest),
        (_, None) => {
            tree.insert(name.to_owned(), Node::Whole);
        }
        (None, Some(rest)) => {
            let mut parts = Tree::new();
            add(&mut parts, rest);
            tree.insert(name.to_owned(), Node::Parts(parts));
        }
    }
}

/// An object without selected members becomes `[]`, as deployed systems write an empty map.
fn keep(value: Value, tree: &Tree) -> Value {
    match value {
        Value::Object(map) => {
            let kept: Map<String, Value> = map
                .into_iter()
                .filter_map(|(name, member)| match tree.get(&name)? {
                    Node::Whole => Some((name, member)),
                    Node::Parts(parts) => Some((name, keep(member, parts))),
                })
                .collect();
            if kept.is_empty() {
                Value::Array(Vec::new())
            } else {
                Value::Object(kept)
            }
        }
        Value::Array(_) => Value::Array(Vec::new()),
        scalar => scalar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Limits, parse};
    use proptest::prelude::*;
    fn limited(query: &str, value: Value) -> Value {
        Fields::asked(&parse(query, Limits::QUERY).unwrap()).limit(value)
    }

    #[test]
    fn nested_names() {
        let post = json!({"id": 1, "title": {"raw": "a", "rendered": "b"}, "meta": {"x": 1}});
        assert_eq!(
            limited("_fields=id,title.rendered", post.clone()),
            json!({"id": 1, "title": {"rendered": "b"}})
        );
        assert_eq!(
            limited("_fields=title.rendered,title", post.clone()),
            json!({"title": {"raw": "a", "rendered": "b"}})
        );
        assert_eq!(
            limited("_fields[]=id&_fields[]=meta", post.clone()),
            json!({"id": 1, "meta": {"x": 1}})
        );
        assert_eq!(limited("_fields=nothing", post.clone()), json!([]));
        assert_eq!(limited("_fields=", post.clone()), post);
        assert_eq!(
            limited("_fields=id", json!([{"id": 1, "x": 2}, {"id": 3}])),
            json!([{"id": 1}, {"id": 3}])
        );
    }

    #[test]
    fn links_of_a_single_resource_stay_whole() {
        let post = json!({"id": 1, "_links": {"self": [], "up": []}});
        assert_eq!(
            limited("_fields=_links.self", post.clone()),
            json!({"_links": {"self": [], "up": []}})
        );
        assert_eq!(limited("_fields=id", post.clone()), json!({"id": 1}));
        assert_eq!(
            limited("_fields=_links.self", json!([post])),
            json!([{"_links": {"self": []}}])
        );
        let post = json!({"id": 1, "_links": {"self": []}, "_embedded": {"author": []}});
        let kept = limited("_fields=_embedded", post);
        let names: Vec<&String> = kept.as_object().unwrap().keys().collect();
        assert_eq!(names, ["_links", "_embedded"]);
    }

    #[test]
    fn inclusion() {
        let fields =
            Fields::asked(&parse("_fields=title.rendered,_links.author", Limits::QUERY).unwrap());
        assert!(fields.include("title"));
        assert!(fields.include("title.rendered"));
        assert!(!fields.include("title.raw"));
        assert!(fields.include("_links"));
        assert!(!fields.include("content"));
        assert!(Fields::ALL.include("anything"));
    }

    proptest! {
        /// Selected members keep their values, and limiting twice equals limiting once.
        #[test]
        fn limiting_is_idempotent(fields in "[abc.,]{0,12}", a in any::<u8>(), b in any::<u8>()) {
            let value = json!({"a": a, "b": {"a": b, "c": {"b": 1}}, "c": [1, {"a": 2}]});
            let once = limited(&format!("_fields={fields}"), value);
            prop_assert_eq!(limited(&format!("_fields={fields}"), once.clone()), once);
        }
    }
}
