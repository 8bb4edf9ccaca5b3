//! One rule of validation.

use serde::Serialize;
use site_formats::email::is_email;

use super::formats::{is_number, is_tel, is_web_address};
use crate::submission::{Submission, fits_type};
use crate::tag::dates::calendar_day;

/// What a rule asks for. It serialises as the members between `field` and `error`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// More than blanks.
    Required,
    /// A file, where the field was sent at all.
    RequiredFile,
    /// An e-mail address.
    Email,
    /// A web address.
    Url,
    /// A telephone number.
    Tel,
    /// A number.
    Number,
    /// A calendar day.
    Date,
    /// At least this many UTF-16 code units.
    MinLength(u64),
    /// At most this many UTF-16 code units.
    MaxLength(u64),
    /// At least this number.
    MinNumber(String),
    /// At most this number.
    MaxNumber(String),
    /// This day or a later one.
    MinDate(String),
    /// This day or an earlier one.
    MaxDate(String),
    /// At most this many values.
    MaxItems(u64),
    /// Files of these types.
    File(Vec<String>),
    /// Files of at most this many bytes together.
    MaxFileSize(u64),
    /// Only these values.
    Enum(Vec<String>),
}

/// A check of one field with the message for a value that fails it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The name of the field.
    pub field: String,
    /// What is checked.
    pub check: Check,
    /// The message.
    pub error: String,
}

/// A rule on the wire.
#[derive(Serialize)]
struct Shown<'a> {
    rule: &'static str,
    field: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    accept: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<Threshold<'a>>,
    error: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Threshold<'a> {
    Count(u64),
    Text(&'a str),
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let accept = match &self.check {
            Check::File(accept) | Check::Enum(accept) => Some(accept.as_slice()),
            _ => None,
        };
        let threshold = match &self.check {
            Check::MinLength(count)
            | Check::MaxLength(count)
            | Check::MaxItems(count)
            | Check::MaxFileSize(count) => Some(Threshold::Count(*count)),
            Check::MinNumber(text)
            | Check::MaxNumber(text)
            | Check::MinDate(text)
            | Check::MaxDate(text) => Some(Threshold::Text(text)),
            _ => None,
        };
        let shown = Shown {
            rule: self.check.name(),
            field: &self.field,
            accept,
            threshold,
            error: &self.error,
        };
        shown.serialize(serializer)
    }
}

impl Check {
    /// The name on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::RequiredFile => "requiredfile",
            Self::Email => "email",
            Self::Url => "url",
            Self::Tel => "tel",
            Self::Number => "number",
            Self::Date => "date",
            Self::MinLength(_) => "minlength",
            Self::MaxLength(_) => "maxlength",
            Self::MinNumber(_) => "minnumber",
            Self::MaxNumber(_) => "maxnumber",
            Self::MinDate(_) => "mindate",
            Self::MaxDate(_) => "maxdate",
            Self::MaxItems(_) => "maxitems",
            Self::File(_) => "file",
            Self::MaxFileSize(_) => "maxfilesize",
            Self::Enum(_) => "enum",
        }
    }
}

/// Length of a text in UTF-16 code units, a line break counting as one.
pub fn length(text: &str) -> u64 {
    let units = text.encode_utf16().count() - text.matches("\r\n").count();
    u64::try_from(units).unwrap_or(u64::MAX)
}

impl Rule {
    /// Whether a submission passes. Every check but the two required ones passes without a value.
    pub fn passes(&self, sent: &Submission) -> bool {
        let all = |fits: &dyn Fn(&str) -> bool| {
            let values = sent.values(&self.field).iter();
            values
                .filter(|value| !value.trim().is_empty())
                .all(|value| fits(value))
        };
        let total = || {
            sent.values(&self.field)
                .iter()
                .map(|value| length(value.trim()))
                .sum::<u64>()
        };
        match &self.check {
            Check::Required => sent.is_filled(&self.field),
            Check::RequiredFile => !sent.lacks_file(&self.field),
            Check::Email => all(&|value| is_email(value.trim())),
            Check::Url => all(&|value| is_web_address(value.trim())),
            Check::Tel => all(&|value| is_tel(value.trim())),
            Check::Number => all(&|value| is_number(value.trim())),
            Check::Date => all(&|value| calendar_day(value.trim()).is_some()),
            Check::MinLength(least) => !sent.is_filled(&self.field) || total() >= *least,
            Check::MaxLength(most) => total() <= *most,
            Check::MinNumber(least) => {
                all(&|value| compared(value, least).is_none_or(|order| order.is_ge()))
            }
            Check::MaxNumber(most) => {
                all(&|value| compared(value, most).is_none_or(|order| order.is_le()))
            }
            Check::MinDate(first) => all(&|value| later(first, value).is_none_or(|later| !later)),
            Check::MaxDate(last) => all(&|value| later(value, last).is_none_or(|later| !later)),
            Check::MaxItems(most) => {
                let items = sent
                    .values(&self.field)
                    .iter()
                    .filter(|value| !value.is_empty())
                    .count();
                u64::try_from(items).is_ok_and(|items| items <= *most)
            }
            Check::File(accept) => {
                let mut files = sent.uploads_of(&self.field);
                files.all(|file| fits_type(&file.file_name, &file.bytes, accept))
            }
            Check::MaxFileSize(most) => {
                let bytes: usize = sent
                    .uploads_of(&self.field)
                    .map(|file| file.bytes.len())
                    .sum();
                u64::try_from(bytes).is_ok_and(|bytes| bytes <= *most)
            }
            Check::Enum(accept) => all(&|value| accept.iter().any(|one| one == value)),
        }
    }
}

/// How a number relates to a limit; none when one of them is no number.
fn compared(value: &str, limit: &str) -> Option<std::cmp::Ordering> {
    let value: f64 = value.trim().parse().ok()?;
    value.partial_cmp(&limit.parse().ok()?)
}

/// Whether one day is later than another; none when one of them is no day.
fn later(one: &str, other: &str) -> Option<bool> {
    Some(calendar_day(one.trim())? > calendar_day(other.trim())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::Part;

    fn rule(check: Check) -> Rule {
        Rule {
            field: "x".to_owned(),
            check,
            error: "não".to_owned(),
        }
    }

    fn passes(check: Check, values: &[&str]) -> bool {
        let part = |value: &&str| Part::Text {
            name: "x[]".to_owned(),
            value: (*value).to_owned(),
        };
        rule(check).passes(&Submission::read(values.iter().map(part).collect(), &[]))
    }

    fn wire(check: Check) -> String {
        serde_json::to_string(&rule(check)).unwrap()
    }

    #[test]
    fn members_on_the_wire() {
        assert_eq!(
            wire(Check::Required),
            r#"{"rule":"required","field":"x","error":"não"}"#
        );
        assert_eq!(
            wire(Check::MaxLength(400)),
            r#"{"rule":"maxlength","field":"x","threshold":400,"error":"não"}"#
        );
        assert_eq!(
            wire(Check::MinNumber("-1.5".to_owned())),
            r#"{"rule":"minnumber","field":"x","threshold":"-1.5","error":"não"}"#
        );
        assert_eq!(
            wire(Check::Enum(vec!["a".to_owned()])),
            r#"{"rule":"enum","field":"x","accept":["a"],"error":"não"}"#
        );
    }

    #[test]
    fn only_required_asks_for_a_value() {
        for blank in [&[][..], &[""][..], &[" \n"][..]] {
            assert!(!passes(Check::Required, blank));
            for check in [
                Check::Email,
                Check::Number,
                Check::Date,
                Check::MinLength(5),
                Check::MinNumber("5".to_owned()),
                Check::Enum(vec!["a".to_owned()]),
            ] {
                assert!(passes(check, blank), "{blank:?}");
            }
        }
        assert!(passes(Check::Required, &["", "a"]));
    }

    #[test]
    fn lengths_are_utf_16_units() {
        assert!(passes(Check::MaxLength(20), &["é".repeat(20).as_str()]));
        assert!(!passes(Check::MaxLength(20), &["😀".repeat(11).as_str()]));
        assert!(passes(Check::MaxLength(3), &["a\r\nb"]));
        assert!(!passes(Check::MinLength(3), &["ab"]));
        assert!(passes(Check::MinLength(3), &["ab", "c"]));
    }

    #[test]
    fn blanks_around_a_value_do_not_count() {
        assert!(!passes(Check::MinLength(3), &[" ab "]));
        assert!(passes(Check::MaxLength(3), &[" abc\r\n"]));
    }

    #[test]
    fn a_number_beyond_the_limits_of_the_machine_is_too_large() {
        assert!(passes(Check::Number, &["1e999"]));
        assert!(!passes(Check::MaxNumber("31".to_owned()), &["1e999"]));
    }

    #[test]
    fn limits_are_inclusive() {
        let least = |text: &str| Check::MinNumber(text.to_owned());
        let most = |text: &str| Check::MaxNumber(text.to_owned());
        assert!(passes(least("18"), &["18"]) && passes(most("18"), &["18.0"]));
        assert!(!passes(least("18"), &["17.9"]) && !passes(most("18"), &["3e1"]));
        assert!(passes(least("18"), &["abc"]));
        let first = |text: &str| Check::MinDate(text.to_owned());
        let last = |text: &str| Check::MaxDate(text.to_owned());
        assert!(
            passes(first("2024-05-01"), &["2024-05-01"])
                && passes(last("2024-05-01"), &["2024-05-01"])
        );
        assert!(
            !passes(first("2024-05-01"), &["2024-04-30"])
                && !passes(last("2024-05-01"), &["2024-05-02"])
        );
    }

    #[test]
    fn one_wrong_value_of_several_is_enough() {
        let accept = Check::Enum(vec!["a".to_owned(), "b".to_owned()]);
        assert!(passes(accept.clone(), &["a", "b"]));
        assert!(!passes(accept, &["a", "c"]));
        assert!(passes(Check::MaxItems(1), &["a"]));
        assert!(!passes(Check::MaxItems(1), &["a", "b"]));
    }

    #[test]
    fn days_must_exist() {
        assert!(passes(Check::Date, &["2024-02-29"]));
        assert!(!passes(Check::Date, &["2023-02-29"]));
        assert!(!passes(Check::Email, &["ana@loja"]));
        assert!(!passes(Check::Email, &["ána@loja.example"]));
    }
}
