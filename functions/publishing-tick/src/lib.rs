//! The publishing tick, once a minute: what is due is derived from the records, never from a timer
//! alone. It sends work whose message was lost, and turns scheduled posts whose time has come into
//! jobs that ask the host, so that a missed schedule is noticed and mended.

use std::sync::Arc;

use domain::post::Post;
use domain::publication::{Job, JobKind, JobState, SETTLE_AFTER};
use items::ItemsError;
use jiff::Timestamp;
use platform_store::{PlatformStore, PostChange, RequestError};
use ports::{Clock, Need, Random, WorkMessage, WorkQueue};

/// Most entries of one kind that one tick looks at; the next tick goes on.
const MOST: i32 = 500;

/// What the tick is given.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Takes publications.
    pub publications: Arc<dyn WorkQueue>,
    /// Takes notifications.
    pub notifications: Arc<dyn WorkQueue>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes identifiers.
    pub random: Arc<dyn Random>,
}

/// What the function's policy must allow.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::SendPublication,
    Need::SendNotification,
];

/// What one tick did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Jobs that were sent again.
    pub jobs_sent: usize,
    /// Notifications that were sent again.
    pub notifications_sent: usize,
    /// Scheduled posts about which the host is asked.
    pub settled: usize,
}

/// Looks at everything that is due.
pub async fn run(ports: &Ports) -> Result<Report, ItemsError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    for post in ports.store.due_posts(now - SETTLE_AFTER, MOST).await? {
        report.settled += usize::from(settle(ports, &post, now).await?);
    }
    for job in ports.store.due_jobs(now, MOST).await? {
        let message = WorkMessage::Publication { job_id: job.id };
        report.jobs_sent += usize::from(send(&*ports.publications, &message).await);
    }
    for notification in ports.store.due_notifications(now, MOST).await? {
        let message = WorkMessage::Notification {
            notification_id: notification.id,
        };
        report.notifications_sent += usize::from(send(&*ports.notifications, &message).await);
    }
    ports.store.record_tick(now).await?;
    tracing::info!(target: "publication", ?report, "tick");
    Ok(report)
}

async fn send(queue: &dyn WorkQueue, message: &WorkMessage) -> bool {
    match queue.send(message).await {
        Ok(()) => true,
        Err(error) => {
            tracing::warn!(target: "publication", %error, "a message was not sent; the next tick tries again");
            false
        }
    }
}

/// Whether somebody is at it already: a job under way, or one of the tick's own that waits or is
/// parked and belongs to a person now.
fn is_looked_after(job: &Job, now: Timestamp) -> bool {
    if job.is_over() {
        return false;
    }
    job.kind == JobKind::Settle || job.state == JobState::Queued || job.is_held(now)
}

async fn settle(ports: &Ports, post: &Post, now: Timestamp) -> Result<bool, ItemsError> {
    // The index may be a moment behind; the record decides.
    let Some(post) = ports.store.post(post.id).await? else {
        return Ok(false);
    };
    if post.due_at().is_none_or(|at| at + SETTLE_AFTER > now) {
        return Ok(false);
    }
    if let Some(id) = post.job_id
        && let Some(job) = ports.store.job(id).await?
        && is_looked_after(&job, now)
    {
        return Ok(false);
    }
    let change = PostChange::of(&post, |_| {});
    let asked = ports
        .store
        .request_publication(change, JobKind::Settle, None, now, &*ports.random)
        .await;
    match asked {
        Ok((_, job)) => {
            send(
                &*ports.publications,
                &WorkMessage::Publication { job_id: job.id },
            )
            .await;
            Ok(true)
        }
        Err(RequestError::InProgress | RequestError::Items(ItemsError::Conflict { .. })) => {
            Ok(false)
        }
        Err(RequestError::Items(error)) => Err(error),
    }
}
