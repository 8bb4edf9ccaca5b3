//! Calendar months, over which quotas and reports count.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// A month of the calendar; as text `YYYY-MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Month {
    year: i16,
    month: i8,
}

impl Month {
    /// The month of `at` in `zone`.
    pub fn of(at: Timestamp, zone: &TimeZone) -> Self {
        let date = zone.to_datetime(at).date();
        Self {
            year: date.year(),
            month: date.month(),
        }
    }
}

/// The text is no month of the form `YYYY-MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is no month of the form YYYY-MM")]
pub struct InvalidMonth;

impl FromStr for Month {
    type Err = InvalidMonth;

    fn from_str(text: &str) -> Result<Self, InvalidMonth> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (year, month) = text.split_once('-').ok_or(InvalidMonth)?;
        if year.len() != 4 || month.len() != 2 || !digits(year) || !digits(month) {
            return Err(InvalidMonth);
        }
        let year = year.parse().map_err(|_| InvalidMonth)?;
        let month = month.parse().map_err(|_| InvalidMonth)?;
        if year > 0 && (1..=12).contains(&month) {
            Ok(Self { year, month })
        } else {
            Err(InvalidMonth)
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_at_midnight_of_its_zone() {
        let at: Timestamp = "2026-12-01T02:59:59Z".parse().unwrap();
        let zone = TimeZone::fixed(jiff::tz::offset(-3));
        assert_eq!(Month::of(at, &zone).to_string(), "2026-11");
        assert_eq!(Month::of(at, &TimeZone::UTC).to_string(), "2026-12");
    }

    #[test]
    fn a_month_is_read_from_the_text_that_shows_it() {
        for text in ["2026-11", "0001-01", "9999-12"] {
            assert_eq!(text.parse::<Month>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "2026",
            "2026-",
            "2026-0",
            "2026-00",
            "0000-01",
            "2026-13",
            "2026-1",
            "26-01",
            "2026-+1",
            "2026-011",
            "2026-11-01",
            " 2026-11",
            "-001-11",
            "2026/11",
        ] {
            assert_eq!(text.parse::<Month>(), Err(InvalidMonth), "{text}");
        }
    }
}
