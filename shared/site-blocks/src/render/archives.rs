//! Links to the archives of years, months or days.

use std::fmt::Write as _;

use jiff::civil::Date;
use site_store::{PeriodLength, StoreError};

use super::attributes::Attributes;
use super::context::Context;
use super::text::escaped;

/// Most periods of a list.
const MOST: u64 = 200;

/// The address of the archive of a period, in HTML.
pub fn href(cx: &Context<'_>, length: PeriodLength, first: Date) -> String {
    let form = match length {
        PeriodLength::Year => "%Y",
        PeriodLength::Month => "%Y/%m",
        PeriodLength::Day => "%Y/%m/%d",
    };
    escaped(&format!("{}/{}/", cx.home, first.strftime(form)))
}

/// The name of a month with its year, in HTML.
pub fn month_name(cx: &Context<'_>, first: Date) -> String {
    let form = if cx.portuguese { r"F \d\e Y" } else { "F Y" };
    escaped(&cx.date(Some(form), first.at(0, 0, 0, 0)))
}

/// The list of archives. It is a list also where its author chose a menu to select from, which needs a script, and of months
/// where its author chose weeks, which have no page.
pub fn list(cx: &Context<'_>, attributes: &Attributes) -> Result<String, StoreError> {
    let length = match attributes.text("type") {
        Some("yearly") => PeriodLength::Year,
        Some("daily") => PeriodLength::Day,
        _ => PeriodLength::Month,
    };
    let periods = cx.store.post_periods(length, Date::ZERO, Date::MAX, MOST)?;
    if periods.is_empty() || !cx.spend(periods.len()) {
        let outer = attributes.outer("wp-block-archives wp-block-archives-list");
        let none = cx.word("Nenhum arquivo para mostrar.", "No archives to show.");
        return Ok(format!("<div {outer}>{none}</div>"));
    }
    let mut items = String::new();
    for period in periods {
        let name = match length {
            PeriodLength::Year => period.first.strftime("%Y").to_string(),
            PeriodLength::Month => month_name(cx, period.first),
            PeriodLength::Day => escaped(&cx.date(None, period.first.at(0, 0, 0, 0))),
        };
        let href = href(cx, length, period.first);
        let _ = write!(items, "<li><a href=\"{href}\">{name}</a>");
        if attributes.flag("showPostCounts") {
            let _ = write!(items, "&nbsp;({})", period.posts);
        }
        items.push_str("</li>\n");
    }
    let outer = attributes.outer("wp-block-archives wp-block-archives-list");
    Ok(format!("<ul {outer}>{items}</ul>"))
}
