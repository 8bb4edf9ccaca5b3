//! The steps of a publication job and their states.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// One step of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Upload the featured image to the host.
    Media,
    /// Set the texts of the image on the host.
    MediaTexts,
    /// Create the post on the host, as a draft with its marker slug.
    Create,
    /// Set content and status of the post on the host.
    Update,
    /// Read the post back from the host and compare it.
    Confirm,
    /// Check a due schedule on the host, and publish the post if the host missed it.
    Settle,
    /// Set the post on the host back to draft.
    Withdraw,
    /// Record the outcome in the platform's post.
    Record,
    /// Notify the client.
    Notify,
}

/// State of one step, as shown to users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum StepState {
    /// Not started.
    Queued,
    /// Failed; another attempt follows.
    Retrying {
        /// Attempts made.
        attempt: u32,
        /// What failed, with the host's own message if it sent one.
        error: String,
    },
    /// Succeeded.
    Success {
        /// When it succeeded.
        at: Timestamp,
    },
    /// Failed; needs user action.
    Failed {
        /// What failed.
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
