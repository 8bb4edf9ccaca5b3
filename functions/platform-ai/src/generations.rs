//! Generations: starting one, following it, canceling it.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::generation::{Generation, GenerationTask};
use domain::platform::id::GenerationId;
use http::{HeaderValue, StatusCode, header};
use jiff::ToSpan;
use platform_http::prefer::PreferWait;
use platform_http::{ApiError, Code, Json, Path, Query};
use platform_session::Caller;
use platform_store::{Claim, GenerationRequestError, ImageAllowance, Work};
use ports::WorkMessage;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::generation_body::GenerationBody;
use crate::{Ports, errors};

/// Interval at which a generation is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The text that the client has.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TextQuery {
    /// Number of characters (Unicode scalar values) of the text that the client has; `partial` is the text behind them.
    #[param(default = 0)]
    after: Option<u64>,
}

/// The generation that an earlier attempt of the same request stored, if there is one.
pub(crate) async fn earlier(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
) -> Result<Option<Generation>, ApiError> {
    match claim.earlier() {
        Some(Work::Generation(id)) => own(ports, caller, id).await.map(Some),
        _ => Ok(None),
    }
}

/// The caller's generation `id`, as it is stored.
async fn own(ports: &Ports, caller: &Caller, id: GenerationId) -> Result<Generation, ApiError> {
    let generation = ports.store.generation(id, ports.clock.now()).await?;
    let own = generation.filter(|one| one.user_id == caller.user.id);
    Ok(own.ok_or(Code::NotFound)?)
}

/// A stored generation as it is shown: one whose worker is gone has failed, also before the tick stores it.
fn shown(ports: &Ports, mut generation: Generation) -> Generation {
    generation.abandon(ports.clock.now());
    generation
}

/// Stores a generation and sends its message. The publishing tick finds a generation whose message was lost.
pub(crate) async fn start(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    task: &GenerationTask,
    allowance: Option<ImageAllowance>,
) -> Result<Generation, ApiError> {
    let now = ports.clock.now();
    let requested = ports
        .store
        .request_generation(claim, caller.user.id, task, allowance, now);
    let generation = requested.await.map_err(|error| match error {
        GenerationRequestError::QuotaUsed => quota_reached(ports, allowance),
        GenerationRequestError::Items(error) => error.into(),
    })?;
    let message = WorkMessage::Generation {
        generation_id: generation.id,
    };
    if let Err(error) = ports.generations.send(&message).await {
        tracing::warn!(target: "ai", generation = generation.id.0, %error, "a message was not sent; the tick tries again");
    }
    Ok(generation)
}

/// The error response for a used quota, with the time until the next month.
fn quota_reached(ports: &Ports, allowance: Option<ImageAllowance>) -> ApiError {
    let images = allowance.map_or(0, |allowance| allowance.images);
    let reason = match images {
        0 => "A geração de imagens está desligada: o limite por mês é zero.".to_owned(),
        1 => "Você já usou a única geração de imagem deste mês.".to_owned(),
        _ => format!("Você já usou as {images} gerações de imagem deste mês."),
    };
    let message = format!("{reason} Um administrador pode aumentar o limite.");
    let error = ApiError::new(Code::ImageQuotaReached).message(message);
    let now = ports.clock.now().to_zoned(ports.zone.clone());
    let next = now
        .checked_add(1.month())
        .and_then(|later| later.first_of_month())
        .and_then(|first| first.start_of_day());
    match next {
        Ok(next) => error.retry_after(next.duration_since(&now).as_secs().unsigned_abs().max(1)),
        Err(_) => error,
    }
}

/// Answers 200 when the generation ended within the time that the client gave, else 202.
pub(crate) async fn answer(
    ports: &Ports,
    generation: Generation,
    wait: PreferWait,
) -> Result<Response, ApiError> {
    let generation = shown(ports, generation);
    let generation = match wait.0 {
        Some(time) => changed_within(ports, generation, time, Generation::is_over).await?,
        None => generation,
    };
    let over = generation.is_over();
    let location = HeaderValue::from_str(&format!("/api/v1/generations/{}", generation.id))
        .map_err(ApiError::internal)?;
    let body = Json(GenerationBody::of(ports, generation, 0).await?);
    if over {
        return Ok(body.into_response());
    }
    let headers = [(header::LOCATION, location)];
    Ok((StatusCode::ACCEPTED, headers, body).into_response())
}

/// The generation once `is_news` holds, or as it is when `time` is over.
async fn changed_within(
    ports: &Ports,
    mut generation: Generation,
    time: Duration,
    is_news: impl Fn(&Generation) -> bool,
) -> Result<Generation, ApiError> {
    let until = tokio::time::Instant::now() + time;
    while !is_news(&generation) && tokio::time::Instant::now() < until {
        tokio::time::sleep(POLL_INTERVAL).await;
        let stored = ports.store.generation(generation.id, ports.clock.now());
        generation = shown(ports, stored.await?.ok_or(Code::NotFound)?);
    }
    Ok(generation)
}

/// Get a generation.
///
/// With `Prefer: wait=n` the response is held until there is text behind `after`, or the generation has ended, for up to
/// n seconds. When `attempt` has risen, a further call was made and the text began anew.
#[utoipa::path(
    get,
    path = "/api/v1/generations/{id}",
    tag = "ai",
    params(
        ("id" = u64, Path, description = "Identifier of the generation"),
        TextQuery,
        ("Prefer" = Option<String>, Header, description = "`wait=n`: wait up to n seconds (at most 25) for something new"),
    ),
    responses((status = 200, description = "Generation", body = GenerationBody), errors::GetGeneration),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_generation(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<GenerationId>,
    Query(query): Query<TextQuery>,
    wait: PreferWait,
) -> Result<Json<GenerationBody>, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let mut generation = shown(&ports, own(&ports, &caller, id).await?);
    let after = query.after.unwrap_or_default();
    if let Some(time) = wait.0 {
        let attempt = generation.calls_begun;
        generation = changed_within(&ports, generation, time, |one| {
            one.is_over() || one.text_chars != after || one.calls_begun > attempt.max(1)
        })
        .await?;
    }
    Ok(Json(GenerationBody::of(&ports, generation, after).await?))
}

/// Cancel a generation.
///
/// No further call is made. What was used so far is recorded. A generation that has ended stays as it is.
#[utoipa::path(
    delete,
    path = "/api/v1/generations/{id}",
    tag = "ai",
    params(("id" = u64, Path, description = "Identifier of the generation")),
    responses((status = 200, description = "Generation", body = GenerationBody), errors::CancelGeneration),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("none"))),
)]
pub(crate) async fn cancel_generation(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<GenerationId>,
) -> Result<Json<GenerationBody>, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let now = ports.clock.now();
    let stored = own(&ports, &caller, id).await?;
    // What was shown as failed stays failed.
    ports.store.abandon_generation(&stored, now).await?;
    let canceled = ports.store.cancel_generation(id, now).await?;
    let generation = canceled.ok_or(Code::NotFound)?;
    Ok(Json(GenerationBody::of(&ports, generation, 0).await?))
}
