//! Runs of letters that are too long to be words.

/// Longest word in characters that is looked up and corrected. The longest one in dictionaries of Portuguese has 46
/// (*pneumoultramicroscopicossilicovulcanoconiótico*); a longer run of letters is no word, and each look-up costs its length.
pub(crate) const LONGEST: usize = 60;

/// Whether a word is too long to be looked up.
pub(crate) fn is_too_long(word: &str) -> bool {
    word.len() > LONGEST && word.chars().nth(LONGEST).is_some()
}
