//! Limits of date fields: days, or days relative to today.

use jiff::ToSpan;
use jiff::civil::Date;

/// A calendar day written as YYYY-MM-DD.
pub fn calendar_day(text: &str) -> Option<Date> {
    let shape = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    shape.then(|| text.parse().ok()).flatten()
}

/// The day that a limit names: YYYY-MM-DD, `today`, `tomorrow` or `yesterday`, each of these three also with a
/// distance such as `today+7days` or `today-1month`, or a distance alone.
pub fn limit(written: &str, today: Date) -> Option<Date> {
    if let Some(day) = calendar_day(written) {
        return Some(day);
    }
    let starts = [("yesterday", -1), ("tomorrow", 1), ("today", 0)];
    let found = starts.iter().find_map(|(word, days)| {
        let rest = written.strip_prefix(word)?;
        Some((rest, today.checked_add(days.days()).ok()?))
    });
    let (distance, start) = match found {
        Some(("", start)) => return Some(start),
        Some(found) => found,
        None => (written, today),
    };
    let (sign, rest) = match (distance.strip_prefix('+'), distance.strip_prefix('-')) {
        (Some(rest), _) => (1, rest),
        (_, Some(rest)) => (-1, rest),
        _ => return None,
    };
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (count, unit) = rest.split_at(digits);
    let count = sign * i64::from(count.parse::<u16>().ok()?);
    let unit = unit.trim_start_matches('_');
    let span = match unit.strip_suffix('s').unwrap_or(unit) {
        "day" => count.days(),
        "week" => count.weeks(),
        "month" => count.months(),
        "year" => jiff::Span::new().try_years(count).ok()?,
        _ => return None,
    };
    start.checked_add(span).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn only_real_days_are_days() {
        assert_eq!(calendar_day("2024-02-29"), Some(date(2024, 2, 29)));
        for bad in [
            "2023-02-29",
            "2024-2-29",
            "29/02/2024",
            "2024-02-29T00",
            "",
            "２０２４-02-29",
        ] {
            assert_eq!(calendar_day(bad), None, "{bad}");
        }
    }

    #[test]
    fn relative_limits() {
        let today = date(2024, 5, 31);
        for (written, wanted) in [
            ("2024-01-02", Some(date(2024, 1, 2))),
            ("today", Some(today)),
            ("tomorrow", Some(date(2024, 6, 1))),
            ("yesterday", Some(date(2024, 5, 30))),
            ("today+7days", Some(date(2024, 6, 7))),
            ("today-1month", Some(date(2024, 4, 30))),
            ("tomorrow+2weeks", Some(date(2024, 6, 15))),
            ("+1year", Some(date(2025, 5, 31))),
            ("today+7", None),
            ("today+xdays", None),
            ("today+60000years", None),
            ("soon", None),
        ] {
            assert_eq!(limit(written, today), wanted, "{written}");
        }
    }
}
