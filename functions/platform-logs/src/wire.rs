//! Bodies of the routes.

use domain::platform::log::{LogLevel, LogStatus};
use jiff::Timestamp;
use log_store::{LogPage, StatusCounts, StoredEntry};
use platform_http::Paging;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Severity of an entry.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LogLevel)]
pub(crate) enum LevelWord {
    Warning,
    Error,
    Critical,
}

impl From<LevelWord> for LogLevel {
    fn from(word: LevelWord) -> Self {
        match word {
            LevelWord::Warning => Self::Warning,
            LevelWord::Error => Self::Error,
            LevelWord::Critical => Self::Critical,
        }
    }
}

impl From<LogLevel> for LevelWord {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Warning => Self::Warning,
            LogLevel::Error => Self::Error,
            LogLevel::Critical => Self::Critical,
        }
    }
}

/// Status of an entry: open, resolved or cleared.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = LogStatus)]
pub(crate) enum LogStatusWord {
    #[serde(rename = "aberto")]
    Open,
    #[serde(rename = "resolvido")]
    Resolved,
    #[serde(rename = "cleared")]
    Cleared,
}

impl From<LogStatusWord> for LogStatus {
    fn from(word: LogStatusWord) -> Self {
        match word {
            LogStatusWord::Open => Self::Open,
            LogStatusWord::Resolved => Self::Resolved,
            LogStatusWord::Cleared => Self::Cleared,
        }
    }
}

impl From<LogStatus> for LogStatusWord {
    fn from(status: LogStatus) -> Self {
        match status {
            LogStatus::Open => Self::Open,
            LogStatus::Resolved => Self::Resolved,
            LogStatus::Cleared => Self::Cleared,
        }
    }
}

/// Entry of the central log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogEntry)]
pub(crate) struct EntryBody {
    /// Identifier.
    pub(crate) id: u64,
    /// Severity.
    pub(crate) level: LevelWord,
    /// Part of the system that the event comes from.
    pub(crate) channel: String,
    /// Message, of at most 500 characters.
    pub(crate) message: String,
    /// Fields of the first event, without secrets.
    #[schema(value_type = Object)]
    pub(crate) context: Map<String, Value>,
    /// Where the event was raised.
    pub(crate) source_ref: Option<String>,
    /// Status.
    pub(crate) status: LogStatusWord,
    /// Number of equal events within the minute that begins the entry.
    pub(crate) count: u64,
    /// Time of the first event.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    /// When the entry was cleared; it is deleted 30 days later.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) cleared_at: Option<Timestamp>,
}

impl From<StoredEntry> for EntryBody {
    fn from(entry: StoredEntry) -> Self {
        Self {
            id: entry.id.0,
            level: entry.level.into(),
            channel: entry.channel,
            message: entry.message,
            context: entry.context,
            source_ref: entry.source_ref,
            status: entry.status.into(),
            count: entry.count,
            created_at: entry.created_at,
            cleared_at: entry.cleared_at,
        }
    }
}

/// Number of entries for each status that match the other filters.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogStatusCounts)]
pub(crate) struct CountsBody {
    /// Open ones.
    aberto: u64,
    /// Resolved ones.
    resolvido: u64,
    /// Cleared ones.
    cleared: u64,
}

impl From<StatusCounts> for CountsBody {
    fn from(counts: StatusCounts) -> Self {
        Self {
            aberto: counts.open,
            resolvido: counts.resolved,
            cleared: counts.cleared,
        }
    }
}

/// Page of the central log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogListing)]
pub(crate) struct ListBody {
    /// Entries, newest first.
    items: Vec<EntryBody>,
    /// Number of the page, from 1.
    page: u32,
    /// Entries per page.
    per_page: u32,
    /// Number of entries that match every filter.
    total: u64,
    /// Number of entries for each status that match the other filters.
    counts: CountsBody,
}

impl ListBody {
    /// The body of a page.
    pub(crate) fn of(page: LogPage, paging: Paging) -> Self {
        Self {
            items: page.entries.into_iter().map(Into::into).collect(),
            page: paging.page,
            per_page: paging.per_page,
            total: page.total,
            counts: page.counts.into(),
        }
    }
}

/// Channels of the central log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogChannels)]
pub(crate) struct ChannelsBody {
    /// Names of the channels that have entries, in alphabetical order.
    pub(crate) items: Vec<String>,
}

/// New status of an entry.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = LogInput)]
pub(crate) struct StatusInput {
    /// Status.
    pub(crate) status: LogStatusWord,
}

/// Result of a clearing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogsCleared)]
pub(crate) struct ClearedBody {
    /// Number of entries that were cleared.
    pub(crate) cleared: u64,
}
