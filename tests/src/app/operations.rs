//! The operations of the API's description.

use domain::platform::access::Permission;
use http::Method;
use serde_json::Value;

use super::TestApp;

/// One operation.
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
    /// Whether it requires a session.
    pub secured: bool,
    /// Whether it takes a body.
    pub takes_body: bool,
    /// Whether it supports the header `Idempotency-Key`.
    pub takes_key: bool,
}

impl Operation {
    /// Method and path.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The permission of the table, if the operation names one.
    pub fn required_permission(&self) -> Option<Permission> {
        let name = self.permission.as_deref()?;
        Permission::ALL
            .iter()
            .copied()
            .find(|permission| permission.name() == name)
    }
}

impl TestApp {
    /// All operations, in the order of the description.
    pub fn operations(&self) -> Vec<Operation> {
        let extension =
            |operation: &Value, name: &str| operation[name].as_str().map(ToOwned::to_owned);
        let mut operations = Vec::new();
        for (path, methods) in self.description["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                operations.push(Operation {
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    permission: extension(operation, "x-permission"),
                    object: extension(operation, "x-object"),
                    secured: operation["security"]
                        .as_array()
                        .is_some_and(|all| !all.is_empty()),
                    takes_body: operation["requestBody"].is_object(),
                    takes_key: operation["parameters"]
                        .as_array()
                        .is_some_and(|all| all.iter().any(|one| one["name"] == "Idempotency-Key")),
                });
            }
        }
        operations
    }
}
