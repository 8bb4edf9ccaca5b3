//! The older publication routes, which name the post in the body. They share requests and responses with
//! the main routes.

use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use platform_http::prefer::PreferWait;
use platform_http::{ApiError, Json};
use platform_session::{Caller, RequestClaim};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::publish::DATE_STORED;
use crate::Ports;
use crate::errors::Scheduling;
use crate::outcome;
use crate::publication::{self, PublicationRequest};
use crate::wire::{Checklist, PublicationBody};

/// Post, by one of two members, and options of its publication.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct PublishNowInput {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: Option<u64>,
    /// Identifier of the post; alias.
    #[schema(minimum = 1)]
    post_id: Option<u64>,
    /// Whether changes made after the client's approval are sent.
    confirm_changes: Option<bool>,
    /// Whether a post whose copy is on another host than the site's present one is published as new.
    as_new: Option<bool>,
}

/// Post, by one of two members, with its date.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PublishScheduleInput {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: Option<u64>,
    /// Identifier of the post; alias.
    #[schema(minimum = 1)]
    post_id: Option<u64>,
    /// Whether changes made after the client's approval are sent.
    confirm_changes: Option<bool>,
    /// Whether a post whose copy is on another host than the site's present one is scheduled as new.
    as_new: Option<bool>,
    /// Date in RFC 3339 with an offset, in the future, at most five years ahead.
    #[serde(default)]
    #[schema(value_type = String, format = DateTime, required = true)]
    scheduled_at: Value,
}

fn meant(content_id: Option<u64>, post_id: Option<u64>) -> Result<PostId, ApiError> {
    match (content_id, post_id) {
        (Some(one), Some(other)) if one != other => Err(ApiError::field(
            "ambiguous",
            "post_id",
            "content_id e post_id indicam conteúdos diferentes.",
        )),
        (Some(id), _) | (None, Some(id)) => Ok(PostId(id)),
        (None, None) => Err(ApiError::field(
            "required",
            "content_id",
            "Informe o conteúdo.",
        )),
    }
}

/// Publish a post (older route).
#[utoipa::path(
    post,
    path = "/api/v1/publish/now",
    tag = "publication",
    params(
        ("Prefer" = Option<String>, Header, description = "`wait=n`: respond when the work is done, after at most n seconds (25 at most)"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    request_body = PublishNowInput,
    responses(
        (status = 200, description = "Completed within the waiting time", body = PublicationBody),
        (status = 202, description = "Accepted; checklist", body = Checklist),
        Scheduling,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("none"))),
)]
pub(crate) async fn publish_now(
    State(ports): State<Ports>,
    caller: Caller,
    wait: PreferWait,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<PublishNowInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsPublish)?;
    let Json(input) = input?;
    let id = meant(input.content_id, input.post_id)?;
    let request = PublicationRequest::publish(input.confirm_changes, input.as_new);
    let work = publication::request(&ports, &caller, &claim, id, request);
    let accepted = publication::once(&ports, &claim, work).await?;
    outcome::answer(&ports, id, accepted, wait, DATE_STORED).await
}

/// Schedule a post (older route).
#[utoipa::path(
    post,
    path = "/api/v1/publish/schedule",
    tag = "publication",
    params(
        ("Prefer" = Option<String>, Header, description = "`wait=n`: respond when the work is done, after at most n seconds (25 at most)"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    request_body = PublishScheduleInput,
    responses(
        (status = 200, description = "Completed within the waiting time, or only the date was stored", body = PublicationBody),
        (status = 202, description = "Accepted; checklist", body = Checklist),
        Scheduling,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("none"))),
)]
pub(crate) async fn publish_schedule(
    State(ports): State<Ports>,
    caller: Caller,
    wait: PreferWait,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<PublishScheduleInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsPublish)?;
    let Json(input) = input?;
    let id = meant(input.content_id, input.post_id)?;
    let work = async {
        let (changes, as_new) = (input.confirm_changes, input.as_new);
        let request = PublicationRequest::schedule(&ports, &input.scheduled_at, changes, as_new)?;
        publication::request(&ports, &caller, &claim, id, request).await
    };
    let accepted = publication::once(&ports, &claim, work).await?;
    outcome::answer(&ports, id, accepted, wait, DATE_STORED).await
}
