//! Directional formatting characters: they change the order in which a text is shown, so that a title or name reads as another
//! one than it is (Unicode Standard Annex 9, section 2; Unicode Technical Report 36, section 2.6).

use std::borrow::Cow;

/// Whether a character opens or closes an embedding, an override or an isolate. Marks of direction, which words of Arabic and
/// Hebrew have at their ends, and joiners, which scripts and emoji need, are none: they reorder nothing else.
pub const fn is_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A title, name or subject without characters that change the order in which it is shown.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) {
        Cow::Owned(text.replace(is_control, ""))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embeddings_overrides_and_isolates_go() {
        let controls = [
            '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}',
            '\u{2068}', '\u{2069}',
        ];
        for control in controls {
            let text = format!("a{control}b");
            assert_eq!(without_controls(&text), "ab", "{control:?}");
        }
        assert_eq!(without_controls("\u{202e}\u{2066}"), "");
    }

    #[test]
    fn marks_and_joiners_stay() {
        for text in [
            "שלום\u{200f}!",
            "\u{200e}a",
            "\u{61c}١",
            "👩\u{200d}🌾",
            "می\u{200c}خواهم",
            "Pão",
        ] {
            assert!(matches!(without_controls(text), Cow::Borrowed(same) if same == text));
        }
    }
}
