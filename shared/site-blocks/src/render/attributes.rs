//! Attributes of a block in a text. Values of a wrong type count as absent.

use std::fmt::Write as _;

use markup::render::layout_classes;
use serde_json::{Map, Value};

use super::text::{self, escaped};
use crate::types::BlockType;

/// A whole number of at least 0.
fn whole(value: &Value) -> Option<u64> {
    if let Value::String(text) = value {
        return text.trim().parse().ok();
    }
    value.as_u64().or_else(|| {
        // Editors write some numbers with a fraction.
        let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
        format!("{number:.0}").parse().ok()
    })
}

/// The attributes of a block, with the defaults of its type.
pub struct Attributes {
    values: Map<String, Value>,
}

impl Attributes {
    /// The attributes that a delimiter holds as JSON.
    pub fn parsed(one: &BlockType, json: &str) -> Self {
        Self::of(one, serde_json::from_str(json).unwrap_or_default())
    }

    /// Attributes that a block was given.
    pub fn of(one: &BlockType, mut values: Map<String, Value>) -> Self {
        for (name, schema) in &one.attributes {
            if let Some(default) = schema.get("default")
                && !values.contains_key(name)
            {
                values.insert(name.clone(), default.clone());
            }
        }
        Self { values }
    }

    /// Attributes without the defaults of a type.
    pub const fn given(values: Map<String, Value>) -> Self {
        Self { values }
    }

    /// A number from 0 to 1.
    pub fn fraction(&self, name: &str) -> Option<f64> {
        let number = self.values.get(name)?.as_f64();
        number.filter(|number| (0.0..=1.0).contains(number))
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name)?.as_str()
    }

    /// A truth value; `false` when absent.
    pub fn flag(&self, name: &str) -> bool {
        self.flag_of(name).unwrap_or(false)
    }

    /// A truth value, if there is one.
    pub fn flag_of(&self, name: &str) -> Option<bool> {
        self.values.get(name)?.as_bool()
    }

    /// A whole number of at least 0, which may be written with a fraction of zero.
    pub fn number(&self, name: &str) -> Option<u64> {
        whole(self.values.get(name)?)
    }

    /// A text that is not empty, without the markup that editors allow in it.
    pub fn plain(&self, name: &str) -> Option<String> {
        let text = markup::text::plain(self.text(name)?);
        (!text.is_empty()).then_some(text)
    }

    /// The members of an object; none for other values.
    pub fn members(&self, name: &str) -> Self {
        let values = self.values.get(name).and_then(Value::as_object).cloned();
        Self {
            values: values.unwrap_or_default(),
        }
    }

    /// Identifiers, of which each is a number, its text or an object with an `id`; also as one text with commas.
    pub fn ids(&self, name: &str) -> Vec<u64> {
        let id = |value: &Value| whole(value.get("id").unwrap_or(value));
        match self.values.get(name) {
            Some(Value::Array(list)) => list.iter().filter_map(id).collect(),
            Some(Value::String(text)) => {
                let parts = text.split(',').map(str::trim);
                parts.filter_map(|part| part.parse().ok()).collect()
            }
            Some(value) => id(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// The attribute `target` of a link, with a blank before it; empty for links that open in the same window.
    pub fn target(&self) -> &'static str {
        text::target(self.text("linkTarget") == Some("_blank"))
    }

    /// The attribute `rel` of a link, with a blank before it; empty without one.
    pub fn rel(&self) -> String {
        text::rel(self.text("rel").unwrap_or_default())
    }

    /// The attributes `class` and `id` of the outermost element: `class` is that of the block.
    pub fn outer(&self, class: &str) -> String {
        self.outermost(class, self.colours())
    }

    /// As [`Self::outer`], for a block whose colours are on an element inside.
    pub fn outer_without_colours(&self, class: &str) -> String {
        self.outermost(class, Vec::new())
    }

    /// The classes for the colours of text and ground.
    pub fn colours(&self) -> Vec<String> {
        let mut classes = Vec::new();
        if let Some(color) = self.given_text("textColor") {
            classes.push(format!("has-text-color has-{}-color", preset(color)));
        }
        if let Some(color) = self.given_text("backgroundColor") {
            let color = preset(color);
            classes.push(format!("has-background has-{color}-background-color"));
        }
        classes
    }

    /// The class of a block with those of its layout; `name` is that of the block without a namespace.
    pub fn with_layout(&self, class: &str, name: &str) -> String {
        match layout_classes(name, self.values.get("layout")) {
            Some(layout) => format!("{class} {layout}"),
            None => class.to_owned(),
        }
    }

    /// A text that is not empty.
    fn given_text(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|value| !value.is_empty())
    }

    fn outermost(&self, class: &str, colours: Vec<String>) -> String {
        let mut classes = vec![class.to_owned()];
        if let Some(align) = self.given_text("align") {
            classes.push(format!("align{align}"));
        }
        if let Some(size) = self.given_text("fontSize") {
            classes.push(format!("has-{}-font-size", preset(size)));
        }
        classes.extend(colours);
        if let Some(name) = self.given_text("className") {
            classes.push(name.to_owned());
        }
        // Former versions of the types have an attribute of their own for it.
        let typography = self.members("style").members("typography");
        let align = self.text("textAlign").or(typography.text("textAlign"));
        if let Some(align) = align.filter(|align| !align.is_empty()) {
            classes.push(format!("has-text-align-{align}"));
        }
        let mut out = format!("class=\"{}\"", escaped(&classes.join(" ")));
        if let Some(anchor) = self.given_text("anchor") {
            let id = escaped(anchor);
            let _ = write!(out, " id=\"{id}\"");
        }
        out
    }
}

/// The name of a preset in its class: words and numbers in lower case, joined by hyphens.
fn preset(slug: &str) -> String {
    let mut out = String::with_capacity(slug.len() + 4);
    let mut before = ' ';
    for character in slug.chars() {
        let is_new_word = character.is_uppercase() && !before.is_uppercase()
            || character.is_numeric() != before.is_numeric();
        if character.is_alphanumeric() {
            if is_new_word && !out.is_empty() && !out.ends_with('-') {
                out.push('-');
            }
            out.extend(character.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        before = character;
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_may_be_on_an_element_inside() {
        let values = [
            ("align", "wide"),
            ("fontSize", "large"),
            ("textColor", "red"),
            ("className", "x"),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), Value::from(value)));
        let attributes = Attributes::given(values.into_iter().collect());
        assert_eq!(
            attributes.outer("a"),
            "class=\"a alignwide has-large-font-size has-text-color has-red-color x\""
        );
        assert_eq!(
            attributes.outer_without_colours("a"),
            "class=\"a alignwide has-large-font-size x\""
        );
    }

    #[test]
    fn presets_are_named_as_in_style_sheets() {
        for (slug, expected) in [
            ("vivid-red", "vivid-red"),
            ("vividRed2", "vivid-red-2"),
            ("Some Color", "some-color"),
            ("x--large", "x-large"),
            ("URL", "url"),
            ("a\"><b", "a-b"),
            ("", ""),
        ] {
            assert_eq!(preset(slug), expected, "{slug}");
        }
    }
}
