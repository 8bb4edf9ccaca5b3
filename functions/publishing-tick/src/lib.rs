//! The publishing tick, once a minute: what is due is derived from the records, never from a timer
//! alone. It sends work whose message was lost, turns scheduled posts whose time has come into jobs that
//! ask the host, so that a missed schedule is noticed and mended, and hands the host what people changed
//! in a post that it holds for later.

use std::sync::Arc;

use domain::post::Post;
use domain::publication::{Job, JobKind, JobState, SETTLE_AFTER};
use domain::requirements;
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
    /// Scheduled posts of which the host is given a newer state.
    pub renewed: usize,
}

/// Looks at everything that is due.
pub async fn run(ports: &Ports) -> Result<Report, ItemsError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    for post in ports.store.due_posts(now, MOST).await? {
        match look_after(ports, &post, now).await? {
            Some(JobKind::Settle) => report.settled += 1,
            Some(_) => report.renewed += 1,
            None => {}
        }
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

/// What a scheduled post needs at `now`. The host keeps the older state of a post that no longer holds what
/// a post must hold to go out.
fn wanted(post: &Post, now: Timestamp) -> Option<JobKind> {
    post.due_at().filter(|due| *due <= now)?;
    let at = post.scheduled_at?;
    if at + SETTLE_AFTER <= now {
        Some(JobKind::Settle)
    } else if at > now && requirements::unmet(post).is_empty() {
        Some(JobKind::Schedule { at })
    } else {
        None
    }
}

/// Whether somebody is at it already: a job under way, or one that belongs to a person now. A newer
/// state of the post takes the place of a parked attempt to hand it over, and the host is asked about
/// a schedule whatever else waits.
fn is_looked_after(job: &Job, wanted: JobKind, now: Timestamp) -> bool {
    if job.is_over() {
        return false;
    }
    match wanted {
        JobKind::Settle => {
            job.kind == JobKind::Settle || job.state == JobState::Queued || job.is_held(now)
        }
        _ => job.state != JobState::Parked || !matches!(job.kind, JobKind::Schedule { .. }),
    }
}

/// Requests the job that a due post needs; answers its kind.
async fn look_after(
    ports: &Ports,
    post: &Post,
    now: Timestamp,
) -> Result<Option<JobKind>, ItemsError> {
    // The index may be a moment behind; the record decides.
    let Some(post) = ports.store.post(post.id).await? else {
        return Ok(None);
    };
    let Some(kind) = wanted(&post, now) else {
        return Ok(None);
    };
    if let Some(id) = post.job_id
        && let Some(job) = ports.store.job(id).await?
        && is_looked_after(&job, kind, now)
    {
        return Ok(None);
    }
    let change = PostChange::of(&post, |_| {});
    let asked = ports
        .store
        .request_publication(change, kind, None, now, &*ports.random)
        .await;
    match asked {
        Ok((_, job)) => {
            send(
                &*ports.publications,
                &WorkMessage::Publication { job_id: job.id },
            )
            .await;
            Ok(Some(kind))
        }
        Err(RequestError::InProgress | RequestError::Items(ItemsError::Conflict { .. })) => {
            Ok(None)
        }
        Err(RequestError::Items(error)) => Err(error),
    }
}
