//! Settings of the site.

use http::StatusCode;
use seo::settings::{Saved, configuration};
use serde_json::{Map, Value};
use site_api::{ApiCall, HandlerResult};
use site_rest::{Body, Reply};

use crate::documents;
use crate::status::with_status;

/// The validated values of these members. A parameter that is not declared has the value that was sent.
fn values<'a>(call: &ApiCall, names: impl Iterator<Item = &'a str>) -> Map<String, Value> {
    let present = names.filter_map(|name| {
        let value = call.params().value(name)?;
        Some((name.to_owned(), value.clone()))
    });
    present.collect()
}

/// Stores who stands behind the site. Only members of a JSON body are stored.
///
/// # Errors
/// The store fails.
pub async fn representation(call: ApiCall, (): ()) -> HandlerResult {
    let sent = match &call.request().body {
        Body::Json(sent) => values(&call, sent.keys().map(String::as_str)),
        _ => Map::new(),
    };
    let change = documents::change_settings(&call, |settings| settings.representation.write(&sent));
    let saved = change.await?;
    let status = if saved == Saved::Done {
        StatusCode::OK
    } else {
        StatusCode::INTERNAL_SERVER_ERROR
    };
    Ok(with_status(status, saved.body(status.as_u16())))
}

/// Stores profiles in social networks, or none of them when one is wrong.
///
/// # Errors
/// The store fails.
pub async fn profiles(call: ApiCall, (): ()) -> HandlerResult {
    let names = [
        "social_network_site",
        "short_message_site",
        "other_social_urls",
    ];
    let sent = values(&call, names.into_iter());
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

/// Stores the finished steps of the first-time configuration.
///
/// # Errors
/// The store fails.
pub async fn save_state(call: ApiCall, (): ()) -> HandlerResult {
    let sent = call.params().value("finishedSteps");
    let steps = sent.and_then(configuration::finished_steps);
    let steps = steps.unwrap_or_default();
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
