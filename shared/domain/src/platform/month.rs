//! Calendar months, over which quotas and reports count.

use std::fmt;

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
}
