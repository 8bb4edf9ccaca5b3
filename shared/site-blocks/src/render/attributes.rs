//! Attributes of a block in a text. Values of a wrong type count as absent.

use std::fmt::Write as _;

use super::text::escaped;
use serde_json::{Map, Value};

use crate::types::BlockType;

/// The attributes of a block, with the defaults of its type.
pub struct Attributes {
    values: Map<String, Value>,
}

impl Attributes {
    /// The attributes that a delimiter holds as JSON.
    pub fn parsed(one: &BlockType, json: &str) -> Self {
        let mut values: Map<String, Value> = serde_json::from_str(json).unwrap_or_default();
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
        self.values
            .get(name)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.values.get(name)?.as_u64()
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
        add("has-text-align-", "textAlign", "");
        add("has-", "fontSize", "-font-size");
        add("has-text-color has-", "textColor", "-color");
        add(
            "has-background has-",
            "backgroundColor",
            "-background-color",
        );
        add("", "className", "");
        let mut out = format!("class=\"{}\"", escaped(&classes.join(" ")));
        if let Some(anchor) = self.text("anchor").filter(|anchor| !anchor.is_empty()) {
            let id = escaped(anchor);
            let _ = write!(out, " id=\"{id}\"");
        }
        out
    }
}
