//! Parameters that deployed systems read leniently.

use serde_json::{Map, Value};
use site_api::ApiCall;
use site_rest::{Body, RestError, codes};

/// A value as text: numbers as they are written, `true` as 1, `false` and nothing as the empty text.
///
/// # Errors
/// `rest_invalid_param` for a list or a map.
pub fn text(call: &ApiCall, name: &str) -> Result<String, RestError> {
    match call.params().get(name) {
        None | Some(Value::Null | Value::Bool(false)) => Ok(String::new()),
        Some(Value::Bool(true)) => Ok("1".to_owned()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        Some(Value::Array(_) | Value::Object(_)) => {
            let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
            Err(RestError::params(vec![(name.to_owned(), reason)]))
        }
    }
}

/// The members of a request: those of the body, and of the query where the body has none.
pub fn members(call: &ApiCall) -> Value {
    let request = call.request();
    let mut members: Map<String, Value> = request.query.clone();
    if let Body::Json(sent) | Body::Form(sent) = &request.body {
        members.extend(sent.clone());
    }
    Value::Object(members)
}
