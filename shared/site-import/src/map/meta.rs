//! Mapping of meta: registered keys are imported, other non-empty values are reported as lost.

use std::collections::BTreeMap;

use domain::site::meta::{self, NOTE_STATUS};
use domain::site::{Kind, Taxonomy, meta::MetaKey};
use serde_json::{Map, Value};

/// User meta with the layout of the deployed system's admin screens; not reported.
const OF_THE_PANEL: [&str; 1] = ["persisted_preferences"];

/// Meta key of a note's status, ours and the deployed systems'.
pub const NOTE_NAMES: [&str; 2] = [NOTE_STATUS.name, "_wp_note_status"];

/// Meta of a content item.
pub fn of_content(
    kind: Kind,
    given: Option<&Map<String, Value>>,
    lost: &mut Vec<String>,
) -> BTreeMap<String, Value> {
    kept(given, lost, |name| meta::find(kind, name))
}

/// Meta of a comment.
pub fn of_comment(
    given: Option<&Map<String, Value>>,
    lost: &mut Vec<String>,
) -> BTreeMap<String, Value> {
    kept(given, lost, |name| {
        NOTE_NAMES.contains(&name).then_some(&NOTE_STATUS)
    })
}

/// Meta of a term.
pub fn of_term(
    taxonomy: Taxonomy,
    given: Option<&Map<String, Value>>,
    lost: &mut Vec<String>,
) -> BTreeMap<String, Value> {
    let keys = meta::registered_for_terms(taxonomy);
    kept(given, lost, |name| keys.iter().find(|key| key.name == name))
}

/// Meta of users, none of which is registered here.
pub fn of_others(given: Option<&Map<String, Value>>, lost: &mut Vec<String>) {
    kept(given, lost, |_| None);
}

fn kept(
    given: Option<&Map<String, Value>>,
    lost: &mut Vec<String>,
    find: impl Fn(&str) -> Option<&'static MetaKey>,
) -> BTreeMap<String, Value> {
    let mut meta = BTreeMap::new();
    for (name, value) in given.into_iter().flatten() {
        match find(name) {
            Some(key) if *value == key.default() => {}
            Some(key) if key.accepts(value) => {
                meta.insert(key.name.to_owned(), value.clone());
            }
            _ if is_nothing(value) || OF_THE_PANEL.contains(&name.as_str()) => {}
            _ => lost.push(format!("the meta {name} is not known here")),
        }
    }
    meta
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.iter().all(is_nothing),
        Value::Object(map) => map.values().all(is_nothing),
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Bool(true) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn meta_that_is_unknown_and_says_something_is_named() {
        let given = json!({
            "footnotes": "[]", "_x": "", "_y": "sim", "pauta_faq_enabled": false,
        });
        let mut lost = Vec::new();
        let meta = of_content(Kind::Post, given.as_object(), &mut lost);
        assert_eq!(meta.len(), 1);
        assert_eq!(lost, ["the meta _y is not known here"]);
    }

    #[test]
    fn terms_have_fields_of_their_own() {
        let given = json!({"seo_title": "Pães", "seo_nofollow": true});
        let mut lost = Vec::new();
        let meta = of_term(Taxonomy::Category, given.as_object(), &mut lost);
        assert_eq!(meta, [("seo_title".to_owned(), json!("Pães"))].into());
        assert_eq!(lost, ["the meta seo_nofollow is not known here"]);
    }

    #[test]
    fn what_belongs_to_the_panel_of_a_deployed_system_is_not_missed() {
        let given = json!({"persisted_preferences": {"core": {"a": true}}, "cor": "azul"});
        let mut lost = Vec::new();
        of_others(given.as_object(), &mut lost);
        assert_eq!(lost, ["the meta cor is not known here"]);
    }

    #[test]
    fn the_state_of_a_note_is_known_under_both_names() {
        for name in NOTE_NAMES {
            let mut lost = Vec::new();
            let given = json!({name: "resolved"});
            let meta = of_comment(given.as_object(), &mut lost);
            assert_eq!(meta["note_status"], "resolved");
            assert!(lost.is_empty());
        }
    }
}
