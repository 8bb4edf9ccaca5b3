//! The validated parameters of a request, as handlers read them.

use serde_json::{Map, Value};

/// Values by name. `null` reads as absent except through [`Params::value`].
#[derive(Debug, Clone, Default)]
pub struct Params(Map<String, Value>);

impl Params {
    /// Wraps validated values.
    pub const fn new(values: Map<String, Value>) -> Self {
        Self(values)
    }

    /// The value as sent, including `null`.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// The value, unless it is absent or `null`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Whether the parameter has a value other than `null`.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The text, if the value is a string.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// The text, if it is not empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|text| !text.is_empty())
    }

    /// The integer, if the value is one.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name)?.as_i64()
    }

    /// An identifier; `None` for negative numbers.
    pub fn id(&self, name: &str) -> Option<u64> {
        self.get(name)?.as_u64()
    }

    /// A boolean; false when absent.
    pub fn flag(&self, name: &str) -> bool {
        self.truth(name).unwrap_or(false)
    }

    /// A boolean, if present.
    pub fn truth(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    /// The elements, if the value is a list.
    pub fn list(&self, name: &str) -> Option<&[Value]> {
        self.get(name)?.as_array().map(Vec::as_slice)
    }

    /// A list of integers; empty when absent.
    pub fn integers(&self, name: &str) -> Vec<i64> {
        self.list(name)
            .unwrap_or_default()
            .iter()
            .filter_map(Value::as_i64)
            .collect()
    }

    /// A list of texts; empty when absent.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        self.list(name)
            .unwrap_or_default()
            .iter()
            .filter_map(Value::as_str)
            .collect()
    }

    /// The requested context; `view` by default.
    pub fn context(&self) -> &str {
        self.text("context").unwrap_or("view")
    }

    /// Sets a value, for checks that refine parameters.
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }
}
