//! Generated texts. No service for them can be connected yet: nothing is sent, and no callback is expected.

use http::StatusCode;
use seo::ai::answers;
use seo::ai::failure::Failure;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::{Reply, RestError};

use crate::documents;
use crate::status::with_status;

/// What a call to a service that is not there leads to.
fn unavailable() -> Failure {
    Failure {
        status: 503,
        message: "No service for generated texts is connected.".to_owned(),
        identifier: "SERVICE_UNAVAILABLE".to_owned(),
        missing_licenses: Vec::new(),
    }
}

/// Why the caller gets no text: consent is asked for first.
async fn failure(call: &ApiCall) -> Result<Failure, RestError> {
    let user = documents::user(call).await?;
    Ok(if user.ai.has_consent() {
        unavailable()
    } else {
        Failure::revoked()
    })
}

fn refused(failure: &Failure, body: Value) -> HandlerResult {
    let status = StatusCode::from_u16(failure.status).map_err(RestError::internal)?;
    Ok(with_status(status, body))
}

/// Refuses tokens: the site has asked no service for any, so that no challenge can be right.
///
/// # Errors
/// Never fails.
pub async fn callback(_call: ApiCall, (): ()) -> HandlerResult {
    let body = json!(answers::UNAUTHORIZED);
    Ok(with_status(StatusCode::UNAUTHORIZED, body))
}

/// Stores or withdraws the caller's consent.
///
/// # Errors
/// The store fails.
pub async fn consent(call: ApiCall, (): ()) -> HandlerResult {
    let consents = call.params().flag("consent");
    let now = call.app().now();
    let change = documents::change_user(&call, |user| {
        if consents {
            user.ai.give_consent(now);
        } else {
            user.ai.revoke();
        }
    });
    change.await?;
    Ok(Reply::json(json!(answers::consent_body(consents))))
}

/// Begins the caller's free use.
///
/// # Errors
/// The store fails.
pub async fn start_free_use(call: ApiCall, (): ()) -> HandlerResult {
    let now = call.app().now();
    let change = documents::change_user(&call, |user| user.ai.start_free_use(now));
    change.await?;
    Ok(Reply::json(json!(answers::FREE_USE_STARTED)))
}

/// Forgets what is known about the subscription, which is nothing.
///
/// # Errors
/// Never fails.
pub async fn forget_subscription(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(json!(answers::CACHE_BUSTED)))
}

/// Suggests nothing, and says why.
///
/// # Errors
/// The store fails.
pub async fn suggestions(call: ApiCall, (): ()) -> HandlerResult {
    let failure = failure(&call).await?;
    refused(&failure, failure.suggestions_body())
}

/// Tells no usage, and says why.
///
/// # Errors
/// The store fails.
pub async fn usage(call: ApiCall, (): ()) -> HandlerResult {
    let failure = failure(&call).await?;
    refused(&failure, failure.usage_body())
}
