//! Entries of the central log: warnings, errors and critical events of every function
//! (docs/interface/platform/logs.md).

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Longest message of an entry, in characters.
pub const MESSAGE_LIMIT: usize = 500;

/// How long an entry is kept after it was cleared.
pub const CLEARED_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Severity of an entry, in ascending order. Entries below a warning are not part of the central log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// An operation failed and is repeated, or went on without a part.
    Warning,
    /// An operation failed.
    Error,
    /// The installation itself is impaired, and an operator must act.
    Critical,
}

impl LogLevel {
    /// Every level, in ascending order.
    pub const ALL: [Self; 3] = [Self::Warning, Self::Error, Self::Critical];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
        }
    }
}

/// What people have done about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LogStatus {
    /// Nothing yet.
    #[serde(rename = "aberto")]
    Open,
    /// The cause is removed.
    #[serde(rename = "resolvido")]
    Resolved,
    /// Put away; deleted after [`CLEARED_RETENTION`].
    #[serde(rename = "cleared")]
    Cleared,
}

impl LogStatus {
    /// Every status, in the order in which an entry can pass through them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Resolved, Self::Cleared];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "aberto",
            Self::Resolved => "resolvido",
            Self::Cleared => "cleared",
        }
    }

    /// Whether an entry with this status may get the status `next`: an open one can be resolved, and an open or
    /// resolved one can be cleared. Setting the present status again changes nothing and is allowed.
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Open, _)
                | (Self::Resolved, Self::Resolved | Self::Cleared)
                | (Self::Cleared, Self::Cleared)
        )
    }
}

/// The text is no name of a level or status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown name")]
pub struct UnknownName;

macro_rules! named {
    ($($name:ident),+) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.into_iter().find(|one| one.name() == text).ok_or(UnknownName)
            }
        }
    )+};
}

named! { LogLevel, LogStatus }

/// Equal events of one process, as they are handed to the central log. Entries are equal when level, channel,
/// message and source are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Severity.
    pub level: LogLevel,
    /// Origin of the event: the deployed name of the function, or the subject that the event names.
    pub channel: String,
    /// The message, of at most [`MESSAGE_LIMIT`] characters.
    pub message: String,
    /// Fields of the first event and of its spans, without secrets.
    pub context: serde_json::Map<String, serde_json::Value>,
    /// Where the event was raised, such as `file:line`.
    pub source_ref: Option<String>,
    /// Number of events; at least 1.
    pub count: u64,
    /// Time of the first event.
    pub first_at: Timestamp,
    /// Time of the last event.
    pub last_at: Timestamp,
}

impl LogEntry {
    /// Whether `other` is the same event, at whatever time.
    pub fn is_same_as(&self, other: &Self) -> bool {
        (self.level, &self.channel, &self.message, &self.source_ref)
            == (
                other.level,
                &other.channel,
                &other.message,
                &other.source_ref,
            )
    }
}

/// The first [`MESSAGE_LIMIT`] characters of `text`.
pub fn cut_message(text: &str) -> &str {
    match text.char_indices().nth(MESSAGE_LIMIT) {
        Some((end, _)) => text.get(..end).unwrap_or(text),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for level in LogLevel::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(serde_json::to_value(level).unwrap(), level.name());
        }
        for status in LogStatus::ALL {
            assert_eq!(status.name().parse(), Ok(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
        assert!("open".parse::<LogStatus>().is_err());
        assert!("info".parse::<LogLevel>().is_err());
    }

    #[test]
    fn a_status_never_goes_back() {
        for (place, before) in LogStatus::ALL.into_iter().enumerate() {
            for (next_place, next) in LogStatus::ALL.into_iter().enumerate() {
                assert_eq!(
                    before.may_become(next),
                    next_place >= place,
                    "{before} {next}"
                );
            }
        }
    }

    #[test]
    fn a_message_is_cut_after_500_characters_not_bytes() {
        let text = "ã".repeat(MESSAGE_LIMIT + 1);
        assert_eq!(cut_message(&text).chars().count(), MESSAGE_LIMIT);
        assert_eq!(cut_message("curta"), "curta");
        let exact = "é".repeat(MESSAGE_LIMIT);
        assert_eq!(cut_message(&exact), exact);
    }

    #[test]
    fn the_time_and_the_count_do_not_tell_entries_apart() {
        let entry = LogEntry {
            level: LogLevel::Error,
            channel: "publication-worker".to_owned(),
            message: "the host did not answer".to_owned(),
            context: serde_json::Map::new(),
            source_ref: Some("steps.rs:12".to_owned()),
            count: 1,
            first_at: Timestamp::UNIX_EPOCH,
            last_at: Timestamp::UNIX_EPOCH,
        };
        let mut later = entry.clone();
        later.count = 7;
        later.first_at = Timestamp::MAX;
        later.last_at = Timestamp::MAX;
        assert!(entry.is_same_as(&later));
        let differences: [fn(&mut LogEntry); 4] = [
            |entry| entry.level = LogLevel::Warning,
            |entry| entry.channel = "platform-posts".to_owned(),
            |entry| entry.message = "another".to_owned(),
            |entry| entry.source_ref = None,
        ];
        for change in differences {
            let mut other = entry.clone();
            change(&mut other);
            assert!(!entry.is_same_as(&other));
        }
    }
}
