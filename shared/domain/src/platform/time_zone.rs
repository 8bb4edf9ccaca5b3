//! The platform's time zone: that of days and months, and of the times that people read.

use jiff::tz::TimeZone;

/// IANA name of the zone when none is chosen: Brasília.
pub const DEFAULT_ZONE: &str = "America/Sao_Paulo";

/// The name is none of the [IANA time zone database](https://www.iana.org/time-zones).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a time zone")]
pub struct UnknownZone(String);

/// The zone called `name`; the default for a name that is missing or empty.
///
/// # Errors
/// [`UnknownZone`].
pub fn zone_of(name: Option<&str>) -> Result<TimeZone, UnknownZone> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let name = name.unwrap_or(DEFAULT_ZONE);
    TimeZone::get(name).map_err(|_| UnknownZone(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_name_is_the_default() {
        for name in [None, Some(""), Some(" ")] {
            let zone = zone_of(name).unwrap();
            assert_eq!(zone.iana_name(), Some(DEFAULT_ZONE));
        }
        let manaus = zone_of(Some(" America/Manaus ")).unwrap();
        assert_eq!(manaus.iana_name(), Some("America/Manaus"));
        assert!(zone_of(Some("America/Brasilia")).is_err());
    }
}
