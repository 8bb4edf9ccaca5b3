//! Generated texts: by the service that the deployment names, otherwise with keys of the deployment's own
//! (docs/decisions/0028-services-of-generated-texts.md).

use std::time::Duration;

use http::StatusCode;
use seo::ai::answers;
use seo::ai::failure::Failure;
use seo::ai::suggestions::Request;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::{Params, Reply, RestError, codes};
use tokio::time::Instant;

use crate::status::with_status;
use crate::{documents, generator, own_texts, stop};

/// Time for all calls of a request, below the gateway's 29 seconds.
const ANSWER_TIME: Duration = Duration::from_secs(26);

/// Why nothing was generated.
type Stop = stop::Stop<Failure>;

fn refused(failure: &Failure, body: Value) -> HandlerResult {
    let status = StatusCode::from_u16(failure.status).map_err(RestError::internal)?;
    Ok(with_status(status, body))
}

/// Takes over the tokens that the service sends, when they belong to a request of this site.
///
/// # Errors
/// The store fails.
pub async fn callback(call: ApiCall, (): ()) -> HandlerResult {
    Ok(match generator::take_tokens(&call).await? {
        Some(verifier) => Reply::json(answers::callback_body(&verifier)),
        None => with_status(StatusCode::UNAUTHORIZED, json!(answers::UNAUTHORIZED)),
    })
}

/// Stores or withdraws the caller's consent. Withdrawing it deletes the caller's tokens here and ends them at the service; a
/// failure of the service changes nothing, because no call is made with them any more.
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
    if !consents {
        generator::end_tokens(&call).await?;
    }
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

/// Forgets what is known about the subscription: nothing is kept about one.
///
/// # Errors
/// Never fails.
pub async fn forget_subscription(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(json!(answers::CACHE_BUSTED)))
}

/// Whether the caller allows texts to be sent.
async fn consented(call: &ApiCall) -> Result<(), Stop> {
    if documents::user(call).await?.ai.has_consent() {
        Ok(())
    } else {
        Err(Failure::revoked().into())
    }
}

/// No service is connected.
fn unconnected() -> Stop {
    Failure::unavailable("No service for generated texts is connected.").into()
}

/// Suggests titles or descriptions.
///
/// # Errors
/// The store fails.
pub async fn suggestions(call: ApiCall, (): ()) -> HandlerResult {
    match suggested(&call).await {
        Ok(texts) => Ok(Reply::json(json!(texts))),
        Err(Stop::Answer(failure)) => refused(&failure, failure.suggestions_body()),
        Err(Stop::Fault(error)) => Err(error),
    }
}

async fn suggested(call: &ApiCall) -> Result<Vec<String>, Stop> {
    let until = Instant::now() + ANSWER_TIME;
    consented(call).await?;
    let request = request(call.params())?;
    let services = call.app().seo_services();
    match (&services.generator, &services.writer) {
        (Some(service), _) => generator::suggestions(call, service, &request, until).await,
        (None, Some(writer)) => own_texts::suggestions(call, writer, &request).await,
        (None, None) => Err(unconnected()),
    }
}

fn request(params: &Params) -> Result<Request, RestError> {
    let text = |name: &str| params.text(name).unwrap_or_default();
    let request = Request::new(
        text("type"),
        text("prompt_content"),
        text("focus_keyphrase"),
        text("language"),
        text("platform"),
    );
    request.ok_or_else(|| RestError::bare(&codes::INVALID_PARAM_BARE).status(400))
}

/// Tells how much was generated.
///
/// # Errors
/// The store fails.
pub async fn usage(call: ApiCall, (): ()) -> HandlerResult {
    match used(&call).await {
        Ok(usage) => Ok(Reply::json(usage)),
        Err(Stop::Answer(failure)) => refused(&failure, failure.usage_body()),
        Err(Stop::Fault(error)) => Err(error),
    }
}

async fn used(call: &ApiCall) -> Result<Value, Stop> {
    let until = Instant::now() + ANSWER_TIME;
    consented(call).await?;
    let services = call.app().seo_services();
    match (&services.generator, &services.writer) {
        (Some(service), _) => generator::usage(call, service, until).await,
        (None, Some(writer)) => own_texts::usage(call, writer).await,
        (None, None) => Err(unconnected()),
    }
}
