//! Settings of the site.

use http::StatusCode;
use seo::settings::{Saved, configuration};
use serde_json::{Map, Value};
use site_api::{ApiCall, HandlerResult};
use site_rest::{Body, Reply};

use crate::documents;
use crate::status::with_status;

/// The validated values of the members of a JSON body. A parameter that is not declared has the value that was sent.
fn json_values(call: &ApiCall) -> Map<String, Value> {
    let Body::Json(sent) = &call.request().body else {
        return Map::new();
    };
    let present = sent.keys().filter_map(|name| {
        let value = call.params().value(name)?;
        Some((name.clone(), value.clone()))
    });
    present.collect()
}

/// Stores who stands behind the site. Only members of a JSON body are stored.
///
/// # Errors
/// The store fails.
pub async fn representation(call: ApiCall, (): ()) -> HandlerResult {
    let sent = json_values(&call);
    let change = documents::change_settings(&call, |settings| settings.representation.write(&sent));
    let saved = change.await?;
    let status = if saved == Saved::Done {
        StatusCode::OK
    } else {
        StatusCode::INTERNAL_SERVER_ERROR
    };
    Ok(with_status(status, saved.body(status.as_u16())))
}

/// Stores profiles in social networks, or none of them when one is wrong. Only members of a JSON body are stored.
///
/// # Errors
/// The store fails.
pub async fn profiles(call: ApiCall, (): ()) -> HandlerResult {
    let sent = json_values(&call);
    let change = documents::change_settings(&call, |settings| settings.profiles.write(&sent));
    Ok(Reply::json(change.await?.wrapped(200)))
}

/// Whether the caller may edit users: those who may call this route may edit every user.
///
/// # Errors
/// Never fails.
pub async fn capability(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(configuration::capability_body(true)))
}

/// Stores whether the use of the site may be reported.
///
/// # Errors
/// The store fails.
pub async fn tracking(call: ApiCall, (): ()) -> HandlerResult {
    let tracking = call.params().flag("tracking");
    let change = documents::change_settings(&call, |settings| settings.tracking = tracking);
    change.await?;
    Ok(Reply::json(Saved::Done.body(500)))
}

/// Stores the finished steps of the first-time configuration, which are read from a JSON body alone.
///
/// # Errors
/// The store fails.
pub async fn save_state(call: ApiCall, (): ()) -> HandlerResult {
    let sent = json_values(&call);
    let Some(sent) = sent.get("finishedSteps") else {
        let status = StatusCode::BAD_REQUEST;
        return Ok(with_status(status, configuration::no_steps_body()));
    };
    let steps = configuration::finished_steps(sent).unwrap_or_default();
    let change = documents::change_settings(&call, |settings| {
        settings.finished_steps.clone_from(&steps);
    });
    change.await?;
    Ok(Reply::json(Saved::Done.body(500)))
}

/// The finished steps of the first-time configuration.
///
/// # Errors
/// The store fails.
pub async fn state(call: ApiCall, (): ()) -> HandlerResult {
    let settings = documents::settings(&call).await?;
    Ok(Reply::json(configuration::state_body(
        &settings.finished_steps,
    )))
}
