//! Outcomes of jobs.

use domain::platform::publication::{Job, JobKind};
use jiff::Timestamp;

/// State of the post on the host after the steps of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Published on the host.
    Online,
    /// Scheduled on the host for a time.
    Held(Timestamp),
    /// The host's copy is a draft again.
    Withdrawn,
}

impl Outcome {
    /// The outcome of `job`, from what its steps found.
    pub(crate) const fn of(job: &Job) -> Self {
        match job.kind {
            _ if job.findings.live => Self::Online,
            JobKind::Schedule { at } => Self::Held(at),
            JobKind::Unschedule => Self::Withdrawn,
            JobKind::Publish | JobKind::Settle => Self::Online,
        }
    }
}
