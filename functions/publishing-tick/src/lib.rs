//! The publishing tick, once a minute: what is due is derived from the records, never from a timer
//! alone. It sends work whose message was lost, turns scheduled posts whose time has come into jobs that
//! ask the host, so that a missed schedule is noticed and mended, and hands the host what people changed
//! in a post that it holds for later.

mod changes_held;
mod due;

use std::sync::Arc;

use domain::post::Post;
use domain::publication::{Job, JobKind, JobState, SETTLE_AFTER};
use domain::requirements;
use items::ItemsError;
use jiff::Timestamp;
use platform_store::{PlatformStore, PostChange, RequestError, Tick};
use ports::{Clock, Need, Random, WorkMessage, WorkQueue};

use due::{Jobs, Notifications, Posts, walk};

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
    /// Records that could not be read or handled; the log names them.
    pub failed: usize,
}

/// Looks at everything that is due. What fails is left to the next tick and stops nothing else: the tick
/// records that it ran all the same.
///
/// # Errors
/// The first failure that concerns more than one record; the rest was looked at.
pub async fn run(ports: &Ports) -> Result<Report, ItemsError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    let last = ports.store.last_tick().await;
    let mut next = match &last {
        Ok(last) => last.as_ref().map(|tick| tick.next.clone()),
        Err(_) => None,
    }
    .unwrap_or_default();
    let walked = [
        last.map(drop),
        walk::<Posts>(ports, now, &mut next.posts, &mut report).await,
        walk::<Jobs>(ports, now, &mut next.jobs, &mut report).await,
        walk::<Notifications>(ports, now, &mut next.notifications, &mut report).await,
        ports.store.record_tick(&Tick { at: now, next }).await,
    ];
    tracing::info!(target: "publication", ?report, "tick");
    walked.into_iter().collect::<Result<(), _>>()?;
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
    } else if at > now && requirements::unmet(post).is_empty() && !post.changes_await_approval() {
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
    if changes_held::announce(ports, &post, now).await? {
        return Ok(None);
    }
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
