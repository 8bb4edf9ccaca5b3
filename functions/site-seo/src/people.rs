//! What is kept per user: introductions, permission of videos, dismissed alerts.

use http::StatusCode;
use seo::people::alerts::KEYS;
use seo::people::introductions::truthy;
use seo::people::video;
use serde_json::{Map, Value, json};
use site_api::{ApiCall, Caller, HandlerResult};
use site_rest::{Body, Params, Reply, RestError, codes};

use crate::documents;
use crate::status::with_status;

/// The members of the body.
fn body(call: &ApiCall) -> Option<&Map<String, Value>> {
    match &call.request().body {
        Body::Json(values) | Body::Form(values) => Some(values),
        Body::None | Body::BadJson(_) => None,
    }
}

/// The introduction that a request means: one that the client sends wins over the one in the path, also `null`.
fn introduction(call: &ApiCall) -> Option<&str> {
    let sent = body(call).into_iter().chain(Some(&call.request().query));
    let mut sent = sent.filter_map(|members| members.get("introduction_id"));
    match sent.next() {
        Some(sent) => sent.as_str(),
        None => call.params().text("introduction_id"),
    }
}

/// Stores whether an introduction was seen. An unknown one is 400 with an empty list.
///
/// # Errors
/// The store fails.
pub async fn introduction_seen(call: ApiCall, (): ()) -> HandlerResult {
    let id = introduction(&call).unwrap_or_default();
    let is_seen = call.params().value("is_seen").is_none_or(truthy);
    let now = call.app().now();
    let change = documents::change_user(&call, |user| user.introductions.set(id, is_seen, now));
    Ok(match change.await? {
        Some(body) => Reply::json(body),
        None => with_status(StatusCode::BAD_REQUEST, json!([])),
    })
}

/// Whether videos may be embedded.
///
/// # Errors
/// The store fails.
pub async fn read_video(call: ApiCall, (): ()) -> HandlerResult {
    let user = documents::user(&call).await?;
    Ok(Reply::json(video::read_body(user.video_embeds)))
}

/// Stores whether videos may be embedded. The value is read from a JSON body alone.
///
/// # Errors
/// The store fails.
pub async fn write_video(call: ApiCall, (): ()) -> HandlerResult {
    let value = match &call.request().body {
        Body::Json(sent) => video::coerced(sent.get("value")),
        _ => false,
    };
    let change = documents::change_user(&call, |user| video::write(&mut user.video_embeds, value));
    let (status, body) = change.await?;
    let status = StatusCode::from_u16(status).map_err(RestError::internal)?;
    Ok(with_status(status, body))
}

/// Refuses a `key` that is no alert.
pub fn known_alert(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    if params.text("key").is_some_and(|key| KEYS.contains(&key)) {
        return Vec::new();
    }
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    vec![("key".to_owned(), reason)]
}

/// Dismisses an alert, once or again.
///
/// # Errors
/// `rest_invalid_param` for an unknown alert.
pub async fn dismiss_alert(call: ApiCall, (): ()) -> HandlerResult {
    let key = call.params().value("key").cloned().unwrap_or_default();
    let change = documents::change_user(&call, |user| user.dismissed.dismiss(&key));
    let body = change.await?;
    body.map(Reply::json)
        .ok_or_else(|| RestError::bare(&codes::INVALID_PARAM_BARE).status(400))
}
