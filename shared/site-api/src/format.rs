//! Formats of values in responses.

use domain::site::date::ItemDate;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

/// An instant in GMT, without offset and fraction.
pub fn gmt(instant: Timestamp) -> String {
    TimeZone::UTC
        .to_datetime(instant)
        .strftime("%Y-%m-%dT%H:%M:%S")
        .to_string()
}

/// The two dates of an item: the site's wall clock and GMT, also for floating dates.
pub fn dates(date: ItemDate, zone: &TimeZone) -> (String, String) {
    let local = date.local.strftime("%Y-%m-%dT%H:%M:%S").to_string();
    let instant = date.instant(zone).unwrap_or_default();
    (local, gmt(instant))
}

/// A map, or `[]` when it is empty, as clients expect of `meta`.
pub fn map_or_list(map: Map<String, Value>) -> Value {
    if map.is_empty() {
        Value::Array(Vec::new())
    } else {
        Value::Object(map)
    }
}

/// Encodes the HTML special characters of a name, as deployed systems store it. Quotes stay, and existing entities
/// are decoded first, so that they are not encoded twice.
pub fn encoded(name: &str) -> String {
    name.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Encodes a text of the settings including quotes, as deployed systems store it.
pub fn encoded_quoted(text: &str) -> String {
    encoded(text).replace('"', "&quot;").replace('\'', "&#039;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_have_neither_offset_nor_fraction() {
        let instant: Timestamp = "2024-05-01T10:00:00.5Z".parse().unwrap();
        assert_eq!(gmt(instant), "2024-05-01T10:00:00");
    }
}
