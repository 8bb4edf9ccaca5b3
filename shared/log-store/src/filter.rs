//! Filters of lists and clearings.

use domain::platform::log::{LogLevel, LogStatus};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Filter; all members that are set must match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogFilter {
    /// Only entries of this channel.
    pub channel: Option<String>,
    /// Only entries of this level.
    pub level: Option<LogLevel>,
    /// Only entries with this status.
    pub status: Option<LogStatus>,
    /// Only entries of this day or later ones.
    pub from: Option<Date>,
    /// Only entries of this day or earlier ones.
    pub to: Option<Date>,
}

impl LogFilter {
    /// Whether `day` is within the days of the filter.
    pub(crate) fn has_day(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }

    /// Whether level and channel match.
    pub(crate) fn has_kind(&self, level: LogLevel, channel: &str) -> bool {
        self.level.is_none_or(|wanted| wanted == level)
            && self.channel.as_ref().is_none_or(|wanted| wanted == channel)
    }

    /// Whether the status matches.
    pub(crate) fn has_status(&self, status: LogStatus) -> bool {
        self.status.is_none_or(|wanted| wanted == status)
    }
}
