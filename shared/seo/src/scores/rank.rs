//! Ranks of numbers from 0 to 100.

use serde::Serialize;

/// Rank of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// No number: not analysed, or no focus keyword.
    Na,
    /// 1 to 40.
    Bad,
    /// 41 to 70.
    Ok,
    /// 71 to 100.
    Good,
    /// Hidden from search engines, whatever the number.
    Noindex,
}

impl Rank {
    /// The rank of a number; 0 counts as none.
    pub const fn of(number: Option<u32>) -> Self {
        match number {
            None | Some(0) => Self::Na,
            Some(1..=40) => Self::Bad,
            Some(41..=70) => Self::Ok,
            Some(_) => Self::Good,
        }
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Na => "na",
            Self::Bad => "bad",
            Self::Ok => "ok",
            Self::Good => "good",
            Self::Noindex => "noindex",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let cases = [
            (None, Rank::Na),
            (Some(0), Rank::Na),
            (Some(1), Rank::Bad),
            (Some(40), Rank::Bad),
            (Some(41), Rank::Ok),
            (Some(70), Rank::Ok),
            (Some(71), Rank::Good),
            (Some(100), Rank::Good),
        ];
        for (number, rank) in cases {
            assert_eq!(Rank::of(number), rank, "{number:?}");
        }
    }

    #[test]
    fn names() {
        for rank in [Rank::Na, Rank::Bad, Rank::Ok, Rank::Good, Rank::Noindex] {
            assert_eq!(serde_json::to_value(rank).unwrap(), rank.name());
        }
    }
}
