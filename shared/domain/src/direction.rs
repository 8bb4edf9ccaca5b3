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

/// A title or name in HTML without such characters, also where they are numeric character references, which a browser
/// reads with and without a semicolon (HTML Living Standard, section 13.2.5.80). A reference becomes a blank, so that what
/// is around it joins to no other one.
pub fn without_written_controls(html: &str) -> Cow<'_, str> {
    let bare = without_controls(html);
    let (mut kept, mut is_changed) = (String::new(), false);
    let mut rest = &*bare;
    while let Some((before, from)) = rest.split_once("&#") {
        let (number, after) = reference(from);
        kept.push_str(before);
        if number.and_then(char::from_u32).is_some_and(is_control) {
            kept.push(' ');
            is_changed = true;
            rest = after;
        } else {
            kept.push_str("&#");
            rest = from;
        }
    }
    if !is_changed {
        return bare;
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// The number after `&#`, and what follows the reference.
fn reference(text: &str) -> (Option<u32>, &str) {
    let (digits, radix) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let after = digits.trim_start_matches(|one: char| one.is_digit(radix));
    let number = digits.strip_suffix(after).unwrap_or_default();
    let number = u32::from_str_radix(number, radix).ok();
    (number, after.strip_prefix(';').unwrap_or(after))
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
    fn references_to_controls_become_blanks() {
        for control in [
            "&#8238;",
            "&#x202E;",
            "&#X202e;",
            "&#8238",
            "&#0008238;",
            "&#x2066;",
        ] {
            let text = format!("a{control} b");
            assert_eq!(without_written_controls(&text), "a  b", "{control}");
        }
        assert_eq!(without_written_controls("a&#82\u{202e}38;b"), "a b");
        assert_eq!(without_written_controls("a&#82&#8238;38;b"), "a&#82 38;b");
        for text in [
            "R&#D",
            "&#8211; &#x20ac;",
            "&#",
            "&#;",
            "&#99999999999;",
            "a &#82380; b",
        ] {
            assert!(matches!(without_written_controls(text), Cow::Borrowed(same) if same == text));
        }
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
