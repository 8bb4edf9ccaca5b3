//! Parameters of lists and of clearings.

use jiff::civil::Date;
use log_store::LogFilter;
use platform_http::{ApiError, Code, Paging};
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;

use crate::wire::{LevelWord, LogStatusWord};

/// Filter of a list. Unknown parameters are refused, because a misspelt filter would list or clear other entries than
/// those that were meant.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParameters {
    /// Only entries of this channel.
    channel: Option<String>,
    /// Only entries of this level.
    #[param(inline)]
    level: Option<LevelWord>,
    /// Only entries with this status.
    #[param(inline)]
    status: Option<LogStatusWord>,
    /// Only entries of this day or later ones, as `YYYY-MM-DD` in the platform's time zone.
    #[serde(deserialize_with = "day")]
    #[param(value_type = Option<String>, format = Date)]
    date_from: Option<Date>,
    /// Only entries of this day or earlier ones, as `YYYY-MM-DD` in the platform's time zone.
    #[serde(deserialize_with = "day")]
    #[param(value_type = Option<String>, format = Date)]
    date_to: Option<Date>,
    /// Number of the page, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// Entries of a page, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    per_page: Option<u32>,
}

/// Filter of a clearing: that of the list, without its paging.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClearParameters {
    /// Only entries of this channel.
    channel: Option<String>,
    /// Only entries of this level.
    #[param(inline)]
    level: Option<LevelWord>,
    /// Only entries with this status; `cleared` clears nothing.
    #[param(inline)]
    status: Option<LogStatusWord>,
    /// Only entries of this day or later ones, as `YYYY-MM-DD` in the platform's time zone.
    #[serde(deserialize_with = "day")]
    #[param(value_type = Option<String>, format = Date)]
    date_from: Option<Date>,
    /// Only entries of this day or earlier ones, as `YYYY-MM-DD` in the platform's time zone.
    #[serde(deserialize_with = "day")]
    #[param(value_type = Option<String>, format = Date)]
    date_to: Option<Date>,
}

/// A day, as ten characters.
fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let day = text.parse().ok().filter(|_| text.len() == 10);
    let invalid = || serde::de::Error::custom("no day");
    day.map(Some).ok_or_else(invalid)
}

/// The filter, when its days are in order.
fn checked(filter: LogFilter) -> Result<LogFilter, ApiError> {
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && to < from
    {
        let message = "A data final deve ser igual ou posterior à inicial.";
        return Err(ApiError::new(Code::InvalidParameter).issue(
            "out_of_range",
            "date_to",
            message,
        ));
    }
    Ok(filter)
}

impl ListParameters {
    /// The filter and the paging.
    ///
    /// # Errors
    /// 422 when a parameter is out of range.
    pub(crate) fn checked(self) -> Result<(LogFilter, Paging), ApiError> {
        let default = Paging::default();
        let paging = Paging {
            page: self.page.unwrap_or(default.page),
            per_page: self.per_page.unwrap_or(default.per_page),
        };
        let filter = LogFilter {
            channel: self.channel,
            level: self.level.map(Into::into),
            status: self.status.map(Into::into),
            from: self.date_from,
            to: self.date_to,
        };
        Ok((checked(filter)?, paging.checked()?))
    }
}

impl ClearParameters {
    /// The filter.
    ///
    /// # Errors
    /// 422 when a parameter is out of range.
    pub(crate) fn checked(self) -> Result<LogFilter, ApiError> {
        checked(LogFilter {
            channel: self.channel,
            level: self.level.map(Into::into),
            status: self.status.map(Into::into),
            from: self.date_from,
            to: self.date_to,
        })
    }
}
