//! Graph: the account, and sending a message. <https://learn.microsoft.com/graph/api/user-sendmail>

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::StatusCode;
use serde_json::json;

use crate::exchange::{self, bearer, media_type, query, receive, with_type};
use crate::faults::with_faults;
use crate::mailed::{Unsendable, message};
use crate::record::{Call, Record};
use crate::service::Service;

const SERVICE: Service = Service::MicrosoftGraph;

/// Longest request in bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/{*path}", any(answer))
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    // One byte more than is accepted tells a longer body.
    let bytes = to_bytes(body, MOST_BYTES + 1).await.ok();
    let again = Request::from_parts(head, Body::from(bytes.clone().unwrap_or_default()));
    let call = receive(&record, SERVICE, again).await;
    let work = async { respond(&record, &call, bytes) };
    with_faults(&record, SERVICE, named, work).await
}

fn error(status: u16, code: &str, message: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    let body = json!({ "error": {
        "code": code,
        "message": message,
        "innerError": { "date": "2027-01-15T08:00:00", "request-id": "0001", "client-request-id": "0001" },
    } });
    exchange::json(status, &body)
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    Some(match name {
        "InvalidAuthenticationToken" => {
            error(401, name, "Access token has expired or is not yet valid.")
        }
        "ErrorAccessDenied" => error(
            403,
            name,
            "Access is denied. Check credentials and try again.",
        ),
        "ErrorSendAsDenied" => error(
            403,
            name,
            "The user account which was used to submit this request does not have the right to send mail on behalf \
             of the specified sending account.",
        ),
        "MailboxNotEnabledForRESTAPI" => error(
            404,
            name,
            "The mailbox is either inactive, soft-deleted, or is hosted on-premise.",
        ),
        "ErrorInvalidRecipients" => error(400, name, "At least one recipient isn't valid."),
        "413" => error(413, "RequestBodyTooLarge", "The request body is too large."),
        "429" => error(
            429,
            "ApplicationThrottled",
            "Application is over its MailboxConcurrency limit.",
        ),
        "500" => error(
            500,
            "InternalServerError",
            "The server encountered an internal error.",
        ),
        "503" => error(503, "ServiceUnavailable", "The service is unavailable."),
        "504" => error(504, "GatewayTimeout", "The gateway timed out."),
        _ => return None,
    })
}

fn refused(name: &str) -> Response {
    named(name).unwrap_or_default()
}

fn respond(record: &Record, call: &Call, body: Option<Bytes>) -> Response {
    if query(call).contains_key("access_token") {
        record.violation(SERVICE, "the token is in the URL");
    }
    let accounts = record.microsoft.accounts();
    let Some(grant) = bearer(call).and_then(|token| accounts.allowed(token)) else {
        return refused("InvalidAuthenticationToken");
    };
    let may = |scope: &str| {
        let scope = format!("https://graph.microsoft.com/{scope}");
        grant.scopes.contains(&scope)
    };
    match (call.method.as_str(), call.path.as_str()) {
        ("GET", "/v1.0/me") if may("User.Read") => exchange::json(
            StatusCode::OK,
            &json!({
                "@odata.context": "https://graph.microsoft.com/v1.0/$metadata#users/$entity",
                "displayName": "Conta",
                "mail": grant.account,
                "userPrincipalName": format!("upn.{}", grant.account),
                "id": "87d349ed-44d7-43e1-9a83-5f2406dee5bd",
            }),
        ),
        ("POST", "/v1.0/me/sendMail") if may("Mail.Send") => {
            send(record, call, body, &grant.account)
        }
        ("GET", "/v1.0/me") | ("POST", "/v1.0/me/sendMail") => refused("ErrorAccessDenied"),
        _ => error(404, "ResourceNotFound", "Resource not found."),
    }
}

fn send(record: &Record, call: &Call, body: Option<Bytes>, account: &str) -> Response {
    let Some(body) = body.filter(|body| body.len() <= MOST_BYTES) else {
        return refused("413");
    };
    if media_type(call) != "text/plain" {
        return error(
            400,
            "BadRequest",
            "The fake takes messages in MIME format only.",
        );
    }
    let Ok(bytes) = STANDARD.decode(body) else {
        return error(
            400,
            "ErrorMimeContentInvalidBase64String",
            "Invalid base64 string for MIME content.",
        );
    };
    match message(&bytes, account) {
        Ok(mail) => {
            record.mailed.add(SERVICE, mail);
            with_type(StatusCode::ACCEPTED, "text/plain", Body::empty())
        }
        Err(Unsendable::Recipients) => refused("ErrorInvalidRecipients"),
        Err(Unsendable::Sender) => refused("ErrorSendAsDenied"),
        Err(Unsendable::Message) => error(
            400,
            "ErrorMimeContentInvalid",
            "The MIME content is invalid.",
        ),
    }
}
