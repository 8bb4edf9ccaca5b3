//! Colours, type and space of the pages in the form of `theme.json`
//! (<https://schemas.wp.org/trunk/theme.json>), and variations of them.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::templates::Language;

/// Version of the form.
pub const VERSION: u64 = 3;

static THEME: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/theme.json")).unwrap_or_default());

static VARIATIONS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/variations.json")).unwrap_or_default()
});

/// The settings: the presets that an editor offers, and what it lets people change.
pub fn settings() -> &'static Value {
    THEME.get("settings").unwrap_or(&Value::Null)
}

/// The styles of the pages.
pub fn styles() -> &'static Value {
    THEME.get("styles").unwrap_or(&Value::Null)
}

/// Other styles that people can choose, each with a title.
pub fn variations(language: Language) -> Vec<Value> {
    let key = match language {
        Language::Portuguese => "pt",
        Language::English => "en",
    };
    let all = VARIATIONS.as_array().map(Vec::as_slice).unwrap_or_default();
    let one = |variation: &Value| {
        json!({
            "version": VERSION,
            "title": variation[key],
            "settings": {},
            "styles": variation["styles"],
        })
    };
    all.iter().map(one).collect()
}

/// Members that settings and styles can have; others are dropped when they are stored.
const SETTINGS: [&str; 16] = [
    "appearanceTools",
    "useRootPaddingAwareAlignments",
    "background",
    "blocks",
    "border",
    "color",
    "custom",
    "dimensions",
    "layout",
    "lightbox",
    "position",
    "shadow",
    "spacing",
    "typography",
    "viewport",
    "animation",
];
const STYLES: [&str; 13] = [
    "background",
    "blocks",
    "border",
    "color",
    "css",
    "dimensions",
    "elements",
    "filter",
    "outline",
    "shadow",
    "spacing",
    "typography",
    "variations",
];

/// Settings without unknown members.
pub fn known_settings(settings: &Value) -> Value {
    known(settings, &SETTINGS)
}

/// Styles without unknown members.
pub fn known_styles(styles: &Value) -> Value {
    known(styles, &STYLES)
}

fn known(value: &Value, names: &[&str]) -> Value {
    let members = value.as_object().into_iter().flatten();
    members
        .filter(|(name, _)| names.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The style sheets that people wrote, of the whole site and of single blocks.
pub fn style_sheets(styles: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    let mut left = vec![styles];
    while let Some(value) = left.pop() {
        for (name, value) in value.as_object().into_iter().flatten() {
            match value {
                Value::String(css) if name == "css" => found.push(css.as_str()),
                value => left.push(value),
            }
        }
    }
    found
}

/// Whether a style sheet contains what could be a tag.
pub fn has_markup(css: &str) -> bool {
    css.split('<').skip(1).any(|rest| {
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_can_be_read() {
        assert_eq!(settings()["layout"]["contentSize"], "680px");
        assert_eq!(styles()["typography"]["lineHeight"], "1.7");
        let all = variations(Language::English);
        assert_eq!(all.len(), 4);
        assert!(
            all.iter()
                .all(|one| one["title"].is_string() && one["styles"].is_object())
        );
        assert_eq!(variations(Language::Portuguese)[0]["title"], "Ardósia");
    }

    #[test]
    fn unknown_members_are_dropped() {
        let given = json!({"color": {"text": "#111111"}, "zzz": 1, "css": "a{}"});
        assert_eq!(
            known_styles(&given),
            json!({"color": {"text": "#111111"}, "css": "a{}"})
        );
        assert_eq!(known_settings(&json!([1])), json!({}));
    }

    #[test]
    fn style_sheets_of_any_depth() {
        let styles =
            json!({"css": "a", "blocks": {"core/quote": {"css": "b", "color": {"css": 1}}}});
        let mut found = style_sheets(&styles);
        found.sort_unstable();
        assert_eq!(found, ["a", "b"]);
        for (css, is_markup) in [
            ("a{color:red}", false),
            ("a > b{}", false),
            ("</style>", true),
            ("<p>", true),
            ("@media (width < 400px){}", false),
        ] {
            assert_eq!(has_markup(css), is_markup, "{css}");
        }
    }
}
