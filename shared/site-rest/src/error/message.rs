//! The texts of refusals and what their places are filled with. A code knows, in its type, how many places
//! its texts have, so that a refusal without a member for each of them does not compile.

/// The HTTP status that belongs to a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// This one. A 5xx is a fault of the server.
    Fixed(u16),
    /// This 5xx, with which deployed systems answer a mistake of the client, and which existing clients
    /// know. It is no fault of the server.
    Deployed(u16),
    /// 500 without a status in the data: what deployed systems answer to some mistakes of the client. It is
    /// no fault of the server.
    Unstated,
    /// 401 for a caller who is not signed in, 403 for one who is.
    Authorization,
    /// None: a detail of another error. Answered alone it is a fault of the server.
    None,
}

impl Status {
    /// The status that the data of the answer carry, if any.
    pub(super) const fn stated(self, signed_in: bool) -> Option<u16> {
        match self {
            Self::Fixed(number) | Self::Deployed(number) => Some(number),
            Self::Authorization if signed_in => Some(403),
            Self::Authorization => Some(401),
            Self::Unstated | Self::None => None,
        }
    }

    /// Whether an answer with this status tells of a fault of the server.
    pub const fn is_fault(self) -> bool {
        match self {
            Self::Fixed(number) => number >= 500,
            Self::None => true,
            Self::Deployed(_) | Self::Unstated | Self::Authorization => false,
        }
    }
}

/// One row of the table of codes.
#[derive(Debug)]
pub struct Row {
    /// The code on the wire.
    pub name: &'static str,
    /// Its usual status.
    pub status: Status,
    /// The message in Portuguese; `{0}`, `{1}`, … stand for the members of the refusal.
    pub pt: &'static str,
    /// The message in English.
    pub en: &'static str,
}

/// A code whose texts have `MEMBERS` places.
#[derive(Debug)]
pub struct Code<const MEMBERS: usize = 0>(Row);

impl<const MEMBERS: usize> Code<MEMBERS> {
    /// The code of a row.
    ///
    /// # Panics
    /// While it is compiled, when a text of the row has other places than `MEMBERS`.
    pub const fn new(row: Row) -> Self {
        assert!(
            members(row.pt) == MEMBERS && members(row.en) == MEMBERS,
            "both texts of a code have the same places"
        );
        Self(row)
    }

    /// Its row of the table.
    pub const fn row(&'static self) -> &'static Row {
        &self.0
    }
}

/// Declares a table of codes: name on the wire, usual status, message in Portuguese and in English.
/// Codes never change; several rows may share a name where a code has more than one meaning.
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

/// How many places a text has. They are numbered from 0, each stands once, and at most ten are told apart.
///
/// # Panics
/// While it is compiled, when a number is left out or stands twice.
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

/// `text` with its places filled. What stands in a member is never taken for a place.
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
