//! Responses to publication requests: at once, or when the job is done (`Prefer: wait`).

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use domain::platform::id::{JobId, PostId};
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobState};
use http::StatusCode;
use platform_http::conditional::tagged;
use platform_http::prefer::PreferWait;
use platform_http::{ApiError, Code, Json};

use crate::Ports;
use crate::access;
use crate::publication::PublicationOutcome;
use crate::wire::client_notice;
use crate::wire::{Checklist, PostBody, PublicationBody};

/// Interval at which a job is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Answers 200 with the post when the post alone changed, with `message`, or when the job was done within
/// the time the client gave; else 202 with the checklist.
pub(crate) async fn answer(
    ports: &Ports,
    id: PostId,
    outcome: PublicationOutcome,
    wait: PreferWait,
    message: &str,
) -> Result<Response, ApiError> {
    let job = match outcome {
        PublicationOutcome::PostSaved(post) => return done(ports, *post, message).await,
        PublicationOutcome::JobStored(job) => *job,
    };
    let job = match wait.0 {
        Some(time) => settled_within(ports, job.id, time).await?,
        None => job,
    };
    if job.state == JobState::Done {
        let post = ports.store.post(id).await?.ok_or(Code::NotFound)?;
        let message = match post.status {
            PostStatus::Published => "Conteúdo publicado.",
            PostStatus::Scheduled => "Conteúdo agendado.",
            PostStatus::Draft => "Agendamento cancelado.",
        };
        return done(ports, post, message).await;
    }
    // The notifications were stored a moment ago, if at all.
    let announced = client_notice::notifications_of(&job).into_iter();
    let deliveries: Vec<_> = announced.map(|(channel, _)| (channel, None)).collect();
    let checklist = Checklist::of(id, Some(&job), &deliveries);
    Ok((StatusCode::ACCEPTED, Json(checklist)).into_response())
}

async fn done(ports: &Ports, post: Post, message: &str) -> Result<Response, ApiError> {
    let version = access::current_version(ports, &post).await?;
    let tag = tagged(post.version);
    let body = PublicationBody {
        post: PostBody::of(post, version),
        message: message.to_owned(),
    };
    Ok((tag, Json(body)).into_response())
}

/// The job once it is neither queued nor running, or as it is when `time` is over.
async fn settled_within(ports: &Ports, id: JobId, time: Duration) -> Result<Job, ApiError> {
    match tokio::time::timeout(time, settled(ports, id)).await {
        Ok(job) => job,
        Err(_) => load(ports, id).await,
    }
}

async fn settled(ports: &Ports, id: JobId) -> Result<Job, ApiError> {
    loop {
        let job = load(ports, id).await?;
        if !matches!(job.state, JobState::Queued | JobState::Running) {
            return Ok(job);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn load(ports: &Ports, id: JobId) -> Result<Job, ApiError> {
    let job = ports.store.job(id).await?;
    job.ok_or_else(|| ApiError::internal(format!("job {id} is gone")))
}
