//! Attributes that a block has because of its supported features, as editors of deployed systems write them.

use serde_json::{Map, Value, json};

/// Whether a feature, or a member of it, is on. Objects switch a feature on.
fn is_on(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(on)) => *on,
        Some(Value::Null) | None => false,
        Some(_) => true,
    }
}

/// Adds the attributes of the supported features to those that the type declares. A declared attribute stays as it is.
pub fn complete(attributes: &mut Map<String, Value>, supports: &Map<String, Value>) {
    let mut add = |name: &str, schema: Value| {
        if !attributes.contains_key(name) {
            attributes.insert(name.to_owned(), schema);
        }
    };
    let text = || json!({"type": "string"});
    let part = |feature: &str, member: &str| {
        let feature = supports.get(feature).and_then(Value::as_object);
        feature.and_then(|feature| feature.get(member))
    };
    add("lock", json!({"type": "object"}));
    add("metadata", json!({"type": "object"}));
    if is_on(supports.get("align")) {
        let places = ["left", "center", "right", "wide", "full", ""];
        add("align", json!({"type": "string", "enum": places}));
    }
    if supports
        .get("className")
        .is_none_or(|value| is_on(Some(value)))
    {
        add("className", text());
    }
    if is_on(supports.get("anchor")) {
        add("anchor", text());
    }
    if is_on(supports.get("ariaLabel")) {
        add("ariaLabel", text());
    }
    let color = supports.get("color");
    // Text and ground are on unless they are switched off.
    let unless_off =
        |member: &str| is_on(color) && part("color", member) != Some(&Value::Bool(false));
    if unless_off("text") {
        add("textColor", text());
    }
    if unless_off("background") {
        add("backgroundColor", text());
    }
    if is_on(part("color", "gradients")) || is_on(part("background", "gradient")) {
        add("gradient", text());
    }
    if is_on(part("typography", "fontSize")) {
        add("fontSize", text());
    }
    if is_on(part("typography", "__experimentalFontFamily")) {
        add("fontFamily", text());
    }
    if is_on(part("__experimentalBorder", "color")) || is_on(part("border", "color")) {
        add("borderColor", text());
    }
    if is_on(supports.get("layout")) {
        add("layout", json!({"type": "object"}));
    }
    let styled = [
        "color",
        "typography",
        "spacing",
        "dimensions",
        "position",
        "shadow",
        "background",
        "__experimentalBorder",
        "border",
    ];
    if styled.into_iter().any(|name| is_on(supports.get(name))) {
        add("style", json!({"type": "object"}));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(supports: Value) -> Vec<String> {
        let mut attributes = Map::new();
        complete(&mut attributes, supports.as_object().unwrap());
        attributes.keys().cloned().collect()
    }

    #[test]
    fn features_add_attributes() {
        let always = ["lock", "metadata"];
        for (supports, expected) in [
            (json!({}), vec!["className"]),
            (json!({"className": false}), vec![]),
            (
                json!({"align": ["wide"], "anchor": true}),
                vec!["align", "className", "anchor"],
            ),
            (
                json!({"align": false, "ariaLabel": true}),
                vec!["className", "ariaLabel"],
            ),
            (
                json!({"color": {"text": false, "gradients": true}}),
                vec!["className", "backgroundColor", "gradient", "style"],
            ),
            (
                json!({"color": true, "layout": {}}),
                vec![
                    "className",
                    "textColor",
                    "backgroundColor",
                    "layout",
                    "style",
                ],
            ),
            (json!({"color": false}), vec!["className"]),
            (
                json!({"typography": {"fontSize": true, "__experimentalFontFamily": true}}),
                vec!["className", "fontSize", "fontFamily", "style"],
            ),
            (
                json!({"border": {"color": true}}),
                vec!["className", "borderColor", "style"],
            ),
        ] {
            let expected: Vec<_> = always.into_iter().chain(expected).collect();
            assert_eq!(names(supports.clone()), expected, "{supports}");
        }
    }

    #[test]
    fn a_declared_attribute_stays() {
        let mut attributes = Map::new();
        attributes.insert(
            "align".to_owned(),
            json!({"type": "string", "default": "full"}),
        );
        complete(&mut attributes, json!({"align": true}).as_object().unwrap());
        assert_eq!(attributes["align"]["default"], "full");
    }
}
