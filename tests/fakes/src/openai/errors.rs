//! Error responses: `{"error":{"message","type","param","code"}}`.

use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};

use crate::exchange::{json as json_response, with_header};
use crate::record::Call;
use crate::scenario::Fault;
use crate::strict::{Kind, Problem};

fn error(
    status: StatusCode,
    kind: &str,
    code: Option<&str>,
    param: Option<&str>,
    message: &str,
) -> Response {
    let body: Value =
        json!({ "error": { "message": message, "type": kind, "param": param, "code": code } });
    json_response(status, &body)
}

const INVALID: &str = "invalid_request_error";

pub(super) fn no_key() -> Response {
    let message = "You didn't provide an API key. You need to provide your API key in an Authorization header using \
                   Bearer auth (i.e. Authorization: Bearer YOUR_KEY).";
    error(StatusCode::UNAUTHORIZED, INVALID, None, None, message)
}

/// Echoes the beginning and the end of the key, as the service does.
pub(super) fn bad_key(key: &str) -> Response {
    let count = key.chars().count();
    let start: String = key.chars().take(8).collect();
    let end: String = key.chars().skip(count.saturating_sub(4)).collect();
    let message = format!(
        "Incorrect API key provided: {start}{}{end}. You can find your API key at \
         https://platform.openai.com/account/api-keys.",
        "*".repeat(count.saturating_sub(12))
    );
    let code = Some("invalid_api_key");
    error(StatusCode::UNAUTHORIZED, INVALID, code, None, &message)
}

pub(super) fn absent(call: &Call) -> Response {
    let message = format!("Invalid URL ({} {})", call.method, call.path);
    error(StatusCode::NOT_FOUND, INVALID, None, None, &message)
}

pub(super) fn media_type(call: &Call) -> Response {
    let found = call.header("content-type").unwrap_or_default();
    let message = format!(
        "Unsupported content type: '{found}'. This API method only accepts 'application/json' requests, but you \
         specified the header 'Content-Type: {found}'. Please try again with a supported content type."
    );
    let code = Some("unsupported_content_type");
    error(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        INVALID,
        code,
        None,
        &message,
    )
}

pub(super) fn no_json() -> Response {
    let message = "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your \
                   HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid \
                   JSON.)";
    error(StatusCode::BAD_REQUEST, INVALID, None, None, message)
}

pub(super) fn problem(problem: &Problem) -> Response {
    let code = match problem.kind {
        Kind::Unknown => "unknown_parameter",
        Kind::Unsupported => "unsupported_parameter",
        Kind::Missing => "missing_required_parameter",
        Kind::Invalid => "invalid_value",
    };
    error(
        StatusCode::BAD_REQUEST,
        INVALID,
        Some(code),
        Some(&problem.param),
        &problem.message,
    )
}

pub(super) fn no_model(model: &str) -> Response {
    let message = format!("The model `{model}` does not exist or you do not have access to it.");
    let code = Some("model_not_found");
    error(StatusCode::NOT_FOUND, INVALID, code, None, &message)
}

/// A refused prompt of an image.
pub(super) fn moderation() -> Response {
    let message = "Your request was rejected by the safety system. If you believe this is an error, contact us at \
                   help.openai.com and include the request ID.";
    let code = Some("moderation_blocked");
    error(
        StatusCode::BAD_REQUEST,
        "image_generation_user_error",
        code,
        None,
        message,
    )
}

pub(super) fn fault(fault: Fault) -> Response {
    match fault {
        Fault::NoQuota => error(
            StatusCode::TOO_MANY_REQUESTS,
            "insufficient_quota",
            Some("credit_balance_exhausted"),
            None,
            "You exceeded your current quota, please check your plan and billing details. For more information on \
             this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
        ),
        Fault::Limit { hint } => {
            let response = error(
                StatusCode::TOO_MANY_REQUESTS,
                "requests",
                Some("rate_limit_exceeded"),
                None,
                "Rate limit reached for requests. Limit: 3 / min. Please try again later.",
            );
            let response = with_header(response, "retry-after-ms", hint);
            let response = with_header(response, "retry-after", hint.div_ceil(1000));
            let response = with_header(response, "x-ratelimit-limit-requests", 3);
            let response = with_header(response, "x-ratelimit-remaining-requests", 0);
            let reset = format!("{hint}ms");
            with_header(response, "x-ratelimit-reset-requests", reset)
        }
        Fault::Filter => error(
            StatusCode::BAD_REQUEST,
            INVALID,
            Some("invalid_prompt"),
            None,
            "Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again \
             with a different prompt.",
        ),
        Fault::NoPermission => error(
            StatusCode::FORBIDDEN,
            INVALID,
            Some("unsupported_country_region_territory"),
            None,
            "Country, region, or territory not supported",
        ),
        _ => error(
            StatusCode::SERVICE_UNAVAILABLE,
            "server_error",
            Some("server_error"),
            None,
            "The server is currently overloaded. Please try again later.",
        ),
    }
}
