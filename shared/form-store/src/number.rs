//! Identifiers of submissions, made without the store.

use jiff::Timestamp;
use ports::Random;

/// Milliseconds from 1970 to 2020, where identifiers begin.
const BEGIN: i64 = 1_577_836_800_000;
/// Random bits behind the milliseconds. Identifiers stay below 2^53, which JSON clients read exactly, until the year 2054.
const RANDOM_BITS: u32 = 13;

/// An identifier that is larger than those of earlier milliseconds. Two of one millisecond may be equal, once in 8,192; the
/// condition of the write finds that.
pub(crate) fn number(now: Timestamp, random: &dyn Random) -> u64 {
    let mut drawn = [0; 2];
    random.fill(&mut drawn);
    let drawn = u64::from(u16::from_be_bytes(drawn)) & ((1 << RANDOM_BITS) - 1);
    let since = now.as_millisecond().saturating_sub(BEGIN);
    (u64::try_from(since).unwrap_or_default() << RANDOM_BITS) | drawn
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    #[test]
    fn later_numbers_are_larger_and_exact_in_json() {
        let random = SeededRandom::new(1);
        let at = |text: &str| number(text.parse().unwrap(), &random);
        let numbers = [
            at("1999-01-01T00:00:00Z"),
            at("2020-01-01T00:00:00.001Z"),
            at("2026-03-04T12:00:00Z"),
            at("2026-03-04T12:00:00.001Z"),
            at("2054-09-01T00:00:00Z"),
        ];
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert!(numbers[4] < 1 << 53);
    }
}
