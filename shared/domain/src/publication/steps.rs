//! The steps of a publication job and their states.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// One step of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The featured picture is on the host.
    Media,
    /// The picture's texts are on the host.
    MediaTexts,
    /// The post exists on the host, as a draft under its marker.
    Create,
    /// The host's copy has its content and state.
    Update,
    /// The host showed what it stored.
    Confirm,
    /// The host was asked about a schedule, and mended if it missed it.
    Settle,
    /// The host's copy is a draft again.
    Withdraw,
    /// The outcome is written here.
    Record,
    /// The client is told.
    Notify,
}

/// State of one step, as people see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum StepState {
    /// Not begun.
    Queued,
    /// It failed and will be tried again.
    Retrying {
        /// Attempts made.
        attempt: u32,
        /// What went wrong, in the host's own words where it spoke.
        error: String,
    },
    /// Done.
    Success {
        /// When.
        at: Timestamp,
    },
    /// It failed and waits for a person.
    Failed {
        /// What went wrong.
        error: String,
    },
}

/// One line of the checklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRecord {
    /// The step.
    pub step: Step,
    /// Its state.
    #[serde(flatten)]
    pub state: StepState,
}
