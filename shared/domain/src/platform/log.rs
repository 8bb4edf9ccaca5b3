//! Entries of the central log, as they are captured.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Longest message of an entry, in characters.
pub const MESSAGE_LIMIT: usize = 500;

/// Severity of an entry. Info and debug events are not part of the central log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Something is unusual and was handled, such as a retry.
    Warning,
    /// Something was not done.
    Error,
    /// An operator must act.
    Critical,
}

/// One or more equal events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Severity.
    pub level: LogLevel,
    /// Part of the system that the events come from.
    pub channel: String,
    /// Message, at most [`MESSAGE_LIMIT`] characters.
    pub message: String,
    /// Fields of the first of the events and of its surroundings; contains no secret.
    pub context: Map<String, Value>,
    /// Place in the source, `file:line`, or another reference that the event named.
    pub source_ref: Option<String>,
    /// Number of the events.
    pub count: u64,
    /// Instant of the first event.
    pub first_at: Timestamp,
    /// Instant of the last event.
    pub last_at: Timestamp,
}
