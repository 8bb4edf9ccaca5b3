//! Formats of text.

use std::net::IpAddr;

use site_formats::email::is_email;

use super::date::WrittenDate;
use super::size::{EMAIL_BYTES, SCALAR_BYTES};
use crate::error::{Code, codes};

/// A format of text. Some are validated; the others determine how the text is sanitised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A date and time, with or without an offset. Validated.
    DateTime,
    /// A web address. Sanitised, not validated.
    Uri,
    /// An e-mail address. Validated.
    Email,
    /// An IP address. Validated.
    Ip,
    /// A UUID of any version. Validated.
    Uuid,
    /// A colour such as `#a1b2c3`. Validated.
    HexColor,
    /// One line of text without tags.
    TextField,
}

impl Format {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DateTime => "date-time",
            Self::Uri => "uri",
            Self::Email => "email",
            Self::Ip => "ip",
            Self::Uuid => "uuid",
            Self::HexColor => "hex-color",
            Self::TextField => "text-field",
        }
    }

    /// Validates `text`; the error is the code of the violation.
    pub(crate) fn check(self, text: &str) -> Result<(), &'static Code<1>> {
        let most = match self {
            Self::Email => EMAIL_BYTES,
            _ => SCALAR_BYTES,
        };
        let (fits, code) = match self {
            Self::DateTime => (
                WrittenDate::parse(text).is_some(),
                &codes::INVALID_DATE_PARAM,
            ),
            Self::Email => (is_email(text), &codes::INVALID_EMAIL_PARAM),
            Self::Ip => (text.parse::<IpAddr>().is_ok(), &codes::INVALID_IP_PARAM),
            Self::Uuid => (is_uuid(text), &codes::INVALID_UUID_PARAM),
            Self::HexColor => (is_hex_color(text), &codes::INVALID_HEX_COLOR_PARAM),
            Self::Uri | Self::TextField => return Ok(()),
        };
        if fits && text.len() <= most {
            Ok(())
        } else {
            Err(code)
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups
            .iter()
            .all(|group| group.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_hex_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_and_colours() {
        assert!(is_uuid("6f3f5d9e-3f6b-4c1e-9b57-0d5a1a2b3c4d"));
        assert!(!is_uuid("6f3f5d9e3f6b4c1e9b570d5a1a2b3c4d"));
        assert!(is_hex_color("#fff"));
        assert!(!is_hex_color("fff"));
        assert!(!is_hex_color("#ffff"));
    }
}
