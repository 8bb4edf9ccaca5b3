//! Numbers in messages: agreement of nouns, shares in per cent.

/// A number with its noun: 1 palavra, 2 palavras.
pub(super) fn counted(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", agreeing(number, singular, plural))
}

/// The form that agrees with a number: singular only for 1.
pub(super) const fn agreeing<'a>(number: usize, singular: &'a str, plural: &'a str) -> &'a str {
    if number == 1 { singular } else { plural }
}

/// A share in per cent, rounded.
pub(super) fn per_cent(part: usize, whole: usize) -> usize {
    (part * 100 + whole / 2).checked_div(whole).unwrap_or(0)
}

/// Whether `part` is at most this many per cent of `whole`, without rounding.
pub(super) const fn at_most(part: usize, whole: usize, per_cent: usize) -> bool {
    part * 100 <= whole * per_cent
}

/// Whether `part` is at least this many per cent of `whole`, without rounding.
pub(super) const fn at_least(part: usize, whole: usize, per_cent: usize) -> bool {
    part * 100 >= whole * per_cent
}
