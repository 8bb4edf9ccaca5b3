//! The checklist of a publication: its steps with one of four states.

use domain::platform::id::PostId;
use domain::platform::post::Post;
use domain::platform::publication::{
    ATTEMPTS, Cause, Job, JobKind, JobState, StepRecord, StepState,
};
use domain::platform::site_record::Site;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::client_notice::{self, Delivery};
use super::step::{StepItem, next_attempt};

/// Purpose of a publication.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KindWord {
    /// Show the post now.
    Publish,
    /// Hand it to the site for a later time.
    Schedule,
    /// Its time has come: ask the site.
    Settle,
    /// Take the schedule back.
    Unschedule,
}

impl KindWord {
    const fn of(kind: JobKind) -> Self {
        match kind {
            JobKind::Publish => Self::Publish,
            JobKind::Schedule { .. } => Self::Schedule,
            JobKind::Settle => Self::Settle,
            JobKind::Unschedule => Self::Unschedule,
        }
    }
}

/// State of a publication.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PublicationState {
    /// Waits for a worker.
    Queued,
    /// A worker is at it.
    Running,
    /// Failed for now; tried again at `next_attempt_at`.
    Retrying,
    /// Stopped; waits for a person.
    Failed,
    /// Done.
    Success,
    /// Something else took its place.
    Superseded,
}

impl PublicationState {
    const fn of(state: JobState) -> Self {
        match state {
            JobState::Queued => Self::Queued,
            JobState::Running => Self::Running,
            JobState::Waiting => Self::Retrying,
            JobState::Parked => Self::Failed,
            JobState::Done => Self::Success,
            JobState::Superseded => Self::Superseded,
        }
    }
}

/// Cause of the failure of a publication that is not in progress.
fn cause(job: &Job) -> Option<Cause> {
    job.cause.filter(|_| job.error().is_some())
}

const fn scheduled_for(kind: JobKind) -> Option<Timestamp> {
    match kind {
        JobKind::Schedule { at } => Some(at),
        JobKind::Publish | JobKind::Settle | JobKind::Unschedule => None,
    }
}

/// Publication with its steps. Before the first publication, `job_id` is null and `steps` is empty.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Checklist {
    /// Identifier of the post.
    pub post_id: u64,
    /// Identifier of the publication.
    pub job_id: Option<u64>,
    /// Purpose of the publication.
    pub kind: Option<KindWord>,
    /// Date for which the site holds the post.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// State.
    pub state: Option<PublicationState>,
    /// Attempts since the request or the latest retry.
    pub attempt: u32,
    /// Maximum number of attempts.
    pub attempts: u32,
    /// Time of the next attempt.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Timestamp>,
    /// Cause of the failure: `access` (login, rights, address), `host` (unreachable or failing), `approval`
    /// (changes after the client's approval; publish with `confirm_changes`), `host_moved` (the site's
    /// address leads to another host than the one that has the post; publish with `as_new`) or `other`.
    #[schema(value_type = Option<String>)]
    pub cause: Option<Cause>,
    /// Time of the request.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub requested_at: Option<Timestamp>,
    /// Time of the last change.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<Timestamp>,
    /// Steps, in order.
    pub steps: Vec<StepItem>,
}

impl Checklist {
    /// The checklist of a post's last publication, with the notifications to the client (see
    /// [`client_notice::notifications_of`]).
    pub(crate) fn of(post: PostId, job: Option<&Job>, deliveries: &[Delivery]) -> Self {
        Self {
            post_id: post.0,
            job_id: job.map(|job| job.id.0),
            kind: job.map(|job| KindWord::of(job.kind)),
            scheduled_at: job.and_then(|job| scheduled_for(job.kind)),
            state: job.map(|job| PublicationState::of(job.state)),
            attempt: job.map_or(0, |job| job.attempts),
            attempts: ATTEMPTS,
            next_attempt_at: job.and_then(next_attempt),
            cause: job.and_then(cause),
            requested_at: job.map(|job| job.created_at),
            updated_at: job.map(|job| job.updated_at),
            steps: job.map_or_else(Vec::new, |job| {
                let records = job.steps.iter();
                let item = |record: &StepRecord| {
                    let mut item = StepItem::of(job, record.step, &record.state);
                    client_notice::show(&mut item, &record.state, &job.findings, deliveries);
                    item
                };
                records.map(item).collect()
            }),
        }
    }
}

/// Summary of a publication.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ChecklistSummary {
    /// Identifier of the publication.
    pub job_id: u64,
    /// Purpose of the publication.
    pub kind: KindWord,
    /// State.
    pub state: PublicationState,
    /// Number of completed steps.
    pub done: usize,
    /// Total number of steps.
    pub total: usize,
    /// Time of the next attempt.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Timestamp>,
    /// Error message.
    pub error: Option<String>,
    /// Cause of the failure, as in the checklist.
    #[schema(value_type = Option<String>)]
    pub cause: Option<Cause>,
}

impl From<&Job> for ChecklistSummary {
    fn from(job: &Job) -> Self {
        let done = |state: &StepState| matches!(state, StepState::Success { .. });
        Self {
            job_id: job.id.0,
            kind: KindWord::of(job.kind),
            state: PublicationState::of(job.state),
            done: job
                .steps
                .iter()
                .filter(|record| done(&record.state))
                .count(),
            total: job.steps.len(),
            next_attempt_at: next_attempt(job),
            error: job.error().map(str::to_owned),
            cause: cause(job),
        }
    }
}

/// Publication in the queue.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct QueueItem {
    /// Identifier of the publication.
    pub job_id: u64,
    /// Identifier of the post.
    pub post_id: u64,
    /// Present title of the post.
    pub title: String,
    /// Site of the post.
    pub site_id: Option<u64>,
    /// Name of the site.
    pub site_name: Option<String>,
    /// Purpose of the publication.
    pub kind: KindWord,
    /// Date for which the site holds the post.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// State.
    pub state: PublicationState,
    /// Attempts since the request or the latest retry.
    pub attempt: u32,
    /// Maximum number of attempts.
    pub attempts: u32,
    /// Time of the next attempt.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Timestamp>,
    /// Error message.
    pub error: Option<String>,
    /// User who requested it; null for the client's approval and the system.
    pub requested_by: Option<u64>,
    /// Time of the request.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub requested_at: Timestamp,
    /// Time of the last change.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

impl QueueItem {
    /// The publication with the post and the site that it is about.
    pub(crate) fn of(job: Job, post: Option<&Post>, site: Option<&Site>) -> Self {
        Self {
            job_id: job.id.0,
            post_id: job.post_id.0,
            title: post.map_or_else(String::new, |post| post.fields.title.clone()),
            site_id: post.map(|post| post.site_id.0),
            site_name: site.map(|site| site.name.clone()),
            kind: KindWord::of(job.kind),
            scheduled_at: scheduled_for(job.kind),
            state: PublicationState::of(job.state),
            attempt: job.attempts,
            attempts: ATTEMPTS,
            next_attempt_at: next_attempt(&job),
            error: job.error().map(str::to_owned),
            requested_by: job.requested_by.map(|id| id.0),
            requested_at: job.created_at,
            updated_at: job.updated_at,
        }
    }
}
