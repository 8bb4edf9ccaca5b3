//! Filter parameters of lists and of clearings.

use jiff::civil::Date;
use log_store::LogFilter;
use platform_http::query_value::{self, refuse_disorder};
use platform_http::{ApiError, Code, Issues};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::wire::{LevelWord, LogStatusWord};

/// Longest name of a channel in a filter, in characters.
const CHANNEL_CHARS: usize = 100;

/// Filter of a list or of a clearing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogParameters {
    /// Only entries of this channel.
    #[param(max_length = 100)]
    channel: Option<String>,
    /// Only entries of this level.
    #[param(inline)]
    level: Option<LevelWord>,
    /// Only entries with this status; a clearing of `cleared` changes nothing.
    #[param(inline)]
    status: Option<LogStatusWord>,
    /// Only entries of this day or later ones, as `YYYY-MM-DD` in the platform's time zone.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    date_from: Option<Date>,
    /// Only entries of this day or earlier ones, as `YYYY-MM-DD` in the platform's time zone.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    date_to: Option<Date>,
}

impl LogParameters {
    /// The filter.
    ///
    /// # Errors
    /// 422 when the days are not in order, or the channel has more characters than any.
    pub(crate) fn checked(self) -> Result<LogFilter, ApiError> {
        refuse_disorder("date_to", self.date_from, self.date_to)?;
        let mut issues = Issues::default();
        issues.check_length(
            self.channel.as_deref().unwrap_or_default(),
            CHANNEL_CHARS,
            "channel",
        );
        issues.refuse_as(Code::InvalidParameter)?;
        Ok(LogFilter {
            channel: self.channel,
            level: self.level.map(Into::into),
            status: self.status.map(Into::into),
            from: self.date_from,
            to: self.date_to,
        })
    }
}
