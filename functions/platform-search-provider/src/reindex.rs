//! Indexing requests that people ask for.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::PostId;
use domain::platform::search_connection::ConnectionStatus;
use platform_http::{ApiError, Code, Json};
use platform_session::{Caller, RequestClaim, authorize_post};
use platform_store::{Work, content_event};
use search_access::AccessError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;
use utoipa::ToSchema;

use crate::failure::failure;
use crate::{Ports, errors};

/// A post.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) struct ReindexInput {
    /// Identifier of the post.
    #[schema(value_type = u64, minimum = 1)]
    content_id: PostId,
}

/// Result of an indexing request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReindexResult {
    /// The provider received the request.
    Sent,
    /// The provider may have received the request: its response was lost.
    Uncertain,
    /// The provider did not receive the request, or refused it.
    Failed,
}

/// An indexing request.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Reindex)]
pub(crate) struct ReindexBody {
    /// Identifier of the post.
    content_id: u64,
    /// Address that was sent.
    url: String,
    /// Result.
    result: ReindexResult,
    /// The result for people, in Portuguese. A request that was sent says nothing about the index.
    message: String,
}

const SENT: &str = "Pedido de indexação enviado. O buscador decide se e quando inclui a página.";
const UNCERTAIN: &str =
    "O pedido de indexação pode ter sido enviado: a resposta do buscador se perdeu.";

/// Request the indexing of a post.
///
/// Sends the search provider an indexing request for the post's public address, and records it with its author and result
/// as `manual_reindex`. Each request counts towards the 200 that the installation may send in a day.
#[utoipa::path(
    post,
    path = "/api/v1/search-provider/reindex",
    tag = "search-provider",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes a repetition of the request safe for 24 hours")),
    request_body = ReindexInput,
    responses((status = 200, description = "Result", body = ReindexBody), errors::Reindex),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("post"))),
)]
pub(crate) async fn request_reindex(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<ReindexInput>, ApiError>,
) -> Result<Json<ReindexBody>, ApiError> {
    caller.actor.may(Permission::PostsPublish)?;
    let Json(ReindexInput { content_id }) = input?;
    let permission = Permission::PostsPublish;
    let post = authorize_post(&ports.store, &caller, permission, content_id).await?;
    if let Some(Work::Reindex(post, at, number)) = claim.earlier() {
        let id = event_id(at, number);
        let event = ports.store.post_event(post, &id).await?;
        return answered(event.ok_or(Code::NotFound)?);
    }
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let url = post.host_post_url.as_deref().ok_or(Code::NotPublished)?;
    let page = Url::parse(url).map_err(|_| Code::NotPublished)?;
    if !ports.indexing.enabled {
        return Err(Code::IndexingOff.into());
    }
    let connection = ports.store.search_connection(post.site_id).await?;
    let connection = connection.ok_or(Code::SearchNotConnected)?;
    if connection.status == ConnectionStatus::Revoked {
        return Err(Code::SearchRevoked.into());
    }
    // A failing renewal must not count as a request.
    let renewed = ports.access.renew_if_due(post.site_id).await;
    renewed.map_err(|error| failure(error, ports.clock.now()))?;

    // The event is stored before the call: if the process ends in between, it tells what is known.
    let (at, number) = (ports.clock.now(), random_number(&ports));
    let mut event = content_event(
        post.id,
        EventKind::ManualReindex,
        Some(caller.user.id),
        json!(ReindexBody {
            content_id: post.id.0,
            url: url.to_owned(),
            result: ReindexResult::Uncertain,
            message: UNCERTAIN.to_owned(),
        }),
        at,
        &event_token(number),
    );
    let work = Work::Reindex(post.id, at.as_millisecond(), number);
    let counted = ports.indexing.count(at);
    let recorded = ports.store.record_reindex(&event, counted, &claim, work);
    if !recorded.await? {
        return Err(Code::IndexingQuotaReached.into());
    }
    let (console, asked) = (&ports.access.console, &page);
    let sent = ports
        .access
        .with_token(post.site_id, |token| async move {
            console.request_indexing(&token, asked).await
        })
        .await;
    let failed = conclude(&mut event, sent.map(drop), &ports);
    ports.store.record_event(&event).await?;
    match failed {
        Some(error) => Err(error),
        None => answered(event),
    }
}

/// Sets the result in the event. Returns the error response of a request that failed.
fn conclude(
    event: &mut ContentEvent,
    sent: Result<(), AccessError>,
    ports: &Ports,
) -> Option<ApiError> {
    let (result, message, error) = match sent {
        Ok(()) => (ReindexResult::Sent, SENT.to_owned(), None),
        Err(error) if error.may_have_happened() => {
            (ReindexResult::Uncertain, UNCERTAIN.to_owned(), None)
        }
        Err(error) => (
            ReindexResult::Failed,
            error.words(),
            Some(failure(error, ports.clock.now())),
        ),
    };
    if let Some(detail) = event.detail.as_object_mut() {
        detail.insert("result".to_owned(), json!(result));
        detail.insert("message".to_owned(), json!(message));
    }
    error
}

/// The response for a recorded request.
fn answered(event: ContentEvent) -> Result<Json<ReindexBody>, ApiError> {
    let body: ReindexBody = serde_json::from_value(event.detail).map_err(ApiError::internal)?;
    if body.result == ReindexResult::Failed {
        return Err(ApiError::new(Code::ProviderFailed).message(body.message));
    }
    Ok(Json(body))
}

fn random_number(ports: &Ports) -> u32 {
    let mut bytes = [0; 4];
    ports.random.fill(&mut bytes);
    u32::from_be_bytes(bytes)
}

fn event_token(number: u32) -> String {
    format!("reindex-{number:08x}")
}

/// Identifier of the event that [`content_event`] made at `at` (epoch milliseconds).
fn event_id(at: i64, number: u32) -> String {
    format!("{:020}-{}", at.max(0), event_token(number))
}
