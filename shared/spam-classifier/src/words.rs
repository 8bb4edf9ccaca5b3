//! Words of a text in a form that spelling tricks do not change.

use domain::invisible::is_invisible;
use icu_normalizer::DecomposingNormalizerBorrowed;

/// Length of a stem in characters. Portuguese and English inflect at the end of words, so the first letters are
/// enough to join most forms of a word.
const STEM_CHARS: usize = 6;
/// Longest run of letters that counts as a word; a longer one is an identifier or noise.
const MAX_WORD_CHARS: usize = 30;
/// Most words of a text; the rest adds nothing to a decision.
const MAX_WORDS: usize = 2_000;

/// Lower case without accents, compatibility forms (full-width and mathematical letters) and invisible characters.
pub(crate) fn folded(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfkd()
        .normalize_iter(text.chars())
        .filter(|character| !is_dropped(*character))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Combining marks, and characters that split words for programs but not for readers.
const fn is_dropped(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}') || is_invisible(character)
}

/// The stems of a folded text, in order. A number is `#`, an amount of money `#money`, a percentage `#percent`.
pub(crate) fn stems(folded: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = folded;
    while found.len() < MAX_WORDS {
        let Some(start) = rest.find(char::is_alphanumeric) else {
            break;
        };
        let (before, word) = rest.split_at(start);
        let end = word
            .find(|character: char| !character.is_alphanumeric())
            .unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        if let Some(stem) = stem(word, before, after) {
            found.push(stem);
        }
        rest = after;
    }
    found
}

/// The stem of a word between the texts `before` and `after`; `None` for single letters and noise.
fn stem(word: &str, before: &str, after: &str) -> Option<String> {
    if word.starts_with(|character: char| character.is_ascii_digit()) {
        let money = before.trim_end().ends_with(['$', '€', '£']);
        let class = match after.trim_start().starts_with('%') {
            _ if money => "#money",
            true => "#percent",
            false => "#",
        };
        return Some(class.to_owned());
    }
    let length = word.chars().count();
    if !(2..=MAX_WORD_CHARS).contains(&length) {
        return None;
    }
    Some(word.chars().take(STEM_CHARS).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_width_and_invisible_characters_do_not_matter() {
        for text in [
            "PRÊMIO",
            "prêmio",
            "pre\u{301}mio",
            "ｐｒｅｍｉｏ",
            "pr\u{200b}emio",
        ] {
            assert_eq!(stems(&folded(text)), ["premio"], "{text}");
        }
    }

    #[test]
    fn inflected_forms_share_a_stem_and_numbers_a_class() {
        assert_eq!(
            stems(&folded(
                "Investir, investimento: R$ 500, 3% ao dia em 2026. A b"
            )),
            [
                "invest", "invest", "#money", "#percent", "ao", "dia", "em", "#"
            ]
        );
        assert!(stems(&"x".repeat(31)).is_empty());
        assert_eq!(stems(&"ab ".repeat(5_000)).len(), MAX_WORDS);
    }
}
