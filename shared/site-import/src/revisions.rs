//! Number of revisions to import.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// Number of revisions to import per item, newest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Revisions {
    /// All revisions.
    #[default]
    All,
    /// At most this number; 0 for none.
    Newest(u32),
}

impl Revisions {
    /// Maximum per item; `None` for all.
    pub(crate) fn most(self) -> Option<u64> {
        match self {
            Self::All => None,
            Self::Newest(most) => Some(most.into()),
        }
    }
}

impl FromStr for Revisions {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self::All),
            number => Ok(Self::Newest(number.parse()?)),
        }
    }
}

impl fmt::Display for Revisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Newest(most) => most.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_all_are_read_as_they_are_written() {
        for text in ["all", "0", "25"] {
            assert_eq!(text.parse::<Revisions>().unwrap().to_string(), text);
        }
        for text in ["", "-1", "some", "1.5", "99999999999"] {
            assert!(text.parse::<Revisions>().is_err(), "{text}");
        }
    }
}
