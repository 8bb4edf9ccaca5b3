//! One attempt at a job: take the lease, run the steps that are not done, store each outcome.

use domain::platform::event::EventKind;
use domain::platform::id::JobId;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::Post;
use domain::platform::publication::{Failure as Fate, Job, JobKind, NotNow};
use items::ItemsError;
use jiff::Timestamp;
use platform_store::{content_event, event_write, notification_write};
use ports::DomainEvent;
use serde_json::json;

use crate::Ports;
use crate::attempt::{Attempt, DOUBT_LASTS, announce};
use crate::failure::{Failure, StepError};
use crate::retry;

/// Makes one attempt, if one is due.
pub(crate) async fn attempt(ports: &Ports, job_id: JobId) -> Result<(), ItemsError> {
    let Some(mut job) = ports.store.job(job_id).await? else {
        tracing::warn!(target: "publication", %job_id, "there is no such job");
        return Ok(());
    };
    let stored = job.revision;
    match job.begin(ports.clock.now_seconds()) {
        Ok(()) => {}
        Err(NotNow::Over) if job.revision != stored => {
            return match ports.store.post(job.post_id).await? {
                Some(post) => park(ports, &job, stored, &post).await,
                None => settle(ports.store.save_job(&job, stored).await),
            };
        }
        Err(reason) => {
            tracing::debug!(target: "publication", %job_id, %reason, "nothing to do");
            return Ok(());
        }
    }
    let Some(post) = ports.store.post(job.post_id).await? else {
        tracing::error!(target: "publication", severity = "critical", %job_id, "the job's post is gone");
        return settle(ports.store.save_job(&job, stored).await);
    };
    let post = match ports
        .store
        .save_job_of(&post, &job, stored, Vec::new())
        .await
    {
        Ok(post) => post,
        Err(ItemsError::Conflict { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    let stored = job.revision;
    if post.job_id != Some(job.id) {
        job.supersede(ports.clock.now_seconds());
        return settle(ports.store.save_job(&job, stored).await);
    }
    let Some(site) = ports.store.site(post.site_id).await? else {
        let failure = Failure::lasting("O site deste conteúdo foi excluído.");
        return fail(ports, &mut job, stored, &post, &failure).await;
    };
    let mut attempt = Attempt::new(ports, job, post, site);
    while let Some(step) = attempt.job.next_step() {
        match retry::run(&mut attempt, step).await {
            Ok(()) => {}
            Err(StepError::Failed(mut failure)) => {
                // The next attempt may create again, so it waits until the host has completed the call, even
                // past the date.
                if attempt.in_doubt() {
                    failure.wait = failure.wait.max(Some(DOUBT_LASTS));
                }
                let Attempt {
                    mut job,
                    stored,
                    post,
                    ..
                } = attempt;
                return fail(ports, &mut job, stored, &post, &failure).await;
            }
            Err(StepError::Items(error)) => return Err(error),
            Err(StepError::Lost) => return Ok(()),
        }
    }
    Ok(())
}

/// A write that lost against another worker is not an error: that worker continues.
fn settle(written: Result<(), ItemsError>) -> Result<(), ItemsError> {
    match written {
        Err(ItemsError::Conflict { .. }) => Ok(()),
        other => other,
    }
}

/// The time at which the host publishes the post without a further call: the date of a schedule that the job
/// sends or cancels.
const fn date(job: &Job, post: &Post) -> Option<Timestamp> {
    match job.kind {
        JobKind::Schedule { at } => Some(at),
        JobKind::Unschedule => post.scheduled_at,
        JobKind::Publish | JobKind::Settle => None,
    }
}

async fn fail(
    ports: &Ports,
    job: &mut Job,
    stored: u64,
    post: &Post,
    failure: &Failure,
) -> Result<(), ItemsError> {
    let Some(step) = job.next_step() else {
        return Ok(());
    };
    let now = ports.clock.now_seconds();
    job.cause = Some(failure.cause);
    match job.fail(step, &failure.message, failure.retryable, failure.wait, now) {
        Fate::Retrying => {
            if let Some(date) = date(job, post) {
                job.try_before(date, failure.wait, now);
            }
            let saved = ports.store.save_job_of(post, job, stored, Vec::new()).await;
            settle(saved.map(drop))
        }
        Fate::Parked => park(ports, job, stored, post).await,
    }
}

/// Stores a parked job with the notification of the post's author.
async fn park(ports: &Ports, job: &Job, stored: u64, post: &Post) -> Result<(), ItemsError> {
    let now = ports.clock.now_seconds();
    let kind = NotificationKind::PublicationParked {
        post_id: job.post_id,
        job_id: job.id,
        run: job.runs,
    };
    let notification = Notification::new(kind, now);
    let detail = json!({ "job_id": job.id, "error": job.error() });
    let token = format!("job-{}-parked-{}", job.id, job.runs);
    let event = content_event(
        job.post_id,
        EventKind::PublicationFailed,
        None,
        detail,
        now,
        &token,
    );
    let also = vec![notification_write(&notification)?, event_write(&event)?];
    match ports.store.save_job_of(post, job, stored, also).await {
        Ok(_) => {}
        Err(ItemsError::Conflict { .. }) => return Ok(()),
        Err(error) => return Err(error),
    }
    announce(ports, &notification.id).await;
    let event = DomainEvent {
        name: "publication.failed",
        at: now,
        detail: json!({ "post_id": job.post_id, "job_id": job.id }),
    };
    if let Err(error) = ports.events.publish(&event).await {
        tracing::warn!(target: "publication", %error, "an event was not published");
    }
    Ok(())
}
