//! A month with links to the days on which posts were published.

use std::fmt::Write as _;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use site_store::{PeriodCount, PeriodLength, StoreError};

use super::archives::{href, month_name};
use super::attributes::Attributes;
use super::context::Context;
use super::text::escaped;

/// Most months among which the neighbours of a month are found: a hundred years.
const MONTHS: u64 = 1200;

/// Work of a calendar: a unit for each day.
const DAYS: usize = 31;

/// The calendar of the month that the block names, otherwise of the newest month with posts; nothing on a site without posts.
/// It does not depend on the day, so that stored pages stay true.
pub fn month(cx: &Context<'_>, attributes: &Attributes) -> Result<String, StoreError> {
    let months = cx
        .store
        .post_periods(PeriodLength::Month, Date::ZERO, Date::MAX, MONTHS)?;
    let Some(newest) = months.first().filter(|_| cx.spend(DAYS)) else {
        return Ok(String::new());
    };
    let first = named(attributes).unwrap_or(newest.first);
    let end = first.saturating_add(1.month());
    let days = cx.store.post_periods(PeriodLength::Day, first, end, 31)?;
    let later = months.iter().rev().find(|month| month.first > first);
    let earlier = months.iter().find(|month| month.first < first);
    let outer = attributes.outer("wp-block-calendar");
    Ok(format!(
        "<div {outer}><table class=\"wp-calendar-table\"><caption>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table><nav aria-label=\"{}\" class=\"wp-calendar-nav\"><span class=\"wp-calendar-nav-prev\">{}</span><span class=\"pad\">&nbsp;</span><span class=\"wp-calendar-nav-next\">{}</span></nav></div>",
        month_name(cx, first),
        heads(cx, first),
        weeks(cx, first, end, &days),
        cx.word("Meses anterior e seguinte", "Previous and next months"),
        neighbour(cx, earlier, "&laquo; ", ""),
        neighbour(cx, later, "", " &raquo;"),
    ))
}

/// The month that a block names.
fn named(attributes: &Attributes) -> Option<Date> {
    let year = i16::try_from(attributes.number("year")?).ok()?;
    let month = i8::try_from(attributes.number("month")?).ok()?;
    Date::new(year, month, 1).ok()
}

/// The link to a month with posts.
fn neighbour(cx: &Context<'_>, month: Option<&PeriodCount>, before: &str, behind: &str) -> String {
    month.map_or_else(
        || "&nbsp;".to_owned(),
        |month| {
            let address = href(cx, PeriodLength::Month, month.first);
            let name = month_name(cx, month.first);
            format!("<a href=\"{address}\">{before}{name}{behind}</a>")
        },
    )
}

/// The first day of the week in the settings.
fn week_start(cx: &Context<'_>) -> Weekday {
    let day = i8::try_from(cx.store.settings().start_of_week).unwrap_or(0);
    Weekday::from_sunday_zero_offset(day).unwrap_or(Weekday::Sunday)
}

/// The names of the days of a week, abbreviated, with the whole name as a title.
fn heads(cx: &Context<'_>, first: Date) -> String {
    let start = week_start(cx);
    let back = i64::from(first.weekday().since(start));
    let mut out = String::new();
    for number in 0..7_i64 {
        let day = first.saturating_add((number - back).days());
        let name = escaped(&cx.date(Some("l"), day.at(0, 0, 0, 0)));
        let letter: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
        let _ = write!(
            out,
            "<th scope=\"col\" title=\"{name}\" aria-label=\"{name}\">{letter}</th>"
        );
    }
    out
}

/// Empty cells beside the days of a month.
fn pad(cells: i8) -> String {
    if cells == 0 {
        return String::new();
    }
    format!("<td colspan=\"{cells}\" class=\"pad\">&nbsp;</td>")
}

fn weeks(cx: &Context<'_>, first: Date, end: Date, days: &[PeriodCount]) -> String {
    let start = week_start(cx);
    let before = first.weekday().since(start);
    let mut out = format!("<tr>{}", pad(before));
    let mut day = first;
    while day < end {
        if day.weekday() == start && day > first {
            out.push_str("</tr><tr>");
        }
        let number = day.day();
        if days.iter().any(|known| known.first == day) {
            let address = href(cx, PeriodLength::Day, day);
            let date = escaped(&cx.date(None, day.at(0, 0, 0, 0)));
            let about = cx.word("Publicações de", "Posts published on");
            let _ = write!(
                out,
                "<td><a href=\"{address}\" aria-label=\"{about} {date}\">{number}</a></td>"
            );
        } else {
            let _ = write!(out, "<td>{number}</td>");
        }
        let next = day.saturating_add(1.day());
        if next == day {
            break;
        }
        day = next;
    }
    let last = day.saturating_sub(1.day()).weekday().since(start);
    out.push_str(&pad(6 - last));
    out.push_str("</tr>");
    out
}
