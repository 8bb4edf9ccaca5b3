//! Messages of errors and their placeholders. The type of a code contains the number of placeholders, so that an
//! error with another number of values does not compile.

/// The HTTP status of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// A fixed status. A 5xx is a server error.
    Fixed(u16),
    /// A 5xx with which deployed systems answer a mistake of the client, kept for existing clients. It is not a
    /// server error.
    Deployed(u16),
    /// 500 without a status in the data, as deployed systems answer some mistakes of the client. It is not a server
    /// error.
    Unstated,
    /// 401 for the public, 403 for a signed-in caller.
    Authorization,
    /// No status: a detail of another error. As a response of its own it is a server error.
    None,
}

impl Status {
    /// The status in the data of the response, if any.
    pub(super) const fn stated(self, signed_in: bool) -> Option<u16> {
        match self {
            Self::Fixed(number) | Self::Deployed(number) => Some(number),
            Self::Authorization if signed_in => Some(403),
            Self::Authorization => Some(401),
            Self::Unstated | Self::None => None,
        }
    }

    /// Whether a response with this status is a server error.
    pub const fn is_fault(self) -> bool {
        match self {
            Self::Fixed(number) => number >= 500,
            Self::None => true,
            Self::Deployed(_) | Self::Unstated | Self::Authorization => false,
        }
    }
}

/// A row of the table of codes.
#[derive(Debug)]
pub struct Row {
    /// The code on the wire.
    pub name: &'static str,
    /// Default status.
    pub status: Status,
    /// Message in Portuguese; `{0}`, `{1}`, … are placeholders.
    pub pt: &'static str,
    /// Message in English.
    pub en: &'static str,
}

/// A code whose messages have `MEMBERS` placeholders.
#[derive(Debug)]
pub struct Code<const MEMBERS: usize = 0>(Row);

impl<const MEMBERS: usize> Code<MEMBERS> {
    /// The code of a row.
    ///
    /// # Panics
    /// At compile time, when a message of the row has another number of placeholders than `MEMBERS`.
    pub const fn new(row: Row) -> Self {
        assert!(
            members(row.pt) == MEMBERS && members(row.en) == MEMBERS,
            "both texts of a code have the same places"
        );
        Self(row)
    }

    /// The code's row of the table.
    pub const fn row(&'static self) -> &'static Row {
        &self.0
    }
}

/// Declares a table of error codes: name on the wire, default status, message in Portuguese and in English. Codes never
/// change; several rows share a name where a code has more than one meaning.
#[macro_export]
macro_rules! error_codes {
    ($($name:ident = $code:literal, $status:expr, $pt:literal, $en:literal;)+) => {
        $(#[doc = concat!("`", $code, "`: ", $en)]
        pub static $name: $crate::Code<{ $crate::error::members($pt) }> =
            $crate::Code::new($crate::error::Row { name: $code, status: $status, pt: $pt, en: $en });)+

        /// Every row, in table order.
        pub static ALL: &[&$crate::error::Row] = &[$($name.row(),)+];
    };
}

/// The number of placeholders in a text. They are numbered from 0, and each occurs once; at most ten are supported.
///
/// # Panics
/// At compile time, when a number is missing or occurs twice.
pub const fn members(text: &str) -> usize {
    let mut seen: u16 = 0;
    let mut count = 0;
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if let (b'{', [digit @ b'0'..=b'9', b'}', ..]) = (*first, tail) {
            let place = 1 << (*digit - b'0');
            assert!(seen & place == 0, "a place of a text stands twice");
            seen |= place;
            count += 1;
        }
        rest = tail;
    }
    assert!(seen == (1 << count) - 1, "the places of a text have gaps");
    count
}

/// Replaces the placeholders of `text`. Braces inside a value are not replaced.
pub(super) fn filled(text: &str, members: &[String]) -> String {
    let mut message = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        message.push_str(before);
        let place = after
            .split_once('}')
            .and_then(|(number, tail)| Some((members.get(number.parse::<usize>().ok()?)?, tail)));
        if let Some((member, tail)) = place {
            message.push_str(member);
            rest = tail;
        } else {
            message.push('{');
            rest = after;
        }
    }
    message.push_str(rest);
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted() {
        assert_eq!(members(""), 0);
        assert_eq!(members("sem lugar {x} {} {"), 0);
        assert_eq!(members("{1} antes de {0}"), 2);
    }

    #[test]
    #[should_panic(expected = "gaps")]
    fn a_number_that_is_left_out_is_refused() {
        members("{0} e {2}");
    }

    #[test]
    #[should_panic(expected = "twice")]
    fn a_number_that_stands_twice_is_refused() {
        members("{0} e {0}");
    }

    #[test]
    fn a_member_that_looks_like_a_place_stays_as_it_is() {
        let members = ["{1}".to_owned(), "{0}{".to_owned()];
        assert_eq!(filled("a {0}, b {1} {", &members), "a {1}, b {0}{ {");
    }

    #[test]
    fn only_what_the_server_is_to_blame_for_is_a_fault() {
        assert!(Status::Fixed(500).is_fault() && Status::Fixed(503).is_fault());
        assert!(Status::None.is_fault());
        for mistake in [
            Status::Fixed(499),
            Status::Deployed(501),
            Status::Unstated,
            Status::Authorization,
        ] {
            assert!(!mistake.is_fault(), "{mistake:?}");
        }
    }
}
