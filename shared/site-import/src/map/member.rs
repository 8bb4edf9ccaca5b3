//! Members of answers. Extensions of hosts turn numbers into texts and lists into maps; what is meant counts.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::Misread;

/// The highest identifier that every client can read (2^53 − 1).
const HIGHEST_ID: u64 = (1 << 53) - 1;

/// A whole number not below zero; 0 where there is none.
pub fn number(item: &Value, name: &str) -> u64 {
    match item.get(name) {
        Some(Value::Number(number)) => number.as_u64().unwrap_or_default(),
        Some(Value::String(text)) => text.trim().parse().unwrap_or_default(),
        _ => 0,
    }
}

/// A whole number; 0 where there is none.
pub fn integer(item: &Value, name: &str) -> i64 {
    match item.get(name) {
        Some(Value::Number(number)) => number.as_i64().unwrap_or_default(),
        Some(Value::String(text)) => text.trim().parse().unwrap_or_default(),
        _ => 0,
    }
}

/// The identifier of an item; none where it has none that can be kept.
pub fn id(item: &Value) -> Option<u64> {
    Some(number(item, "id")).filter(|id| (1..=HIGHEST_ID).contains(id))
}

/// Identifiers in a list, ascending.
pub fn ids(item: &Value, names: &[&str]) -> Vec<u64> {
    let list = names.iter().find_map(|name| item.get(name));
    let values: Vec<&Value> = match list {
        Some(Value::Array(list)) => list.iter().collect(),
        Some(Value::Object(map)) => map.values().collect(),
        Some(one @ Value::Number(_)) => vec![one],
        _ => Vec::new(),
    };
    let mut ids: Vec<u64> = values
        .into_iter()
        .filter_map(Value::as_u64)
        .filter(|id| *id > 0)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// A text; empty where there is none.
pub fn text(item: &Value, name: &str) -> String {
    match item.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// A text that only editors see.
pub fn for_editors(item: &Value, name: &'static str) -> Result<String, Misread> {
    match item.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(Misread::NotEditable(name)),
    }
}

/// The raw form of a text; empty where the host's items of this kind have none.
pub fn raw(item: &Value, name: &'static str) -> Result<String, Misread> {
    match item.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Object(map)) => match map.get("raw") {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(Misread::NotEditable(name)),
        },
        None => Ok(String::new()),
        Some(_) => Err(Misread::Member(name)),
    }
}

/// Texts in a list, without empty ones.
pub fn texts(item: &Value, name: &str) -> Vec<String> {
    let values: Vec<&Value> = match item.get(name) {
        Some(Value::Array(list)) => list.iter().collect(),
        Some(Value::Object(map)) => map.values().collect(),
        _ => Vec::new(),
    };
    values
        .into_iter()
        .filter_map(Value::as_str)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Yes or no; no where there is none.
pub fn flag(item: &Value, name: &str) -> bool {
    match item.get(name) {
        Some(Value::Bool(flag)) => *flag,
        Some(Value::Number(number)) => number.as_i64() != Some(0),
        Some(Value::String(text)) => matches!(text.as_str(), "1" | "true"),
        _ => false,
    }
}

/// The members of an object; none where there is another thing or nothing.
pub fn object<'a>(item: &'a Value, name: &str) -> Option<&'a Map<String, Value>> {
    item.get(name)?.as_object()
}

/// A wall clock, and the instant that it stands for.
pub fn dates(
    item: &Value,
    local: &'static str,
    gmt: &'static str,
    zone: &TimeZone,
) -> Result<(DateTime, Timestamp), Misread> {
    let wall = |name: &str| -> Option<DateTime> {
        let text = item.get(name)?.as_str()?;
        // An offset would say nothing that the two members together do not.
        text.get(..19)?.parse().ok()
    };
    let instant = |at: DateTime, zone: &TimeZone| {
        zone.to_ambiguous_zoned(at)
            .compatible()
            .map(|zoned| zoned.timestamp())
            .ok()
    };
    let exact = wall(gmt).and_then(|at| instant(at, &TimeZone::UTC));
    match (wall(local), exact) {
        (Some(local), Some(exact)) => Ok((local, exact)),
        (Some(at), None) => Ok((at, instant(at, zone).ok_or(Misread::Member(local))?)),
        (None, Some(exact)) => Ok((zone.to_datetime(exact), exact)),
        (None, None) => Err(Misread::Member(local)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_meant_counts() {
        let item = json!({
            "id": "12", "parent": 3, "menu_order": -2, "tags": {"0": 9, "1": 4}, "classes": [""],
            "title": {"raw": "a", "rendered": "b"}, "excerpt": {"rendered": "c"}, "sticky": 1,
        });
        assert_eq!(id(&item), Some(12));
        assert_eq!(number(&item, "parent"), 3);
        assert_eq!(integer(&item, "menu_order"), -2);
        assert_eq!(ids(&item, &["tags"]), [4, 9]);
        assert!(texts(&item, "classes").is_empty());
        assert_eq!(raw(&item, "title").as_deref(), Ok("a"));
        assert_eq!(raw(&item, "excerpt"), Err(Misread::NotEditable("excerpt")));
        assert_eq!(raw(&item, "content").as_deref(), Ok(""));
        assert_eq!(raw(&item, "sticky"), Err(Misread::Member("sticky")));
        assert!(flag(&item, "sticky"));
        assert_eq!(id(&json!({"id": 0})), None);
        assert_eq!(id(&json!({"id": 9_007_199_254_740_992_u64})), None);
    }

    #[test]
    fn both_dates_are_taken_as_they_are() {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let read = |item: Value| {
            let dates = dates(&item, "date", "date_gmt", &zone);
            dates.map(|(local, gmt)| (local.to_string(), gmt.to_string()))
        };
        let pair = |local: &str, gmt: &str| Ok((local.to_owned(), gmt.to_owned()));
        assert_eq!(
            read(json!({"date": "2018-02-17T23:30:00", "date_gmt": "2018-02-18T02:30:00"})),
            pair("2018-02-17T23:30:00", "2018-02-18T02:30:00Z")
        );
        assert_eq!(
            read(json!({"date": "2024-05-01T10:00:00", "date_gmt": null})),
            pair("2024-05-01T10:00:00", "2024-05-01T13:00:00Z")
        );
        assert_eq!(
            read(json!({"date": null, "date_gmt": "2024-05-01T13:00:00"})),
            pair("2024-05-01T10:00:00", "2024-05-01T13:00:00Z")
        );
        assert_eq!(read(json!({"date": null})), Err(Misread::Member("date")));
        assert_eq!(read(json!({"date": "soon"})), Err(Misread::Member("date")));
    }
}
