//! Updates content and state of the host's copy.

use domain::platform::post::{HostCopy, PostStatus as OurStatus};
use domain::platform::publication::{JobKind, Step};
use host_access::host_of;
use host_client::{HostError, PostStatus};
use platform_store::PostChange;

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::host_content::{self, Content};

/// Writes content and state to the host. The call is idempotent.
pub(super) async fn update(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let ports = attempt.ports;
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let Some(id) = attempt.job.findings.host_post_id else {
        return Err(Failure::passing("O conteúdo ainda não existe no site.").into());
    };
    let post = ports
        .store
        .post(attempt.post.id)
        .await?
        .ok_or(StepError::Lost)?;
    if post.changes_await_approval() {
        return Err(Failure::unapproved().into());
    }
    attempt.post = post;
    let featured = attempt.job.findings.host_media_id;
    let Content { mut change, form } = host_content::content(attempt, &host, featured).await?;
    match attempt.job.kind {
        JobKind::Schedule { at } => {
            change.status = Some(PostStatus::Future);
            change.date = Some(at);
        }
        JobKind::Publish | JobKind::Settle | JobKind::Unschedule => {
            change.status = Some(PostStatus::Publish);
            // A host schedules a post with a future date, whatever status is sent.
            if attempt.post.status == OurStatus::Scheduled
                || attempt.job.findings.redone.contains(&Step::Update)
            {
                change.date = Some(ports.clock.now_seconds());
            }
        }
    }
    match ports.hosts.update_post(&host, id, change).await {
        Ok(_) => {
            attempt.job.findings.sent = Some(HostCopy {
                version: attempt.post.version,
                featured_media_id: attempt.job.findings.media_id,
            });
            attempt.job.findings.body_form = Some(form);
            attempt.done(Step::Update).await
        }
        Err(HostError::Rejected { status: 404, .. }) => recreate(attempt).await,
        Err(error) => Err(error.into()),
    }
}

/// The host's copy was deleted permanently: it is created again, once.
async fn recreate(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let ports = attempt.ports;
    if !attempt.job.redo(Step::Create, ports.clock.now_seconds()) {
        return Err(Failure::lasting(
            "O conteúdo foi apagado no site e não pôde ser criado de novo.",
        )
        .into());
    }
    attempt.job.findings.host_post_id = None;
    let change = PostChange::of(&attempt.post, |post| {
        post.host_post_id = None;
        post.host_origin = None;
    })
    .with_job(&attempt.job, attempt.stored)?;
    match ports.store.save_post(change).await {
        Ok(post) => {
            attempt.post = post;
            attempt.stored = attempt.job.revision;
            Ok(())
        }
        Err(items::ItemsError::Conflict { .. }) => Err(StepError::Lost),
        Err(error) => Err(error.into()),
    }
}
