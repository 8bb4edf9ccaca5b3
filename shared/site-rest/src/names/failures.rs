//! Names of members in the texts of failures.

use serde_json::{Map, Value};

use super::{Names, Place};
use crate::call::SiteContext;

/// Whether an object is the body of an error.
pub(super) fn is_error(map: &Map<String, Value>) -> bool {
    let is_text = |name: &str| map.get(name).is_some_and(Value::is_string);
    is_text("code") && is_text("message") && map.contains_key("data")
}

impl Names {
    /// Translates the names of members in all texts of a value.
    pub(super) fn members_out(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.members_in_text(&text)),
            Value::Array(list) => list.into_iter().map(|one| self.members_out(one)).collect(),
            Value::Object(map) => map
                .into_iter()
                .map(|(name, value)| (name, self.members_out(value)))
                .collect::<Map<_, _>>()
                .into(),
            other => other,
        }
    }

    /// Translates the names of members that are words of a text.
    pub(super) fn members_in_text(&self, text: &str) -> String {
        let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '-');
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|one| !is_part(one)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            out.push_str(self.theirs(Place::Member, word).unwrap_or(word));
            let next = after.find(is_part).unwrap_or(after.len());
            let (between, left) = after.split_at(next);
            out.push_str(between);
            rest = left;
        }
        out
    }

    /// Translates where a job is continued: an address, or a path that begins with the namespace.
    pub(super) fn next_out(&self, text: &str, site: &SiteContext) -> String {
        if text.starts_with(&site.rest_root) {
            return self.header_out(text, site);
        }
        let path = self.path_out(&format!("/{text}"));
        path.strip_prefix('/').unwrap_or(&path).to_owned()
    }
}
