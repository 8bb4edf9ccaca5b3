//! Cleans characters and folds accents.

use std::borrow::Cow;

use domain::invisible::is_invisible;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Composes decomposed accents (NFC).
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if text.contains(is_combining) {
        ComposingNormalizerBorrowed::new_nfc().normalize(text)
    } else {
        Cow::Borrowed(text)
    }
}

const fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// Collapses whitespace, drops invisible characters and composes accents.
pub(crate) fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for character in composed(text).chars().filter(|one| !is_invisible(*one)) {
        if !character.is_whitespace() {
            clean.push(character);
        } else if !clean.is_empty() && !clean.ends_with(' ') {
            clean.push(' ');
        }
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// Appends the folded form of a character: lower case, without its accents. Typographic hyphens and
/// apostrophes become the ASCII ones.
pub(crate) fn fold_into(character: char, folded: &mut String) {
    match character {
        'a'..='z' | '0'..='9' => folded.push(character),
        'A'..='Z' => folded.push(character.to_ascii_lowercase()),
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'Á' | 'À' | 'Â' | 'Ã' | 'Ä' => folded.push('a'),
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => folded.push('e'),
        'í' | 'ì' | 'î' | 'ï' | 'Í' | 'Ì' | 'Î' | 'Ï' => folded.push('i'),
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'Ó' | 'Ò' | 'Ô' | 'Õ' | 'Ö' => folded.push('o'),
        'ú' | 'ù' | 'û' | 'ü' | 'Ú' | 'Ù' | 'Û' | 'Ü' => folded.push('u'),
        'ç' | 'Ç' => folded.push('c'),
        'ñ' | 'Ñ' => folded.push('n'),
        '‘' | '’' => folded.push('\''),
        '\u{2010}' | '\u{2011}' => folded.push('-'),
        ascii if ascii.is_ascii() => folded.push(ascii),
        other => {
            let lower = other.to_lowercase();
            let parts = DecomposingNormalizerBorrowed::new_nfd().normalize_iter(lower);
            folded.extend(parts.filter(|part| !is_combining(*part)));
        }
    }
}

/// The folded form of a text: lower case, without accents.
pub(crate) fn folded(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        fold_into(character, &mut result);
    }
    result
}

/// The length of a text in UTF-16 code units, the unit of offsets in the output.
pub(crate) fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_removes_case_and_accents() {
        assert_eq!(folded("AÇÃO É Pública, à Über"), "acao e publica, a uber");
        assert_eq!(folded("ação".replace('ã', "a\u{303}").as_str()), "acao");
        assert_eq!(folded("guarda‑chuva d’água"), "guarda-chuva d'agua");
    }

    #[test]
    fn cleaning_keeps_visible_characters_only() {
        assert_eq!(cleaned(" a\u{a0}\n b\u{ad}c\u{200b} "), "a bc");
        assert_eq!(cleaned("pa\u{303}o"), "pão");
    }

    #[test]
    fn lengths_count_utf16_units() {
        assert_eq!(utf16_length("aé🎉"), 4);
    }
}
