//! What a job came to.

use domain::publication::{Job, JobKind};
use jiff::Timestamp;

/// Where the post is once the host's steps are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The host shows it.
    Online,
    /// The host holds it for a time.
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
