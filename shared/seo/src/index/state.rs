//! The state of the index as a whole.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Why the index must be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It was never made.
    FirstInstall,
    /// The form of addresses changed.
    PermalinkSettingsChanged,
    /// The part of addresses before categories changed.
    CategoryBaseChanged,
    /// The part of addresses before tags changed.
    TagBaseChanged,
    /// The site's address changed.
    HomeUrlOptionChanged,
    /// A type became public.
    PostTypeMadePublic,
    /// A taxonomy became public.
    TaxonomyMadePublic,
    /// A job failed.
    IndexingFailed,
}

/// The state of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct IndexState {
    /// Whether it was never begun.
    pub first_time: bool,
    /// When the run began; `None` when none runs.
    pub started: Option<Timestamp>,
    /// Why it must be made again; `None` when it need not.
    pub reason: Option<Reason>,
    /// Whether all records were made once.
    pub completed: bool,
}

impl Default for IndexState {
    fn default() -> Self {
        Self {
            first_time: true,
            started: None,
            reason: Some(Reason::FirstInstall),
            completed: false,
        }
    }
}

impl IndexState {
    /// `indexing/prepare`: a run begins.
    pub const fn prepare(&mut self, now: Timestamp) {
        self.first_time = false;
        self.started = Some(now);
    }

    /// `indexing/indexables-complete`: all records are made.
    pub const fn records_complete(&mut self) {
        self.completed = true;
    }

    /// `indexing/complete`: the run ends.
    pub const fn complete(&mut self) {
        self.reason = None;
        self.started = None;
    }

    /// A job failed.
    pub const fn failed(&mut self) {
        self.reason = Some(Reason::IndexingFailed);
    }

    /// Something changed for which the index must be made again.
    pub const fn outdated(&mut self, reason: Reason) {
        self.reason = Some(reason);
        self.completed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_from_beginning_to_end() {
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let mut state = IndexState::default();
        assert!(state.first_time);
        assert_eq!(state.reason, Some(Reason::FirstInstall));
        state.prepare(now);
        assert!(!state.first_time);
        assert_eq!(state.started, Some(now));
        state.records_complete();
        state.complete();
        let expected = IndexState {
            first_time: false,
            started: None,
            reason: None,
            completed: true,
        };
        assert_eq!(state, expected);
    }

    #[test]
    fn a_failure_stays_until_a_run_is_complete() {
        let mut state = IndexState::default();
        state.failed();
        assert_eq!(state.reason, Some(Reason::IndexingFailed));
        state.prepare(Timestamp::UNIX_EPOCH);
        assert_eq!(state.reason, Some(Reason::IndexingFailed));
        state.complete();
        assert_eq!(state.reason, None);
    }

    #[test]
    fn a_change_makes_it_incomplete() {
        let mut state = IndexState::default();
        state.records_complete();
        state.outdated(Reason::CategoryBaseChanged);
        assert!(!state.completed);
        assert_eq!(
            serde_json::to_value(state.reason).unwrap(),
            "category_base_changed"
        );
    }
}
