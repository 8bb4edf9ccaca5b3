//! Whether indexing requests are sent, and how many in a day.

use items::Write;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform_store::indexing_request_write;

/// Indexing requests of the whole deployment in one day: the quota that the provider gives a project.
pub const DAILY_INDEXING_REQUESTS: u32 = 200;

/// Environment key that switches indexing requests on or off.
pub const INDEXING_SWITCH: &str = "SEARCH_PROVIDER_INDEXING";

/// Whether indexing requests are sent, and in which time zone their days are counted.
#[derive(Debug, Clone)]
pub struct IndexingPolicy {
    /// Whether they are sent; `SEARCH_PROVIDER_INDEXING`.
    pub enabled: bool,
    /// Time zone of days.
    pub zone: TimeZone,
}

impl IndexingPolicy {
    /// Reads the value of [`INDEXING_SWITCH`], on unless it is `off`.
    ///
    /// # Errors
    /// The value is none of `on`, `1`, `true`, `off`, `0` and `false`: a typing error must not count as on.
    pub fn parse(value: Option<&str>, zone: TimeZone) -> Result<Self, InvalidSwitch> {
        let value = value.map(|value| value.trim().to_ascii_lowercase());
        let enabled = match value.as_deref() {
            None | Some("" | "on" | "1" | "true") => true,
            Some("off" | "0" | "false") => false,
            Some(_) => return Err(InvalidSwitch),
        };
        Ok(Self { enabled, zone })
    }

    /// The day of `now`.
    pub fn day(&self, now: Timestamp) -> Date {
        now.to_zoned(self.zone.clone()).date()
    }

    /// Write that counts one request at `now`; it fails when the requests of the day are used up.
    pub fn count(&self, now: Timestamp) -> Write {
        indexing_request_write(self.day(now), DAILY_INDEXING_REQUESTS)
    }
}

/// `SEARCH_PROVIDER_INDEXING` is neither on nor off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("SEARCH_PROVIDER_INDEXING must be on or off")]
pub struct InvalidSwitch;

#[cfg(test)]
mod tests {
    use super::*;

    fn enabled(value: Option<&str>) -> Result<bool, InvalidSwitch> {
        IndexingPolicy::parse(value, TimeZone::UTC).map(|policy| policy.enabled)
    }

    #[test]
    fn requests_are_sent_unless_they_are_switched_off() {
        for on in [None, Some(""), Some("on"), Some("1"), Some(" TRUE ")] {
            assert_eq!(enabled(on), Ok(true), "{on:?}");
        }
        for off in ["off", "OFF", "0", "false"] {
            assert_eq!(enabled(Some(off)), Ok(false), "{off}");
        }
        assert_eq!(enabled(Some("of")), Err(InvalidSwitch));
    }

    #[test]
    fn days_are_those_of_the_time_zone() {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let policy = IndexingPolicy {
            enabled: true,
            zone,
        };
        let day = |now: &str| policy.day(now.parse().unwrap()).to_string();
        assert_eq!(day("2026-11-23T02:59:59Z"), "2026-11-22");
        assert_eq!(day("2026-11-23T03:00:00Z"), "2026-11-23");
    }
}
