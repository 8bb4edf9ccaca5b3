//! Bodies with a status of their own.

use http::StatusCode;
use serde_json::Value;
use site_rest::Reply;

/// A body with this status.
pub fn with_status(status: StatusCode, body: Value) -> Reply {
    let mut reply = Reply::json(body);
    reply.status = status;
    reply
}
