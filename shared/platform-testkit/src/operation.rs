//! The operations of an OpenAPI description.

use domain::platform::access::Permission;
use http::Method;
use serde_json::{Map, Value};

/// One operation of a description.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Method.
    pub method: Method,
    /// Path with its parameters in braces.
    pub path: String,
    /// The extension `x-permission`.
    pub permission: Option<String>,
    /// The extension `x-object`.
    pub object: Option<String>,
    /// Whether a session is required.
    pub secured: bool,
    /// Whether a body is expected.
    pub takes_body: bool,
    /// Whether the header `Idempotency-Key` is read.
    pub takes_key: bool,
}

impl Operation {
    /// Every operation of `description`, in its order.
    pub fn all(description: &Value) -> Vec<Self> {
        let members = |value: &Value| value.as_object().cloned().unwrap_or_default();
        let paths: Map<String, Value> = members(&description["paths"]);
        let operations = paths.iter().flat_map(|(path, methods)| {
            members(methods)
                .into_iter()
                .map(move |(method, operation)| Self::read(&method, path, &operation))
        });
        operations.collect()
    }

    fn read(method: &str, path: &str, operation: &Value) -> Self {
        let extension = |name: &str| operation[name].as_str().map(ToOwned::to_owned);
        let items = |name: &str| operation[name].as_array().cloned().unwrap_or_default();
        Self {
            method: method.to_uppercase().parse().unwrap(),
            path: path.to_owned(),
            permission: extension("x-permission"),
            object: extension("x-object"),
            secured: !items("security").is_empty(),
            takes_body: operation["requestBody"].is_object(),
            takes_key: items("parameters")
                .iter()
                .any(|parameter| parameter["name"] == "Idempotency-Key"),
        }
    }

    /// Method and path.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The permission that `x-permission` names, unless it is none of the table.
    pub fn required_permission(&self) -> Option<Permission> {
        let name = self.permission.as_deref()?;
        Permission::ALL
            .iter()
            .copied()
            .find(|permission| permission.name() == name)
    }
}
