//! Dates of content: a wall clock in the site's zone and the instant it stands for
//! (docs/interface/site/posts.md#dates).
//!
//! Both are stored. A wall clock read and written back keeps its instant even where the clock shows
//! that time twice, because an unchanged wall clock is no change.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use serde::{Deserialize, Serialize};

/// The date of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemDate {
    /// Local time of the site, in whole seconds.
    pub local: DateTime,
    /// UTC instant; `None` while the item has no date of its own and uses the current time.
    pub gmt: Option<Timestamp>,
}

/// A date in a write request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateInput {
    /// Local time of the site.
    Local(DateTime),
    /// UTC instant.
    Exact(Timestamp),
    /// Removes the item's own date.
    Reset,
}

/// The date is outside the years 0 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the date lies outside the years 0 to 9999")]
pub struct OutOfRange;

fn whole(local: DateTime) -> Result<DateTime, OutOfRange> {
    let time = local.time();
    let seconds =
        civil::Time::new(time.hour(), time.minute(), time.second(), 0).map_err(|_| OutOfRange)?;
    if local.year() < 0 {
        return Err(OutOfRange);
    }
    Ok(local.date().to_datetime(seconds))
}

impl ItemDate {
    /// The date for an instant.
    pub fn exact(instant: Timestamp, zone: &TimeZone) -> Result<Self, OutOfRange> {
        let instant = Timestamp::from_second(instant.as_second()).map_err(|_| OutOfRange)?;
        Ok(Self {
            local: whole(zone.to_datetime(instant))?,
            gmt: Some(instant),
        })
    }

    /// The date for a local time. A time skipped by a clock change moves forward by the gap, an ambiguous
    /// time uses the earlier offset (RFC 5545, 3.3.5).
    pub fn local(local: DateTime, zone: &TimeZone) -> Result<Self, OutOfRange> {
        let zoned = zone
            .to_ambiguous_zoned(whole(local)?)
            .compatible()
            .map_err(|_| OutOfRange)?;
        Self::exact(zoned.timestamp(), zone)
    }

    /// The date of an item without a date of its own.
    pub fn floating(now: Timestamp, zone: &TimeZone) -> Result<Self, OutOfRange> {
        Ok(Self {
            gmt: None,
            ..Self::exact(now, zone)?
        })
    }

    /// The instant of the date; without a date of its own, the one that the stored local time stands for.
    pub fn instant(self, zone: &TimeZone) -> Result<Timestamp, OutOfRange> {
        match self.gmt {
            Some(gmt) => Ok(gmt),
            None => Ok(Self::local(self.local, zone)?.gmt.unwrap_or_default()),
        }
    }

    /// The requested change, or `None` when `input` equals the present date.
    pub fn changed(
        self,
        input: DateInput,
        zone: &TimeZone,
    ) -> Result<Option<DateInput>, OutOfRange> {
        let same = match input {
            DateInput::Local(local) => whole(local)? == self.local,
            DateInput::Exact(instant) => self.instant(zone)?.as_second() == instant.as_second(),
            DateInput::Reset => false,
        };
        Ok((!same).then_some(input))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).unwrap()
    }

    fn local(text: &str, name: &str) -> ItemDate {
        ItemDate::local(text.parse().unwrap(), &zone(name)).unwrap()
    }

    fn shown(date: ItemDate) -> (String, String) {
        (date.local.to_string(), date.gmt.unwrap().to_string())
    }

    #[test]
    fn an_unambiguous_time() {
        assert_eq!(
            shown(local("2024-05-01T10:00:00", "America/Sao_Paulo")),
            ("2024-05-01T10:00:00".into(), "2024-05-01T13:00:00Z".into())
        );
    }

    #[test]
    fn a_skipped_time_moves_forward() {
        // On 2018-11-04 clocks in São Paulo moved from 00:00 to 01:00.
        assert_eq!(
            shown(local("2018-11-04T00:30:00", "America/Sao_Paulo")),
            ("2018-11-04T01:30:00".into(), "2018-11-04T03:30:00Z".into())
        );
    }

    #[test]
    fn an_ambiguous_time_is_the_earlier() {
        // On 2018-02-18 clocks in São Paulo showed 23:00 to 24:00 of the 17th twice.
        assert_eq!(
            shown(local("2018-02-17T23:30:00", "America/Sao_Paulo")),
            ("2018-02-17T23:30:00".into(), "2018-02-18T01:30:00Z".into())
        );
    }

    #[test]
    fn years_out_of_range() {
        let zone = zone("America/Sao_Paulo");
        assert_eq!(
            ItemDate::local("-000001-01-01T00:00:00".parse().unwrap(), &zone),
            Err(OutOfRange)
        );
        assert_eq!(
            ItemDate::local("9999-12-31T23:59:59".parse().unwrap(), &zone),
            Err(OutOfRange)
        );
    }

    proptest! {
        #[test]
        fn reading_and_writing_back_changes_nothing(
            seconds in 0_i64..4_102_444_800,
            name in prop::sample::select(vec![
                "America/Sao_Paulo", "Europe/Lisbon", "Asia/Kathmandu", "Australia/Lord_Howe",
                "Pacific/Apia", "Africa/Casablanca", "America/St_Johns", "UTC", "Antarctica/Troll",
            ]),
        ) {
            let zone = zone(name);
            let stored = ItemDate::exact(Timestamp::from_second(seconds).unwrap(), &zone).unwrap();
            prop_assert_eq!(stored.changed(DateInput::Local(stored.local), &zone), Ok(None));
            prop_assert_eq!(
                stored.changed(DateInput::Exact(stored.gmt.unwrap()), &zone),
                Ok(None)
            );
            let floating = ItemDate { gmt: None, ..stored };
            let shown = floating.instant(&zone).unwrap();
            prop_assert_eq!(floating.changed(DateInput::Exact(shown), &zone), Ok(None));
        }

        #[test]
        fn every_local_time_becomes_an_existing_one(
            minutes in 0_i64..40_000_000,
            name in prop::sample::select(vec![
                "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Troll",
            ]),
        ) {
            let zone = zone(name);
            let wall = TimeZone::UTC.to_datetime(Timestamp::from_second(minutes * 60).unwrap());
            let once = ItemDate::local(wall, &zone).unwrap();
            prop_assert!(once.local >= wall);
            prop_assert_eq!(ItemDate::local(once.local, &zone).unwrap(), once);
        }
    }
}
