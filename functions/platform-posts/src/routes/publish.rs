//! Routes that publish, schedule, retry and cancel a schedule. Each stores a job; the publication worker
//! carries it out.

use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use platform_http::prefer::PreferWait;
use platform_http::{ApiError, Json, OptionalJson, Path};
use platform_session::{Caller, RequestClaim};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::Ports;
use crate::errors::{Canceling, Publishing, Retrying, Scheduling};
use crate::outcome;
use crate::publication::{self, PublicationRequest, UnapprovedChanges};
use crate::wire::{Checklist, PublicationBody};

/// The message when only the date was stored.
pub(crate) const DATE_STORED: &str =
    "A data foi guardada. O conteúdo será agendado no site quando o cliente aprovar.";

/// Options of a publication; optional.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct PublishInput {
    /// Whether changes made after the client's approval are sent. Without it they are refused
    /// (`changed_after_approval`) while approval is required.
    confirm_changes: Option<bool>,
    /// Whether a post whose copy is on another host than the site's present one (cause `host_moved`) is
    /// published as new: identifiers, address, date of publication, categories and author of the former host
    /// are dropped. No effect for a post whose copy is on the present host.
    as_new: Option<bool>,
}

/// Date of a scheduled publication.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ScheduleInput {
    /// Whether changes made after the client's approval are sent. Without it they are refused
    /// (`changed_after_approval`) while approval is required.
    confirm_changes: Option<bool>,
    /// Whether a post whose copy is on another host than the site's present one is scheduled as new.
    as_new: Option<bool>,
    /// Date in RFC 3339 with an offset, in the future, at most five years ahead.
    #[serde(default)]
    #[schema(value_type = String, format = DateTime, required = true)]
    scheduled_at: Value,
}

/// Publish a post.
///
/// A published post is sent to the site again with its present content. While approval is required, changes
/// made after the client's approval are sent only with `confirm_changes`. When the site's address leads to
/// another host than the one that has the post, nothing is sent: the publication stops with the cause
/// `host_moved` until it is requested with `as_new` or the address is corrected.
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/publish",
    tag = "publication",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: respond when the work is done, after at most n seconds (25 at most)"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    request_body = Option<PublishInput>,
    responses(
        (status = 200, description = "Completed within the waiting time", body = PublicationBody),
        (status = 202, description = "Accepted; checklist", body = Checklist),
        Publishing,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("post"))),
)]
pub(crate) async fn publish_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    wait: PreferWait,
    RequestClaim(claim): RequestClaim,
    input: Result<OptionalJson<PublishInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsPublish)?;
    let input = input?.0;
    let request = PublicationRequest::publish(input.confirm_changes, input.as_new);
    let work = publication::request(&ports, &caller, &claim, id, request);
    let accepted = publication::once(&ports, &claim, work).await?;
    outcome::answer(&ports, id, accepted, wait, DATE_STORED).await
}

/// Schedule a post.
///
/// While the client's approval is outstanding, only the date is stored and the post stays a draft (200). A
/// scheduled post gets the new date.
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/schedule",
    tag = "publication",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: respond when the work is done, after at most n seconds (25 at most)"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    request_body = ScheduleInput,
    responses(
        (status = 200, description = "Completed within the waiting time, or only the date was stored", body = PublicationBody),
        (status = 202, description = "Accepted; checklist", body = Checklist),
        Scheduling,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("post"))),
)]
pub(crate) async fn schedule_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    wait: PreferWait,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<ScheduleInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsPublish)?;
    let work = async {
        let input = input?.0;
        let (changes, as_new) = (input.confirm_changes, input.as_new);
        let request = PublicationRequest::schedule(&ports, &input.scheduled_at, changes, as_new)?;
        publication::request(&ports, &caller, &claim, id, request).await
    };
    let accepted = publication::once(&ports, &claim, work).await?;
    outcome::answer(&ports, id, accepted, wait, DATE_STORED).await
}

/// Retry a publication.
///
/// Runs the failed steps of one that has stopped again, or the next attempt of one that waits for it before its time. When
/// the site asked for a delay, or may still carry out an earlier call, the attempt is made at the end of that delay.
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/retry",
    tag = "publication",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: respond when the work is done, after at most n seconds (25 at most)"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    request_body = Option<PublishInput>,
    responses(
        (status = 200, description = "Completed within the waiting time", body = PublicationBody),
        (status = 202, description = "Accepted; checklist", body = Checklist),
        Retrying,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("post"))),
)]
pub(crate) async fn retry_publication(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    wait: PreferWait,
    RequestClaim(claim): RequestClaim,
    input: Result<OptionalJson<PublishInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsPublish)?;
    let changes = UnapprovedChanges::of(input?.0.confirm_changes);
    let work = publication::retry(&ports, &caller, &claim, id, changes);
    let accepted = publication::once(&ports, &claim, work).await?;
    outcome::answer(&ports, id, accepted, wait, DATE_STORED).await
}

/// Cancel the schedule of a post.
///
/// Here and on the site. A date that only the platform has is cleared immediately (200).
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/cancel-schedule",
    tag = "publication",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: respond when the work is done, after at most n seconds (25 at most)"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    responses(
        (status = 200, description = "Completed", body = PublicationBody),
        (status = 202, description = "Accepted; checklist", body = Checklist),
        Canceling,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.publish")), ("x-object" = json!("post"))),
)]
pub(crate) async fn cancel_schedule(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    wait: PreferWait,
    RequestClaim(claim): RequestClaim,
) -> Result<Response, ApiError> {
    let work = publication::cancel(&ports, &caller, &claim, id);
    let accepted = publication::once(&ports, &claim, work).await?;
    outcome::answer(&ports, id, accepted, wait, "Agendamento cancelado.").await
}
