//! Tests of the files of patterns.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value};

use super::*;
use crate::types::{self, BlockType};

/// A delimiter of a block.
struct Delimiter<'a> {
    name: &'a str,
    attributes: &'a str,
    closes: bool,
    is_void: bool,
}

/// The delimiters of a text in their order.
fn delimiters(text: &str) -> Vec<Delimiter<'_>> {
    let comments = text.split("<!--").skip(1);
    let marks = comments.map(|after| after.split_once("-->").expect("an end").0.trim());
    marks
        .map(|mark| {
            let closes = mark.starts_with('/');
            let mark = mark.trim_start_matches('/').strip_prefix("wp:");
            let mark = mark.expect("only comments of blocks");
            let (mark, is_void) = mark
                .strip_suffix(" /")
                .map_or((mark, false), |mark| (mark, true));
            let (name, attributes) = mark.split_once(' ').unwrap_or((mark, ""));
            Delimiter {
                name,
                attributes,
                closes,
                is_void,
            }
        })
        .collect()
}

fn has_type(value: &Value, form: &str) -> bool {
    match form {
        "string" | "rich-text" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    }
}

#[track_caller]
fn check_attributes(place: &str, one: &BlockType, json: &str) {
    if json.is_empty() {
        return;
    }
    let values: Map<String, Value> = serde_json::from_str(json).expect(place);
    for (name, value) in &values {
        let schema = one.attributes.get(name);
        let schema = schema.unwrap_or_else(|| panic!("{place}: {} {name}", one.name));
        let forms = match &schema["type"] {
            Value::Array(forms) => forms.iter().filter_map(Value::as_str).collect(),
            form => vec![form.as_str().expect(place)],
        };
        assert!(
            forms.iter().any(|form| has_type(value, form)),
            "{place}: {} {name} {value}",
            one.name
        );
        if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
            assert!(choices.contains(value), "{place}: {} {name}", one.name);
        }
        // Such a value is stored in the HTML, not in the delimiter.
        assert!(
            schema.get("source").is_none(),
            "{place}: {} {name}",
            one.name
        );
    }
}

/// Checks that the blocks of a pattern are known, closed and in their places.
fn check_blocks(pattern: &Pattern) {
    let place = pattern.name;
    let mut open: Vec<&BlockType> = Vec::new();
    for mark in delimiters(&pattern.content) {
        if mark.closes {
            let last = open.pop().expect(place);
            assert_eq!(last.name, format!("core/{}", mark.name), "{place}");
            continue;
        }
        let full = format!("core/{}", mark.name);
        let one = types::named(&full).unwrap_or_else(|| panic!("{place}: {full}"));
        check_attributes(place, one, mark.attributes);
        let around = open.last().map(|one| &one.name);
        assert!(
            one.parent.is_empty() || around.is_some_and(|around| one.parent.contains(around)),
            "{place}: {full} in {around:?}"
        );
        if let Some(around) = open.last() {
            assert!(
                around.allowed.is_empty() || around.allowed.contains(&full),
                "{place}: {full} in {}",
                around.name
            );
        }
        assert!(
            one.ancestor.is_empty() || open.iter().any(|above| one.ancestor.contains(&above.name)),
            "{place}: {full}"
        );
        if !mark.is_void {
            open.push(one);
        }
    }
    assert!(open.is_empty(), "{place}: a block without an end");
}

#[test]
fn every_file_is_a_pattern_in_both_languages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/patterns");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| {
            let name = entry.expect("a file").file_name();
            name.to_string_lossy().trim_end_matches(".html").to_owned()
        })
        .collect();
    let categories: Vec<_> = pattern_categories(true).map(|one| one.name).collect();
    assert_eq!(categories.len(), CATEGORIES.lines().count());
    for portuguese in [true, false] {
        let all = patterns(portuguese);
        let names: BTreeSet<String> = all.iter().map(|one| one.name.to_owned()).collect();
        assert_eq!(names, files);
        assert!(all.len() >= 20);
        let titles: BTreeSet<_> = all.iter().map(|one| &one.title).collect();
        assert_eq!(titles.len(), all.len(), "a title twice");
        for one in all {
            assert!(one.description.ends_with('.'), "{}", one.name);
            assert!(one.keywords.len() >= 3, "{}", one.name);
            assert!((600..=1400).contains(&one.width), "{}", one.name);
            assert!(!one.categories.is_empty(), "{}", one.name);
            for category in &one.categories {
                assert!(categories.contains(&category.as_str()), "{}", one.name);
            }
            for name in &one.block_types {
                assert!(types::named(name).is_some(), "{}: {name}", one.name);
            }
            assert!(!one.content.contains("||"), "{}", one.name);
        }
    }
    for category in categories {
        let has_one = |one: &Pattern| one.categories.iter().any(|name| name == category);
        assert!(patterns(true).iter().any(has_one), "{category} is empty");
    }
}

#[test]
fn the_languages_differ_in_words_only() {
    for (pt, en) in patterns(true).iter().zip(patterns(false)) {
        assert_ne!(pt.content, en.content, "{}", pt.name);
        let marks = |one: &Pattern| -> Vec<String> {
            let marks = delimiters(&one.content).into_iter();
            marks
                .map(|mark| format!("{} {}", mark.name, mark.attributes))
                .collect()
        };
        assert_eq!(marks(pt), marks(en), "{}", pt.name);
        assert_eq!(
            (&pt.categories, &pt.block_types, pt.width),
            (&en.categories, &en.block_types, en.width)
        );
    }
}

#[test]
fn blocks_are_known_and_in_their_places() {
    for one in patterns(true) {
        check_blocks(one);
    }
}

#[test]
fn nothing_in_a_pattern_is_removed_from_the_texts_of_authors() {
    for portuguese in [true, false] {
        for one in patterns(portuguese) {
            // The filter sets a blank before the end of such a tag, as in deployed systems.
            let kept = markup::sanitise::content(&one.content).replace(" />", "/>");
            assert_eq!(kept, one.content, "{}", one.name);
        }
    }
}

#[test]
fn words_of_one_language() {
    assert_eq!(
        in_language("{\"a\":{\"b\":1}} {{um||one}}, {{x}}", true),
        "{\"a\":{\"b\":1}} um, x"
    );
    assert_eq!(
        in_language("{{um||one}} {{dois||two", false),
        "one {{dois||two"
    );
}
