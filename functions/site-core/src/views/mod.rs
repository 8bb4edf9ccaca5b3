//! What a stored record becomes in an answer: members in the order that clients know, limited to
//! the context asked for, with links (docs/interface/site/responses.md#contexts).

pub mod avatar;
pub mod comment;
pub mod kinds;
pub mod labels;
pub mod links;
pub mod media;
mod media_preview;
pub mod menu;
pub mod menu_item;
pub mod password;
pub mod post;
pub mod revision;
pub mod term;
pub mod texts;
pub mod user;

use domain::site::date::ItemDate;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

/// An instant as the interface writes it in GMT: no offset, no fraction.
pub fn gmt(instant: Timestamp) -> String {
    TimeZone::UTC
        .to_datetime(instant)
        .strftime("%Y-%m-%dT%H:%M:%S")
        .to_string()
}

/// The two dates of an item: the site's wall clock and GMT, also while it follows the clock.
pub fn dates(date: ItemDate, zone: &TimeZone) -> (String, String) {
    let local = date.local.strftime("%Y-%m-%dT%H:%M:%S").to_string();
    let instant = date.instant(zone).unwrap_or_default();
    (local, gmt(instant))
}

/// A map, or `[]` when it is empty, as clients of this interface expect of `meta`.
pub fn map_or_list(map: Map<String, Value>) -> Value {
    if map.is_empty() {
        Value::Array(Vec::new())
    } else {
        Value::Object(map)
    }
}

/// A name with the characters encoded that HTML gives a meaning, as deployed systems store it.
/// Quotes stay, and what is an entity already is decoded first, so that it is not encoded twice.
pub fn encoded(name: &str) -> String {
    name.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
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
