//! Archives of a year, a month or a day.

use jiff::civil::Date;
use jiff::{Span, ToSpan};
use site_store::ContentFilter;

use crate::dates::format_date;
use crate::words::Words;

/// A year, with a month, with a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    first: Date,
    length: Length,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Year,
    Month,
    Day,
}

impl Period {
    /// The period that the segments of a path name; `None` for others and for a date that does not exist.
    pub fn of(segments: &[&str]) -> Option<Self> {
        let number = |text: &str, digits: usize| {
            let is_number = text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i16>().ok().filter(|_| is_number)
        };
        let [year, rest @ ..] = segments else {
            return None;
        };
        let year = number(year, 4).filter(|_| year.len() == 4)?;
        let short = |text: &str| i8::try_from(number(text, 2)?).ok();
        let (month, day, length) = match rest {
            [] => (1, 1, Length::Year),
            [month] => (short(month)?, 1, Length::Month),
            [month, day] => (short(month)?, short(day)?, Length::Day),
            _ => return None,
        };
        let first = Date::new(year, month, day).ok()?;
        Some(Self { first, length })
    }

    /// The path of the archive, with a trailing slash.
    pub fn path(self) -> String {
        let form = match self.length {
            Length::Year => "%Y/",
            Length::Month => "%Y/%m/",
            Length::Day => "%Y/%m/%d/",
        };
        self.first.strftime(form).to_string()
    }

    /// The period for readers.
    pub fn title(self, date_format: &str, words: &Words) -> String {
        let form = match self.length {
            Length::Year => "Y",
            Length::Month if words.names.is_some() => r"F \d\e Y",
            Length::Month => "F Y",
            Length::Day => date_format,
        };
        format_date(form, self.first.at(0, 0, 0, 0), words)
    }

    /// Narrows a filter to the period.
    pub fn narrow(self, filter: ContentFilter) -> ContentFilter {
        let span: Span = match self.length {
            Length::Year => 1.year(),
            Length::Month => 1.month(),
            Length::Day => 1.day(),
        };
        let start = self.first.at(0, 0, 0, 0);
        let end = self.first.saturating_add(span).at(0, 0, 0, 0);
        // The bounds of a filter are exclusive, and dates of items are whole seconds.
        ContentFilter {
            after: Some(start.saturating_sub(1.second())),
            before: Some(end),
            ..filter
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn paths_name_periods() {
        for (given, path) in [
            (&["2018"][..], Some("2018/")),
            (&["2018", "1"], Some("2018/01/")),
            (&["2018", "11", "05"], Some("2018/11/05/")),
            (&["2018", "13"], None),
            (&["2018", "02", "30"], None),
            (&["18"], None),
            (&["2018", "11", "5", "1"], None),
            (&["2018", "x"], None),
            (&[], None),
        ] {
            let found = Period::of(given).map(Period::path);
            assert_eq!(found.as_deref(), path, "{given:?}");
        }
    }

    #[test]
    fn a_period_has_both_its_ends() {
        let period = Period::of(&["2018", "12"]).unwrap();
        let filter = period.narrow(ContentFilter::all(domain::site::Kind::Post));
        assert_eq!(filter.after, Some(date(2018, 11, 30).at(23, 59, 59, 0)));
        assert_eq!(filter.before, Some(date(2019, 1, 1).at(0, 0, 0, 0)));
    }
}
