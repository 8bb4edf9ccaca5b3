//! State machine of a publication job: the steps that bring one post to its host, and their states. The
//! stored job is the checklist shown to users, the record from which a worker resumes after a crash, and
//! the only thing that a queue message refers to.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::id::{JobId, PostId, UserId};

mod findings;
mod steps;

pub use findings::{Cause, Findings};
pub use steps::{Step, StepRecord, StepState};

/// Maximum of attempts before a job is parked.
pub const ATTEMPTS: u32 = 3;
/// Delay between two attempts.
pub const BACKOFF: SignedDuration = SignedDuration::from_mins(5);
/// Lead time for an extra attempt before a schedule's date, when the regular attempt would come too late:
/// up to a minute until the next tick, plus the time of the attempt.
pub const DATE_MARGIN: SignedDuration = SignedDuration::from_secs(90);
/// Lease of a worker on a job. Longer than a worker's time limit, so that two workers never run one job at
/// a time.
pub const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// Time that a worker spends on one job before it stops; progress is stored, and the next attempt resumes
/// there.
pub const WORK_LIMIT: SignedDuration = SignedDuration::from_secs(120);
/// Time after which the publishing tick sends another queue message for a queued job.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// Purpose of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum JobKind {
    /// Publish the post on the host now.
    Publish,
    /// Schedule the post on the host.
    Schedule {
        /// Publication date.
        at: Timestamp,
    },
    /// Check a due schedule on the host, and publish the post there if the host missed it.
    Settle,
    /// Cancel a schedule.
    Unschedule,
}

impl JobKind {
    /// The steps of this kind of job, in order.
    pub const fn steps(self) -> &'static [Step] {
        match self {
            Self::Publish => &[
                Step::Media,
                Step::MediaTexts,
                Step::Create,
                Step::Update,
                Step::Confirm,
                Step::Record,
                Step::Notify,
            ],
            Self::Schedule { .. } => &[
                Step::Media,
                Step::MediaTexts,
                Step::Create,
                Step::Update,
                Step::Confirm,
                Step::Record,
            ],
            Self::Settle => &[Step::Settle, Step::Record, Step::Notify],
            Self::Unschedule => &[Step::Withdraw, Step::Record],
        }
    }
}

/// Steps that follow a publication. They are added to any job that finds the post published, also a
/// schedule whose date had passed or a cancellation that came too late.
pub const AFTER_PUBLICATION: &[Step] = &[Step::Notify];

/// State of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Queued for a worker.
    Queued,
    /// Leased by a worker until `next_at`.
    Running,
    /// Waiting for the next attempt at `next_at`.
    Waiting,
    /// Stopped; needs user action.
    Parked,
    /// Every step succeeded.
    Done,
    /// Replaced by a newer request.
    Superseded,
}

/// What a post shows of its unfinished publication. Posts and lists keep a copy ([`Job::stage`]), so that they are
/// filtered and counted by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// In the first attempt, or queued for it.
    Sending,
    /// An attempt failed, and another one is due or in progress.
    Retrying,
    /// Stopped; needs user action.
    Parked,
}

/// A publication job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Identifier.
    pub id: JobId,
    /// The post.
    pub post_id: PostId,
    /// Purpose and, for a schedule, its date.
    #[serde(flatten)]
    pub kind: JobKind,
    /// User who requested it; `None` for the client's approval and for the tick.
    pub requested_by: Option<UserId>,
    /// User who last started it again; `None` when it was never retried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retried_by: Option<UserId>,
    /// Whether no earlier job can have created the post on the host, so that the first attempt does not
    /// search for it.
    pub first: bool,
    /// State of the job.
    pub state: JobState,
    /// Attempts begun since the job was requested or retried by a user.
    pub attempts: u32,
    /// Attempts begun in total; from the second on, each step first checks what an earlier attempt
    /// completed.
    pub runs: u32,
    /// The steps and their states.
    pub steps: Vec<StepRecord>,
    /// Category of the last failure.
    #[serde(default)]
    pub cause: Option<Cause>,
    /// Results of the steps.
    pub findings: Findings,
    /// When the publishing tick must check the job: its message was lost, its lease expired, or its next
    /// attempt is due. `None` when parked or in a final state.
    pub next_at: Option<Timestamp>,
    /// Before this no attempt is made, also when a user asks for one: the host asked for the delay, or may still carry
    /// out a call whose outcome is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_before: Option<Timestamp>,
    /// Whether the length of the queue was raised for the job. It is lowered by the write that ends the job.
    #[serde(default)]
    pub counted: bool,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Incremented with each write; detects concurrent writes.
    pub revision: u64,
}

/// Why a worker cannot take a job now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// The job is in a final state or needs user action.
    #[error("the job has ended or needs user action")]
    Over,
    /// Another worker holds the lease.
    #[error("another worker holds the job")]
    Held,
    /// The next attempt is not due.
    #[error("the next attempt is not due")]
    NotDue,
}

/// Effect of a failure on a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Another attempt follows.
    Retrying,
    /// The job needs user action.
    Parked,
}

impl Job {
    /// Creates a queued job.
    pub fn new(
        id: JobId,
        post_id: PostId,
        kind: JobKind,
        requested_by: Option<UserId>,
        first: bool,
        now: Timestamp,
    ) -> Self {
        let steps = kind.steps();
        Self {
            id,
            post_id,
            kind,
            requested_by,
            retried_by: None,
            first,
            state: JobState::Queued,
            attempts: 0,
            runs: 0,
            steps: steps
                .iter()
                .map(|&step| StepRecord {
                    step,
                    state: StepState::Queued,
                })
                .collect(),
            cause: None,
            findings: Findings::default(),
            next_at: Some(now + UNSENT_AFTER),
            not_before: None,
            counted: true,
            created_at: now,
            updated_at: now,
            revision: 1,
        }
    }

    /// The user whose action the present run carries out: who retried it last, otherwise who requested it; `None` for
    /// the client's approval and for the tick.
    pub fn started_by(&self) -> Option<UserId> {
        self.retried_by.or(self.requested_by)
    }

    /// Whether the job is in a final state.
    pub const fn is_over(&self) -> bool {
        matches!(self.state, JobState::Done | JobState::Superseded)
    }

    /// What the post shows of the job: nothing once the outcome is recorded in the post, unless the job is parked.
    pub fn stage(&self) -> Option<Stage> {
        let recorded = self.steps.iter().any(|record| {
            record.step == Step::Record && matches!(record.state, StepState::Success { .. })
        });
        match self.state {
            JobState::Parked => Some(Stage::Parked),
            JobState::Done | JobState::Superseded => None,
            _ if recorded => None,
            JobState::Waiting => Some(Stage::Retrying),
            JobState::Queued | JobState::Running if self.attempts > 1 => Some(Stage::Retrying),
            JobState::Queued | JobState::Running => Some(Stage::Sending),
        }
    }

    /// Whether a worker holds an unexpired lease.
    pub fn is_held(&self, now: Timestamp) -> bool {
        self.state == JobState::Running && self.next_at.is_some_and(|until| until > now)
    }

    /// Leases the job for one attempt. A job without attempts left is parked instead: its last worker
    /// stopped without recording an outcome.
    pub fn begin(&mut self, now: Timestamp) -> Result<(), NotNow> {
        match self.state {
            JobState::Done | JobState::Superseded | JobState::Parked => return Err(NotNow::Over),
            JobState::Running if self.is_held(now) => return Err(NotNow::Held),
            JobState::Waiting if self.next_at.is_some_and(|at| at > now) => {
                return Err(NotNow::NotDue);
            }
            JobState::Queued | JobState::Running | JobState::Waiting => {}
        }
        if self.attempts >= ATTEMPTS {
            self.park("O processo foi interrompido três vezes sem resposta.", now);
            return Err(NotNow::Over);
        }
        self.attempts += 1;
        self.runs += 1;
        self.state = JobState::Running;
        self.next_at = Some(now + LEASE);
        self.touch(now);
        Ok(())
    }

    /// The first step that has not succeeded.
    pub fn next_step(&self) -> Option<Step> {
        self.steps
            .iter()
            .find(|record| !matches!(record.state, StepState::Success { .. }))
            .map(|record| record.step)
    }

    /// Whether an earlier attempt may have completed a step without recording it.
    pub const fn may_have_happened(&self) -> bool {
        !self.first || self.runs > 1
    }

    /// Marks `step` as done, and the job with its last step. Recording that the post is published adds the
    /// steps of [`AFTER_PUBLICATION`] that the job does not have yet.
    pub fn succeed(&mut self, step: Step, now: Timestamp) {
        self.set(step, StepState::Success { at: now });
        if step == Step::Record && self.findings.live {
            self.follow_publication();
        }
        if self.next_step().is_none() {
            self.state = JobState::Done;
            self.next_at = None;
        }
        self.touch(now);
    }

    fn follow_publication(&mut self) {
        for &step in AFTER_PUBLICATION {
            if !self.steps.iter().any(|record| record.step == step) {
                self.steps.push(StepRecord {
                    step,
                    state: StepState::Queued,
                });
            }
        }
    }

    /// Restarts from `step`, because the host did not keep its result. Allowed once per step and job: a
    /// second call changes nothing and returns false.
    pub fn redo(&mut self, step: Step, now: Timestamp) -> bool {
        if self.findings.redone.contains(&step) {
            return false;
        }
        self.findings.redone.push(step);
        let mut begun = false;
        for record in &mut self.steps {
            begun |= record.step == step;
            if begun {
                record.state = StepState::Queued;
            }
        }
        self.touch(now);
        true
    }

    /// Marks `step` as failed. A retryable failure is retried after [`BACKOFF`] (or after `wait`, if the
    /// host requested longer); any other failure, and the third one, parks the job.
    pub fn fail(
        &mut self,
        step: Step,
        error: &str,
        retryable: bool,
        wait: Option<SignedDuration>,
        now: Timestamp,
    ) -> Failure {
        self.not_before = wait.map(|wait| now + wait);
        if retryable && self.attempts < ATTEMPTS {
            self.set(
                step,
                StepState::Retrying {
                    attempt: self.attempts,
                    error: error.to_owned(),
                },
            );
            self.state = JobState::Waiting;
            self.next_at = Some(now + wait.unwrap_or(BACKOFF).max(BACKOFF));
            self.touch(now);
            Failure::Retrying
        } else {
            self.set(
                step,
                StepState::Failed {
                    error: error.to_owned(),
                },
            );
            self.state = JobState::Parked;
            self.next_at = None;
            self.touch(now);
            Failure::Parked
        }
    }

    /// Moves the next attempt of a waiting job forward when it would come after `date`, at which the host
    /// acts on its own: to [`DATE_MARGIN`] before the date, or to now, but not before the host's `wait` is
    /// over. The last attempt is not moved, so that a host that is unreachable around the date is also
    /// tried after it.
    pub fn try_before(&mut self, date: Timestamp, wait: Option<SignedDuration>, now: Timestamp) {
        let Some(next) = self.next_at.filter(|_| self.state == JobState::Waiting) else {
            return;
        };
        if date > now && self.attempts + 1 < ATTEMPTS {
            let soonest = now + wait.unwrap_or_default();
            self.next_at = Some(next.min((date - DATE_MARGIN).max(soonest)));
        }
    }

    /// Starts the job again at a user's request: a parked one from its failed steps, with its attempts ahead of it; one
    /// that waits for its next attempt before the time of that. The attempt is made now, or at `not_before`. A job in any
    /// other state is left unchanged and the result is false.
    pub fn retry(&mut self, now: Timestamp) -> bool {
        match self.state {
            JobState::Parked => self.attempts = 0,
            JobState::Waiting => {}
            JobState::Queued | JobState::Running | JobState::Done | JobState::Superseded => {
                return false;
            }
        }
        for record in &mut self.steps {
            if matches!(record.state, StepState::Failed { .. }) {
                record.state = StepState::Queued;
            }
        }
        match self.not_before.filter(|at| *at > now) {
            Some(at) => {
                self.state = JobState::Waiting;
                self.next_at = Some(self.next_at.map_or(at, |next| next.min(at)));
            }
            None => {
                self.state = JobState::Queued;
                self.next_at = Some(now + UNSENT_AFTER);
            }
        }
        self.touch(now);
        true
    }

    /// Ends the job because a newer request replaced it.
    pub fn supersede(&mut self, now: Timestamp) {
        if !self.is_over() {
            self.state = JobState::Superseded;
            self.next_at = None;
            self.touch(now);
        }
    }

    /// The error to show: that of the step that failed or is being retried.
    pub fn error(&self) -> Option<&str> {
        self.steps.iter().find_map(|record| match &record.state {
            StepState::Failed { error } | StepState::Retrying { error, .. } => Some(error.as_str()),
            StepState::Queued | StepState::Success { .. } => None,
        })
    }

    fn park(&mut self, error: &str, now: Timestamp) {
        if let Some(step) = self.next_step() {
            self.set(
                step,
                StepState::Failed {
                    error: error.to_owned(),
                },
            );
        }
        self.cause = None;
        self.state = JobState::Parked;
        self.next_at = None;
        self.touch(now);
    }

    fn set(&mut self, step: Step, state: StepState) {
        if let Some(record) = self.steps.iter_mut().find(|record| record.step == step) {
            record.state = state;
        }
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests;
