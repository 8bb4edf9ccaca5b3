//! Case and accent folding of texts for search and sorting.

/// Whether a letter is Latin with a diacritic that readers treat like the base letter.
const fn is_marked_latin(letter: char) -> bool {
    matches!(letter, '\u{AA}' | '\u{BA}' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}

const fn is_combining_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}')
}

/// Appends `text` to `to` without accents; other scripts are unchanged.
pub(crate) fn push_without_accents(text: &str, to: &mut String) {
    for character in text.chars() {
        if is_marked_latin(character) {
            to.push_str(deunicode::deunicode_char(character).unwrap_or_default());
        } else if !is_combining_mark(character) {
            to.push(character);
        }
    }
}

/// `text` in lower case and without accents, as searches compare it.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    push_without_accents(text, &mut folded);
    folded.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("AÇÃO é Só"), "acao e so");
        assert_eq!(fold("ac\u{327}a\u{303}o"), "acao");
        assert_eq!(fold("Ünïcödé ß Ø"), "unicode ss o");
        assert_eq!(fold("МОСКВА 北京"), "москва 北京");
        assert_eq!(fold("PLAIN"), "plain");
    }
}
