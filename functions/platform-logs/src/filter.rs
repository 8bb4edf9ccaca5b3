//! Filter parameters of lists and of clearings.

use jiff::civil::Date;
use log_store::LogFilter;
use platform_http::{ApiError, Code};
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;

use crate::wire::{LevelWord, LogStatusWord};

/// Filter of a list or of a clearing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogParameters {
    /// Only entries of this channel.
    channel: Option<String>,
    /// Only entries of this level.
    #[param(inline)]
    level: Option<LevelWord>,
    /// Only entries with this status; a clearing of `cleared` changes nothing.
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

impl LogParameters {
    /// The filter.
    ///
    /// # Errors
    /// 422 when the days are not in order.
    pub(crate) fn checked(self) -> Result<LogFilter, ApiError> {
        if let (Some(from), Some(to)) = (self.date_from, self.date_to)
            && to < from
        {
            let message = "A data final deve ser igual ou posterior à inicial.";
            return Err(ApiError::new(Code::InvalidParameter).issue(
                "out_of_range",
                "date_to",
                message,
            ));
        }
        Ok(LogFilter {
            channel: self.channel,
            level: self.level.map(Into::into),
            status: self.status.map(Into::into),
            from: self.date_from,
            to: self.date_to,
        })
    }
}
