//! Instants on the wire: RFC 3339, UTC, whole seconds, `Z`. Serialise with
//! `#[serde(with = "platform_http::instant")]`, or `platform_http::instant::optional` where an instant may be missing.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The text of an instant.
pub fn text(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second())
        .unwrap_or(at)
        .to_string()
}

/// Serialises an instant.
pub fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    text(*at).serialize(serializer)
}

/// Deserialises an instant; an offset is accepted.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    Timestamp::deserialize(deserializer)
}

/// Instants that may be missing: `null`.
pub mod optional {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Timestamp};

    /// Serialises an instant or `null`.
    pub fn serialize<S: Serializer>(
        at: &Option<Timestamp>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        at.map(super::text).serialize(serializer)
    }

    /// Deserialises an instant or `null`.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Timestamp>, D::Error> {
        Option::deserialize(deserializer)
    }
}
