//! Operations of the engine by their names.

use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The response to an operation.
pub(crate) type Answer = Result<Vec<u8>, DynoxideError>;

/// Performs an operation of the engine, by its name.
pub(crate) fn call(db: &Database, operation: &str, body: &[u8]) -> Answer {
    fn run<Q: DeserializeOwned, A: Serialize>(
        body: &[u8],
        operation: impl FnOnce(Q) -> dynoxide::Result<A>,
    ) -> Result<Vec<u8>, DynoxideError> {
        let question = serde_json::from_slice(body)
            .map_err(|error| DynoxideError::SerializationException(error.to_string()))?;
        serde_json::to_vec(&operation(question)?)
            .map_err(|error| DynoxideError::InternalServerError(error.to_string()))
    }
    match operation {
        "GetItem" => run(body, |q| db.get_item(q)),
        "PutItem" => run(body, |q| db.put_item(q)),
        "UpdateItem" => run(body, |q| db.update_item(q)),
        "DeleteItem" => run(body, |q| db.delete_item(q)),
        "Query" => run(body, |q| db.query(q)),
        "Scan" => run(body, |q| db.scan(q)),
        "BatchGetItem" => run(body, |q| db.batch_get_item(q)),
        "BatchWriteItem" => run(body, |q| db.batch_write_item(q)),
        "TransactWriteItems" => run(body, |q| db.transact_write_items(q)),
        "TransactGetItems" => run(body, |q| db.transact_get_items(q)),
        "CreateTable" => run(body, |q| db.create_table(q)),
        "DescribeTable" => run(body, |q| db.describe_table(q)),
        "UpdateTimeToLive" => run(body, |q| db.update_time_to_live(q)),
        other => Err(DynoxideError::ValidationException(format!(
            "unknown operation {other}"
        ))),
    }
}

/// Whether the operation with this name writes.
pub(crate) fn is_write(operation: &str) -> bool {
    !matches!(
        operation,
        "GetItem" | "BatchGetItem" | "TransactGetItems" | "Query" | "Scan" | "DescribeTable"
    )
}

/// Members of a write that a transaction takes over.
const MEMBERS: [&str; 7] = [
    "TableName",
    "Item",
    "Key",
    "UpdateExpression",
    "ConditionExpression",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
];

/// The writes of an operation as those of a transaction; none for an operation that reads or returns what it wrote.
pub(crate) fn writes(operation: &str, body: &[u8]) -> Option<Vec<Value>> {
    let name = match operation {
        "PutItem" => "Put",
        "DeleteItem" => "Delete",
        "UpdateItem" => "Update",
        "TransactWriteItems" => "",
        _ => return None,
    };
    let mut body: Map<String, Value> = serde_json::from_slice(body).ok()?;
    if name.is_empty() {
        return match body.remove("TransactItems")? {
            Value::Array(writes) => Some(writes),
            _ => None,
        };
    }
    let returns = body.get("ReturnValues").and_then(Value::as_str);
    if returns.is_some_and(|returns| returns != "NONE") {
        return None;
    }
    body.retain(|member, _| MEMBERS.contains(&member.as_str()));
    Some(vec![json!({ name: body })])
}

/// The record of a write.
pub(crate) fn record_of(write: &Value) -> Option<String> {
    let (_, write) = write.as_object()?.iter().next()?;
    let attributes = write.get("Key").or_else(|| write.get("Item"))?;
    let text = |name: &str| attributes.get(name)?.get("S")?.as_str();
    let table = write.get("TableName")?.as_str()?;
    Some([table, text("pk")?, text("sk").unwrap_or_default()].join("\n"))
}
