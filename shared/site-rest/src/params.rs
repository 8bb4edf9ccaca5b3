//! The parameters of a request after validation, as handlers read them.

use serde_json::{Map, Value};

/// Values by name. A value of `null` reads as absent except through [`Params::value`].
#[derive(Debug, Clone, Default)]
pub struct Params(Map<String, Value>);

impl Params {
    /// Wraps values that were checked.
    pub const fn new(values: Map<String, Value>) -> Self {
        Self(values)
    }

    /// The value as given, `null` included.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// The value, unless it is absent or `null`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Whether a value other than `null` was given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Text that is not empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|text| !text.is_empty())
    }

    /// A whole number.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name)?.as_i64()
    }

    /// A number that names an item; none when negative.
    pub fn id(&self, name: &str) -> Option<u64> {
        self.get(name)?.as_u64()
    }

    /// Truth; false when absent.
    pub fn flag(&self, name: &str) -> bool {
        self.truth(name).unwrap_or(false)
    }

    /// Truth, when given.
    pub fn truth(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    /// A list.
    pub fn list(&self, name: &str) -> Option<&[Value]> {
        self.get(name)?.as_array().map(Vec::as_slice)
    }

    /// A list of whole numbers; empty when absent.
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

    /// The context of the answer: `view` when none was asked for.
    pub fn context(&self) -> &str {
        self.text("context").unwrap_or("view")
    }

    /// Sets a value, for a check that refines one.
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }
}
