//! Dates in requests.

use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, DateTime, Time},
    tz::{Disambiguation, Offset, TimeZone},
};

/// A date and time as written. With an offset it is an instant; without one its zone depends on the parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenDate {
    /// The wall clock as written; a day past the end of the month rolls over to the next.
    pub clock: DateTime,
    /// The offset, if present.
    pub offset: Option<Offset>,
}

impl WrittenDate {
    /// Parses `YYYY-MM-DD`, `T`, `t` or a blank, `HH:MM:SS`, an optional fraction (dropped) and an optional `Z`,
    /// `±HH` or `±HH:MM`. A day up to 31 is accepted in every month and rolls over; a month or day of zero means the
    /// one before the first, as in deployed systems.
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = Reader(text.as_bytes());
        let year = rest.digits(4)?;
        rest.one_of(b"-")?;
        let month = rest.digits(2)?;
        rest.one_of(b"-")?;
        let day = rest.digits(2)?;
        rest.one_of(b"Tt ")?;
        let hour = rest.digits(2)?;
        rest.one_of(b":")?;
        let minute = rest.digits(2)?;
        rest.one_of(b":")?;
        let second = rest.digits(2)?;
        if rest.one_of(b".").is_some() {
            rest.digits(1)?;
            while rest.digits(1).is_some() {}
        }
        let offset = rest.offset()?;
        if !rest.0.is_empty() || day > 31 || second > 59 {
            return None;
        }
        let (year, month) = if month == 0 {
            (year - 1, 12)
        } else {
            (year, month)
        };
        let first = Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, 1).ok()?;
        let date = first.checked_add((day - 1).days()).ok()?;
        let time = Time::new(
            i8::try_from(hour).ok()?,
            i8::try_from(minute).ok()?,
            i8::try_from(second).ok()?,
            0,
        )
        .ok()?;
        Some(Self {
            clock: date.to_datetime(time),
            offset,
        })
    }

    /// The instant, reading a date without offset in `zone`. A local time in a gap moves forward by the gap, an
    /// ambiguous one takes the earlier offset.
    pub fn instant(&self, zone: &TimeZone) -> Option<Timestamp> {
        match self.offset {
            Some(offset) => offset.to_timestamp(self.clock).ok(),
            None => zone
                .to_ambiguous_zoned(self.clock)
                .disambiguate(Disambiguation::Compatible)
                .ok()
                .map(|z| z.timestamp()),
        }
    }

    /// The wall clock in `zone`; a date without offset is taken as local to it.
    pub fn local(&self, zone: &TimeZone) -> Option<DateTime> {
        match self.offset {
            Some(_) => self.instant(zone).map(|instant| zone.to_datetime(instant)),
            None => Some(self.clock),
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn one_of(&mut self, accepted: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        if !accepted.contains(first) {
            return None;
        }
        self.0 = rest;
        Some(*first)
    }

    fn digits(&mut self, count: usize) -> Option<i32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        self.0 = rest;
        Some(
            digits
                .iter()
                .fold(0, |value, digit| value * 10 + i32::from(digit - b'0')),
        )
    }

    /// Parses the offset at the end of a date; `Some(None)` when there is none.
    fn offset(&mut self) -> Option<Option<Offset>> {
        let sign = match self.one_of(b"Z+-") {
            None => return Some(None),
            Some(b'Z') => return Some(Some(Offset::UTC)),
            Some(b'-') => -1,
            Some(_) => 1,
        };
        let hours = self.digits(2)?;
        let minutes = if self.one_of(b":").is_some() {
            self.digits(2)?
        } else {
            0
        };
        let seconds =
            SignedDuration::from_mins(i64::from(hours) * 60 + i64::from(minutes)).as_secs();
        Some(Some(
            Offset::from_seconds(sign * i32::try_from(seconds).ok()?).ok()?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_what_deployed_systems_accept() {
        for good in [
            "2024-05-01T10:00:00",
            "2024-05-01t10:00:00",
            "2024-05-01 10:00:00",
            "2024-05-01T10:00:00.123Z",
            "2024-05-01T10:00:00-03",
            "2024-05-01T10:00:00+05:30",
            "2024-02-31T10:00:00",
            "2024-00-00T10:00:00",
            "0000-00-00T00:00:00",
        ] {
            assert!(WrittenDate::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "2024-05-01",
            "2024-13-01T10:00:00",
            "2024-05-32T00:00:00",
            "2024-05-01T25:00:00",
            "x",
        ] {
            assert!(WrittenDate::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn rolls_over_and_converts() {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let rolled = WrittenDate::parse("2024-02-31T10:00:00").unwrap();
        assert_eq!(
            rolled.local(&zone).unwrap().to_string(),
            "2024-03-02T10:00:00"
        );
        let rolled = WrittenDate::parse("2024-00-00T10:00:00").unwrap();
        assert_eq!(
            rolled.local(&zone).unwrap().to_string(),
            "2023-11-30T10:00:00"
        );
        let utc = WrittenDate::parse("2024-05-01T10:00:00Z").unwrap();
        assert_eq!(utc.local(&zone).unwrap().to_string(), "2024-05-01T07:00:00");
    }
}
