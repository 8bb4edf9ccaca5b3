//! Interprets responses: extracts the value of a success, or the cause of an error.

use std::time::Duration;

use http::StatusCode;
use outbound::{Basic, Response};
use serde_json::Value;

use crate::error::HostError;
use crate::message;
use crate::retry_after::retry_after;
use crate::wire;

/// Error codes that reject the credentials themselves.
const CREDENTIAL_CODES: [&str; 6] = [
    "invalid_username",
    "invalid_email",
    "incorrect_password",
    "invalid_credentials",
    "rest_invalid_credentials",
    "authentication_failed",
];

/// Error codes of disabled application passwords.
const DISABLED_CODES: [&str; 2] = [
    "application_passwords_disabled",
    "application_passwords_disabled_for_user",
];

/// Error codes with which hosts, mostly through plugins, block the whole interface.
const CLOSED_CODES: [&str; 8] = [
    "rest_no_route",
    "rest_cannot_access",
    "rest_disabled",
    "rest_api_disabled",
    "rest_login_required",
    "rest_api_authentication_required",
    "rest_api_restricted",
    "disabled_rest_api",
];

/// Error codes of invalid requests that deployed hosts send with status 500.
const REJECTED_DESPITE_500: [&str; 6] = [
    "duplicate_term_slug",
    "empty_term_name",
    "missing_parent",
    "invalid_term_name",
    "rest_trash_not_supported",
    "rest_invalid_stored_value",
];

/// The body of an error response.
#[derive(Debug, Default)]
struct ErrorBody {
    code: String,
    message: String,
    after_write: bool,
}

impl ErrorBody {
    fn read(value: &Value, credentials: Option<&Basic>) -> Option<Self> {
        let code = value.get("code")?.as_str()?;
        let message = value
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or_default();
        Some(Self {
            code: message::from_host(code, credentials),
            message: message::from_host(message, credentials),
            after_write: concerns_meta(value),
        })
    }
}

/// The value of a successful response, or the cause of an error. `credentials` are the ones that were sent,
/// if any.
pub(crate) fn interpret(
    response: &Response,
    credentials: Option<&Basic>,
) -> Result<Value, HostError> {
    let value = wire::json(&response.body);
    let error = value
        .as_ref()
        .and_then(|value| ErrorBody::read(value, credentials));
    if response.status.is_success() {
        let value = value.ok_or(HostError::BadPayload {
            status: Some(response.status.as_u16()),
        })?;
        // Some gateways change every status to 200; the original status is in the body.
        let hidden = wire::number(member_status(&value))
            .and_then(|status| StatusCode::from_u16(u16::try_from(status).ok()?).ok())
            .filter(|status| status.as_u16() >= 400);
        return match (hidden, error) {
            (Some(status), Some(error)) => Err(cause(response, status, Some(error), credentials)),
            _ => Ok(value),
        };
    }
    Err(cause(response, response.status, error, credentials))
}

fn cause(
    response: &Response,
    status: StatusCode,
    error: Option<ErrorBody>,
    credentials: Option<&Basic>,
) -> HostError {
    let number = status.as_u16();
    if number == 429 {
        return HostError::RateLimited {
            retry_after: retry_after(&response.headers),
        };
    }
    let Some(ErrorBody {
        code,
        message,
        after_write,
    }) = error
    else {
        let title = message::page_title(&response.body)
            .map(|title| message::from_host(&title, credentials));
        return without_body(number, title, retry_after(&response.headers));
    };
    let is = |codes: &[&str]| codes.contains(&code.as_str());
    let blocked = |message: String| HostError::RestBlocked {
        status: number,
        message: Some(message).filter(|message| !message.is_empty()),
    };
    if is(&DISABLED_CODES) {
        return HostError::ApplicationPasswordsDisabled;
    }
    match number {
        401 | 403 if is(&CREDENTIAL_CODES) => HostError::CredentialsRefused { code, message },
        401 | 403 | 404 if is(&CLOSED_CODES) => blocked(message),
        401 if credentials.is_none() => blocked(message),
        401 => HostError::CredentialsIgnored { code, message },
        403 if !after_write => HostError::MissingPermission { code, message },
        408 | 425 => HostError::HostFailure {
            status: number,
            code,
            message,
            retry_after: retry_after(&response.headers),
        },
        500.. if !is(&REJECTED_DESPITE_500) => HostError::HostFailure {
            status: number,
            code,
            message,
            retry_after: retry_after(&response.headers),
        },
        400.. => HostError::Rejected {
            status: number,
            code,
            message,
            after_write,
        },
        _ => HostError::BadPayload {
            status: Some(number),
        },
    }
}

/// A response without the interface's error body comes from something in front of it: a firewall, a cache,
/// or the web server.
fn without_body(status: u16, title: Option<String>, wait: Option<Duration>) -> HostError {
    let message = title.clone().unwrap_or_default();
    match status {
        401 | 403 | 404 | 405 | 406 | 410 | 451 => HostError::RestBlocked {
            status,
            message: title,
        },
        408 | 425 | 500.. => HostError::HostFailure {
            status,
            code: String::new(),
            message,
            retry_after: wait,
        },
        400.. => HostError::Rejected {
            status,
            code: String::new(),
            message,
            after_write: false,
        },
        _ => HostError::BadPayload {
            status: Some(status),
        },
    }
}

fn member_status(value: &Value) -> &Value {
    wire::member(wire::member(value, "data"), "status")
}

/// Whether a rejection concerns custom fields, which deployed hosts check after writing the item. The
/// response names the field as `meta.…` or by its key.
fn concerns_meta(value: &Value) -> bool {
    let of_meta = |data: &Value| {
        let param = wire::member(data, "param").as_str().unwrap_or_default();
        param == "meta" || param.starts_with("meta.") || data.get("key").is_some()
    };
    let more = wire::member(value, "additional_data").as_array();
    of_meta(wire::member(value, "data")) || more.is_some_and(|list| list.iter().any(of_meta))
}
