//! The publishing tick, which runs once a minute and derives due work from the records, never from a timer alone.
//! It sends jobs, notifications, generations and tasks for search engines whose message was lost, fails generations whose
//! worker is gone, requests jobs that settle scheduled posts whose time has come, so that a schedule the host missed is
//! published, and sends the host newer states of scheduled posts. Then it maintains the store: it makes snapshots of the list of posts,
//! and removes events that were cleared and files without record.

mod changes_held;
mod due;
mod maintenance;
mod searches;

use std::sync::Arc;

use domain::platform::post::{Post, SETTLE_AFTER};
use domain::platform::publication::{Job, JobKind, JobState};
use domain::platform::requirements;
use items::ItemsError;
use jiff::{SignedDuration, Timestamp};
use platform_store::{PlatformStore, PostChange, RequestError, Tick};
use ports::{Blobs, Clock, Need, Random, WorkMessage, WorkQueue};

use due::{Generations, Jobs, Notifications, Posts, walk};
use searches::{SearchRenewals, Searches};

/// Ports of the tick.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Where snapshots of the list of posts are stored.
    pub blobs: Arc<dyn Blobs>,
    /// Queue of publications.
    pub publications: Arc<dyn WorkQueue>,
    /// Queue of notifications.
    pub notifications: Arc<dyn WorkQueue>,
    /// Queue of generations.
    pub generations: Arc<dyn WorkQueue>,
    /// Queue of what search engines are told, and of renewals of the search console's tokens.
    pub searches: Arc<dyn WorkQueue>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes identifiers.
    pub random: Arc<dyn Random>,
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::SendPublication,
    Need::SendNotification,
    Need::SendGeneration,
    Need::SendSearch,
];

/// Longest time between two runs that is no failure of the schedule.
const SILENCE_LIMIT: SignedDuration = SignedDuration::from_mins(10);

/// Result of one tick.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Jobs that were sent again.
    pub jobs_sent: usize,
    /// Notifications that were sent again.
    pub notifications_sent: usize,
    /// Generations that were sent again.
    pub generations_sent: usize,
    /// Generations that failed because no worker took them in time, or their worker was gone.
    pub generations_failed: usize,
    /// Tasks for search engines that were sent again.
    pub searches_sent: usize,
    /// Renewals of tokens of the search console that were sent because they are due.
    pub search_renewals_sent: usize,
    /// Scheduled posts whose settlement was requested.
    pub settled: usize,
    /// Scheduled posts whose newer state was requested to be sent.
    pub renewed: usize,
    /// Changes of posts that were added to the snapshot of their list.
    pub post_changes_in_snapshot: u64,
    /// Cleared events that were removed.
    pub events_removed: u64,
    /// Files of pictures that no record names, which were removed.
    pub files_removed: u64,
    /// Records that could not be read or handled; the log names them.
    pub failed: usize,
}

/// Handles all due records. A failure is left to the next tick and does not stop the others: the tick records
/// that it ran in any case.
///
/// # Errors
/// The first failure that concerns more than one record; the other records were handled.
pub async fn run(ports: &Ports) -> Result<Report, ItemsError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    let last = ports.store.last_tick().await;
    if let Ok(Some(last)) = &last
        && now.duration_since(last.at) > SILENCE_LIMIT
    {
        tracing::error!(target: "publication", severity = "critical", since = %last.at, "the publishing tick did not run for more than ten minutes");
    }
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
        walk::<Generations>(ports, now, &mut next.generations, &mut report).await,
        walk::<Searches>(ports, now, &mut next.searches, &mut report).await,
        walk::<SearchRenewals>(ports, now, &mut next.search_renewals, &mut report).await,
        ports.store.record_tick(&Tick { at: now, next }).await,
        maintenance::run(ports, &mut report).await,
    ];
    tracing::info!(target: "publication", ?report, "tick");
    walked.into_iter().collect::<Result<(), _>>()?;
    Ok(report)
}

/// Begins again after the system was stopped on purpose: the time until now is no silence of the tick.
///
/// # Errors
/// The store failed.
pub async fn resume(ports: &Ports) -> Result<(), ItemsError> {
    let Some(last) = ports.store.last_tick().await? else {
        return Ok(());
    };
    let at = ports.clock.now_seconds();
    ports.store.record_tick(&Tick { at, ..last }).await
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

/// The kind of job that a scheduled post needs at `now`. The host keeps the older state of a post that no longer
/// meets the requirements of a publication.
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

/// Whether the post's job makes another one unnecessary: it is queued or running, or parked for a person. A newer
/// state of the post supersedes a parked schedule, and a settlement is requested whatever other job is parked.
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

/// Requests the job that a due post needs, and returns its kind.
async fn look_after(
    ports: &Ports,
    post: &Post,
    now: Timestamp,
) -> Result<Option<JobKind>, ItemsError> {
    // The index is eventually consistent; the record decides.
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
