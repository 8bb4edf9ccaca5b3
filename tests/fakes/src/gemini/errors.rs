//! Error responses: `{"error":{"code","message","status","details"}}`.

use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};

use crate::exchange::json as json_response;
use crate::scenario::Fault;
use crate::strict::{Kind, Problem};

/// The body of an error.
pub(super) fn body(code: StatusCode, status: &str, message: &str, details: &Value) -> Value {
    let mut error = json!({ "code": code.as_u16(), "message": message, "status": status });
    if let (Value::Object(members), false) = (&mut error, details.is_null()) {
        members.insert("details".to_owned(), details.clone());
    }
    json!({ "error": error })
}

fn error(code: StatusCode, status: &str, message: &str, details: &Value) -> Response {
    json_response(code, &body(code, status, message, details))
}

/// 400 `INVALID_ARGUMENT`.
pub(super) fn invalid(message: &str) -> Response {
    error(
        StatusCode::BAD_REQUEST,
        "INVALID_ARGUMENT",
        message,
        &Value::Null,
    )
}

pub(super) fn no_key() -> Response {
    let message = "Method doesn't allow unregistered callers (callers without established identity). Please use API \
                   Key or other form of API consumer identity to call this API.";
    error(
        StatusCode::FORBIDDEN,
        "PERMISSION_DENIED",
        message,
        &Value::Null,
    )
}

pub(super) fn bad_key() -> Response {
    let message = "API key not valid. Please pass a valid API key.";
    let details = json!([
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "API_KEY_INVALID",
            "domain": "googleapis.com",
            "metadata": { "service": "generativelanguage.googleapis.com" },
        },
        {
            "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
            "locale": "en-US",
            "message": message,
        },
    ]);
    error(
        StatusCode::BAD_REQUEST,
        "INVALID_ARGUMENT",
        message,
        &details,
    )
}

pub(super) fn not_found(message: &str) -> Response {
    error(StatusCode::NOT_FOUND, "NOT_FOUND", message, &Value::Null)
}

pub(super) fn no_model(model: &str) -> Response {
    not_found(&format!(
        "models/{model} is not found for API version v1beta, or is not supported for generateContent. Call \
         ListModels to see the list of available models and their supported methods."
    ))
}

pub(super) fn problem(problem: &Problem) -> Response {
    let message = match problem.kind {
        Kind::Unknown => {
            let (path, name) = problem
                .param
                .rsplit_once('.')
                .unwrap_or(("", &problem.param));
            let place = if path.is_empty() {
                String::new()
            } else {
                format!(" at '{path}'")
            };
            format!(
                "Invalid JSON payload received. Unknown name \"{name}\"{place}: Cannot find field."
            )
        }
        _ => problem.message.clone(),
    };
    let details = json!([{
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        "fieldViolations": [{ "field": problem.param, "description": message }],
    }]);
    error(
        StatusCode::BAD_REQUEST,
        "INVALID_ARGUMENT",
        &message,
        &details,
    )
}

pub(super) fn internal() -> Response {
    error(
        StatusCode::INTERNAL_SERVER_ERROR,
        "INTERNAL",
        "An internal error has occurred. Please retry or report in \
         https://developers.generativeai.google/guide/troubleshooting",
        &Value::Null,
    )
}

/// A duration as Google writes it, such as `38s` or `0.1s`.
fn duration(milliseconds: u32) -> String {
    format!("{}s", f64::from(milliseconds) / 1000.0)
}

fn exhausted(quota: &str, hint: u32) -> Response {
    let message = "You exceeded your current quota, please check your plan and billing details. For more information \
                   on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.";
    let details = json!([
        {
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            "violations": [{
                "quotaMetric": "generativelanguage.googleapis.com/generate_content_requests",
                "quotaId": quota,
                "quotaDimensions": { "location": "global" },
                "quotaValue": "50",
            }],
        },
        {
            "@type": "type.googleapis.com/google.rpc.RetryInfo",
            "retryDelay": duration(hint),
        },
    ]);
    let code = StatusCode::TOO_MANY_REQUESTS;
    error(code, "RESOURCE_EXHAUSTED", message, &details)
}

/// The hint that comes with a used-up daily quota, in milliseconds; waiting for it does not help.
const USELESS_HINT: u32 = 38_000;

pub(super) fn fault(fault: Fault) -> Response {
    match fault {
        Fault::NoQuota => exhausted(
            "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
            USELESS_HINT,
        ),
        Fault::Limit { hint } => exhausted("GenerateRequestsPerMinutePerProjectPerModel", hint),
        Fault::NoPermission => error(
            StatusCode::FORBIDDEN,
            "PERMISSION_DENIED",
            "Your API key doesn't have the required permissions.",
            &Value::Null,
        ),
        _ => error(
            StatusCode::SERVICE_UNAVAILABLE,
            "UNAVAILABLE",
            "The model is overloaded. Please try again later.",
            &Value::Null,
        ),
    }
}
