//! Typed access to the members of a host's JSON. A missing member is an error, never an empty value.
//! Extensions of hosts turn numbers into strings and lists into objects; such values are converted.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::MapError;

/// Highest identifier that every JSON client can represent (2^53 − 1).
const HIGHEST_ID: u64 = (1 << 53) - 1;

/// Identifier of an item; `None` when it is missing or out of range.
pub fn id(item: &Value) -> Option<u64> {
    let id = as_number(item.get("id")?)?;
    Some(id).filter(|id| (1..=HIGHEST_ID).contains(id))
}

/// Which members the items of a collection have on this host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// Items are returned with all members, so an absent member does not exist on this host.
    AsAnswered,
    /// Members are requested by name; a complete item has these.
    Only(BTreeSet<&'static str>),
}

impl Known {
    fn has(&self, name: &str) -> bool {
        match self {
            Self::AsAnswered => false,
            Self::Only(names) => names.contains(name),
        }
    }
}

/// Item in the form of the host's response.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    value: &'a Value,
    known: &'a Known,
}

impl<'a> Item<'a> {
    /// Item of a collection with known members.
    pub const fn new(value: &'a Value, known: &'a Known) -> Self {
        Self { value, known }
    }

    /// Item that was read with all members.
    pub const fn whole(value: &'a Value) -> Self {
        Self {
            value,
            known: &Known::AsAnswered,
        }
    }

    /// Identifier.
    ///
    /// # Errors
    /// [`MapError::Malformed`] when it is missing or out of range.
    pub fn id(&self) -> Result<u64, MapError> {
        self.get("id")?;
        id(self.value).ok_or(MapError::Malformed("id"))
    }

    /// Member that every host has.
    ///
    /// # Errors
    /// [`MapError::Missing`].
    pub fn get(&self, name: &'static str) -> Result<Member<'a>, MapError> {
        let value = self.value.get(name).ok_or(MapError::Missing(name))?;
        Ok(Member { name, value })
    }

    /// Member that depends on the host's release or extensions; `None` when this host lacks it.
    ///
    /// # Errors
    /// [`MapError::Missing`] when the host has it, but this item does not.
    pub fn where_known(&self, name: &'static str) -> Result<Option<Member<'a>>, MapError> {
        match self.get(name) {
            Ok(member) => Ok(Some(member)),
            Err(_) if !self.known.has(name) => Ok(None),
            Err(missing) => Err(missing),
        }
    }
}

/// Member of an item.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    name: &'static str,
    value: &'a Value,
}

impl<'a> Member<'a> {
    const fn malformed(self) -> MapError {
        MapError::Malformed(self.name)
    }

    /// Raw JSON value.
    pub const fn value(self) -> &'a Value {
        self.value
    }

    /// Non-negative integer; 0 for an empty value.
    pub fn number(self) -> Result<u64, MapError> {
        as_number(self.value).ok_or_else(|| self.malformed())
    }

    /// Integer; 0 for an empty value.
    pub fn integer(self) -> Result<i64, MapError> {
        match self.value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) if !text.trim().is_empty() => text.trim().parse().ok(),
            other => is_none(other).then_some(0),
        }
        .ok_or_else(|| self.malformed())
    }

    /// List of identifiers, sorted ascending.
    pub fn ids(self) -> Result<Vec<u64>, MapError> {
        let values: Vec<&Value> = match self.value {
            Value::Array(list) => list.iter().collect(),
            Value::Object(map) => map.values().collect(),
            one @ Value::Number(_) => vec![one],
            other if is_none(other) => Vec::new(),
            _ => return Err(self.malformed()),
        };
        let read = values.into_iter().map(as_number);
        let mut ids: Vec<u64> = read
            .collect::<Option<_>>()
            .ok_or_else(|| self.malformed())?;
        ids.retain(|id| *id > 0);
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// String; empty for an empty value.
    pub fn text(self) -> Result<String, MapError> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            Value::Null | Value::Bool(false) => Ok(String::new()),
            _ => Err(self.malformed()),
        }
    }

    /// String that only editors see.
    pub fn for_editors(self) -> Result<String, MapError> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            _ => Err(MapError::NotEditable(self.name)),
        }
    }

    /// Raw form of a rendered text.
    pub fn raw(self) -> Result<String, MapError> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Object(map) => match map.get("raw") {
                Some(Value::String(text)) => Ok(text.clone()),
                _ => Err(MapError::NotEditable(self.name)),
            },
            _ => Err(self.malformed()),
        }
    }

    /// List of strings without empty ones.
    pub fn texts(self) -> Result<Vec<String>, MapError> {
        let values: Vec<&Value> = match self.value {
            Value::Array(list) => list.iter().collect(),
            Value::Object(map) => map.values().collect(),
            one @ Value::String(_) => vec![one],
            other if is_none(other) => Vec::new(),
            _ => return Err(self.malformed()),
        };
        let texts: Option<Vec<&str>> = values.into_iter().map(Value::as_str).collect();
        let texts = texts.ok_or_else(|| self.malformed())?;
        let filled = texts.into_iter().filter(|text| !text.is_empty());
        Ok(filled.map(str::to_owned).collect())
    }

    /// Boolean; `false` for an empty value.
    pub fn flag(self) -> Result<bool, MapError> {
        match self.value {
            Value::Bool(flag) => Ok(*flag),
            Value::Number(number) => Ok(number.as_i64() != Some(0)),
            Value::String(text) => Ok(matches!(text.as_str(), "1" | "true")),
            Value::Null => Ok(false),
            _ => Err(self.malformed()),
        }
    }

    /// Object. Hosts return an empty object as an empty list.
    pub fn object(self) -> Result<Option<&'a Map<String, Value>>, MapError> {
        match self.value {
            Value::Object(map) => Ok(Some(map)),
            Value::Array(list) if list.is_empty() => Ok(None),
            other if is_none(other) => Ok(None),
            _ => Err(self.malformed()),
        }
    }

    /// Enumerated value, parsed by `named`.
    pub fn word<T>(self, named: impl Fn(&str) -> Option<T>) -> Result<T, MapError> {
        let word = self.value.as_str().and_then(named);
        word.ok_or_else(|| self.malformed())
    }

    /// Local date and time; `None` for an empty value, as in the UTC date of a draft.
    fn wall(self) -> Result<Option<DateTime>, MapError> {
        match self.value {
            // An offset carries no information beyond the two members.
            Value::String(text) => {
                let read = text.get(..19).and_then(|text| text.parse().ok());
                read.map(Some).ok_or_else(|| self.malformed())
            }
            other if is_none(other) => Ok(None),
            _ => Err(self.malformed()),
        }
    }
}

/// Whether a value means "none".
fn is_none(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

fn as_number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) if !text.trim().is_empty() => text.trim().parse().ok(),
        other => is_none(other).then_some(0),
    }
}

/// Local date and time with the instant that it denotes.
pub fn dates(
    item: &Item<'_>,
    local: &'static str,
    gmt: &'static str,
    zone: &TimeZone,
) -> Result<(DateTime, Timestamp), MapError> {
    let instant = |at: DateTime, zone: &TimeZone| {
        let zoned = zone.to_ambiguous_zoned(at).compatible();
        zoned.map(|zoned| zoned.timestamp()).ok()
    };
    let wall = item.get(local)?.wall()?;
    let exact = item.get(gmt)?.wall()?;
    let exact = exact.and_then(|at| instant(at, &TimeZone::UTC));
    match (wall, exact) {
        (Some(local), Some(exact)) => Ok((local, exact)),
        (Some(at), None) => Ok((at, instant(at, zone).ok_or(MapError::Malformed(local))?)),
        (None, Some(exact)) => Ok((zone.to_datetime(exact), exact)),
        (None, None) => Err(MapError::Malformed(local)),
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
            "post": null, "featured_media": "", "meta": [],
        });
        let item = Item::whole(&item);
        let of = |name| item.get(name).unwrap();
        assert_eq!(item.id(), Ok(12));
        assert_eq!(of("parent").number(), Ok(3));
        assert_eq!(of("post").number(), Ok(0));
        assert_eq!(of("featured_media").number(), Ok(0));
        assert_eq!(of("menu_order").integer(), Ok(-2));
        assert_eq!(of("tags").ids(), Ok(vec![4, 9]));
        assert_eq!(of("classes").texts(), Ok(Vec::new()));
        assert_eq!(of("meta").object(), Ok(None));
        assert_eq!(of("title").raw().as_deref(), Ok("a"));
        let hidden = Err(MapError::NotEditable("excerpt"));
        assert_eq!(of("excerpt").raw(), hidden);
        assert_eq!(of("sticky").raw(), Err(MapError::Malformed("sticky")));
        assert_eq!(of("title").number(), Err(MapError::Malformed("title")));
        assert_eq!(
            of("menu_order").texts(),
            Err(MapError::Malformed("menu_order"))
        );
        assert_eq!(of("sticky").flag(), Ok(true));
        assert_eq!(id(&json!({"id": 0})), None);
        assert_eq!(id(&json!({"id": 9_007_199_254_740_992_u64})), None);
    }

    #[test]
    fn what_is_missing_is_never_empty() {
        let value = json!({"slug": ""});
        let whole = Item::whole(&value);
        assert_eq!(whole.get("slug").unwrap().text().as_deref(), Ok(""));
        let missing = |read: Result<Option<Member<'_>>, MapError>| read.err();
        assert_eq!(whole.get("title").err(), Some(MapError::Missing("title")));
        assert_eq!(missing(whole.where_known("template")), None);
        let known = Known::Only(BTreeSet::from(["slug", "meta"]));
        let asked = Item::new(&value, &known);
        assert_eq!(missing(asked.where_known("template")), None);
        let expected = Some(MapError::Missing("meta"));
        assert_eq!(missing(asked.where_known("meta")), expected);
    }

    #[test]
    fn both_dates_are_taken_as_they_are() {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let read = |item: Value| {
            let dates = dates(&Item::whole(&item), "date", "date_gmt", &zone);
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
        let malformed = Err(MapError::Malformed("date"));
        assert_eq!(read(json!({"date": null, "date_gmt": null})), malformed);
        assert_eq!(read(json!({"date": "soon", "date_gmt": null})), malformed);
        let missing = Err(MapError::Missing("date_gmt"));
        assert_eq!(read(json!({"date": "2024-05-01T10:00:00"})), missing);
    }
}
