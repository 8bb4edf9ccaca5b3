//! Makes URL slugs from titles.

use deunicode::deunicode_char;

use crate::text;

/// Longest slug in bytes; hosts of this interface have the same limit.
pub const MAXIMUM_BYTES: usize = 200;

/// The slug of a title: accents folded, lower case, words joined by single dashes, every other character
/// dropped. Only a-z, 0-9 and inner dashes; empty when the title holds no letter or digit.
pub fn from_title(title: &str) -> String {
    let mut slug = Slug::default();
    for character in text::plain(title).chars() {
        match character {
            ' ' | '-' | '_' | '.' | '/' | '\u{2010}'..='\u{2015}' => slug.separate(),
            ascii if ascii.is_ascii() => slug.add(ascii),
            letter if letter.is_alphanumeric() => slug.transliterate(letter),
            _ => {}
        }
    }
    slug.text
}

#[derive(Default)]
struct Slug {
    text: String,
    separated: bool,
}

impl Slug {
    fn separate(&mut self) {
        self.separated = true;
    }

    /// Appends a letter or digit; drops other characters, and everything beyond [`MAXIMUM_BYTES`].
    fn add(&mut self, character: char) {
        if !character.is_ascii_alphanumeric() {
            return;
        }
        let dash = self.separated && !self.text.is_empty();
        if self.text.len() + usize::from(dash) < MAXIMUM_BYTES {
            if dash {
                self.text.push('-');
            }
            self.text.push(character.to_ascii_lowercase());
        }
        self.separated = false;
    }

    fn transliterate(&mut self, letter: char) {
        for character in deunicode_char(letter).unwrap_or_default().chars() {
            if character == ' ' {
                self.separate();
            } else {
                self.add(character);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn folds_portuguese_titles() {
        assert_eq!(
            from_title("Ação e reação: é só o começo?"),
            "acao-e-reacao-e-so-o-comeco"
        );
        assert_eq!(
            from_title("  10 dicas — d'água & R$ 1.000,50!  "),
            "10-dicas-dagua-r-1-00050"
        );
        assert_eq!(
            from_title("Guarda-chuva / 1º lugar"),
            "guarda-chuva-1o-lugar"
        );
        assert_eq!(from_title("ÀÁÂÃÄÇÉÊÍÓÔÕÚÜÑ"), "aaaaaceeiooouun");
    }

    #[test]
    fn folds_decomposed_accents_too() {
        assert_eq!(from_title("ac\u{327}a\u{303}o"), "acao");
    }

    #[test]
    fn decodes_entities_of_titles() {
        assert_eq!(
            from_title("P&atilde;o &#8211; <em>quente</em>"),
            "pao-quente"
        );
    }

    #[test]
    fn transliterates_other_scripts_and_drops_emoji() {
        assert_eq!(from_title("北京 Москва 🎉"), "bei-jing-moskva");
        assert_eq!(from_title("🎉"), "");
        assert_eq!(from_title("?!"), "");
    }

    #[test]
    fn is_cut_at_200_bytes() {
        assert_eq!(from_title(&"a".repeat(300)).len(), 200);
        let slug = from_title(&format!("{} b", "a".repeat(199)));
        assert_eq!(slug, "a".repeat(199));
    }

    proptest! {
        #[test]
        fn contains_only_slug_characters(title in "(\\PC|[ -_./a-z]){0,260}") {
            let slug = from_title(&title);
            prop_assert!(slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')));
            prop_assert!(!slug.contains("--"));
            prop_assert!(!slug.starts_with('-') && !slug.ends_with('-'));
            prop_assert!(slug.len() <= MAXIMUM_BYTES);
            prop_assert_eq!(from_title(&slug), slug);
        }
    }
}
