//! Attributes of a block in a text. Values of a wrong type count as absent.

use std::fmt::Write as _;

use super::text::escaped;
use serde_json::{Map, Value};

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
        if self.text("linkTarget") == Some("_blank") {
            " target=\"_blank\""
        } else {
            ""
        }
    }

    /// The attribute `rel` of a link, with a blank before it; empty without one.
    pub fn rel(&self) -> String {
        let rel = self.text("rel").filter(|rel| !rel.is_empty());
        rel.map_or_else(String::new, |rel| format!(" rel=\"{}\"", escaped(rel)))
    }

    /// The attributes `class` and `id` of the outermost element: `class` is that of the block.
    pub fn outer(&self, class: &str) -> String {
        let mut classes = vec![class.to_owned()];
        let mut add = |prefix: &str, name: &str, suffix: &str| {
            if let Some(value) = self.text(name).filter(|value| !value.is_empty()) {
                classes.push(format!("{prefix}{value}{suffix}"));
            }
        };
        add("align", "align", "");
        add("has-", "fontSize", "-font-size");
        add("has-text-color has-", "textColor", "-color");
        add(
            "has-background has-",
            "backgroundColor",
            "-background-color",
        );
        add("", "className", "");
        // Former versions of the types have an attribute of their own for it.
        let typography = self.members("style").members("typography");
        let align = self.text("textAlign").or(typography.text("textAlign"));
        if let Some(align) = align.filter(|align| !align.is_empty()) {
            classes.push(format!("has-text-align-{align}"));
        }
        let mut out = format!("class=\"{}\"", escaped(&classes.join(" ")));
        if let Some(anchor) = self.text("anchor").filter(|anchor| !anchor.is_empty()) {
            let id = escaped(anchor);
            let _ = write!(out, " id=\"{id}\"");
        }
        out
    }
}
