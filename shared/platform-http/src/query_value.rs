//! Values of query parameters: days, and several values separated by commas.

use std::fmt::Display;
use std::str::FromStr;

use jiff::civil::Date;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::de::{DeserializeOwned, Error as _, IntoDeserializer as _};
use serde::{Deserialize, Deserializer};

use crate::{ApiError, Code};

/// Maximum of the values of one parameter.
const VALUES: usize = 100;

/// A day, as `YYYY-MM-DD`.
///
/// # Errors
/// When the value is no day.
pub fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let day = text.parse().ok().filter(|_| text.len() == 10);
    day.map(Some).ok_or_else(|| D::Error::custom("no day"))
}

/// Refuses a last day before the first; `field` is the parameter of the last one.
///
/// # Errors
/// 422 `invalid_parameter`.
pub fn refuse_disorder(field: &str, from: Option<Date>, to: Option<Date>) -> Result<(), ApiError> {
    if from.zip(to).is_none_or(|(from, to)| from <= to) {
        return Ok(());
    }
    let message = "A data final deve ser igual ou posterior à inicial.";
    Err(ApiError::new(Code::InvalidParameter).issue("out_of_range", field, message))
}

fn values<'de, D, T>(
    deserializer: D,
    read: impl Fn(&str) -> Result<T, D::Error>,
) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    if text.split(',').count() > VALUES {
        return Err(D::Error::custom("too many values"));
    }
    text.split(',')
        .map(read)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Words separated by commas, each as `T` reads it; at most a hundred.
///
/// # Errors
/// When one is no `T`, or there are too many.
pub fn words<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    values(deserializer, |word| {
        let word: StrDeserializer<'_, ValueError> = word.into_deserializer();
        T::deserialize(word).map_err(D::Error::custom)
    })
}

/// Numbers separated by commas; at most a hundred.
///
/// # Errors
/// When one is no `T`, or there are too many.
pub fn numbers<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    values(deserializer, |number| {
        number.parse().map_err(D::Error::custom)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        DarkRed,
        Green,
    }

    fn text(value: &str) -> StrDeserializer<'_, ValueError> {
        value.into_deserializer()
    }

    #[test]
    fn several_words_are_separated_by_commas() {
        let read = |value| words::<_, Colour>(text(value)).ok().flatten();
        assert_eq!(read("green"), Some(vec![Colour::Green]));
        assert_eq!(
            read("dark_red,green"),
            Some(vec![Colour::DarkRed, Colour::Green])
        );
        for wrong in ["", "blue", "green,", "green, dark_red", "Green"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_and_their_count_is_limited() {
        let read = |value: &str| numbers::<_, u64>(text(value)).ok().flatten();
        assert_eq!(read("7,30,7"), Some(vec![7, 30, 7]));
        for wrong in ["", "-1", "7;30", "7,,30", "1e3", "18446744073709551616"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
        let many = |count: usize| vec!["3"; count].join(",");
        assert_eq!(read(&many(VALUES)).map(|read| read.len()), Some(VALUES));
        assert_eq!(read(&many(VALUES + 1)), None);
    }

    #[test]
    fn a_day_has_ten_characters() {
        let read = |value| day(text(value)).ok().flatten();
        assert_eq!(read("2026-11-20"), Some(jiff::civil::date(2026, 11, 20)));
        for wrong in [
            "",
            "2026-11-31",
            "20261120",
            "2026-11-20T10:00:00Z",
            "+02026-11-20",
        ] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn days_are_in_order() {
        let (early, late) = (jiff::civil::date(2026, 3, 1), jiff::civil::date(2026, 3, 2));
        for (from, to) in [
            (None, None),
            (Some(late), None),
            (None, Some(early)),
            (Some(early), Some(early)),
            (Some(early), Some(late)),
        ] {
            assert!(refuse_disorder("ate", from, to).is_ok());
        }
        let refused = refuse_disorder("ate", Some(late), Some(early)).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidParameter);
        assert_eq!(refused.issues()[0].field, "ate");
    }
}
