//! Characters that show nothing, so that a text of them alone looks empty, and a sign behind them looks like the first one.

/// Whether a character shows nothing: those that Unicode lets a program ignore when it cannot show them (property
/// `Default_Ignorable_Code_Point`, Unicode Standard, section 5.21), and the Braille pattern without dots. Blanks and controls,
/// which have properties of their own, are none.
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_show_nothing_are_told_from_letters_blanks_and_signs() {
        for character in [
            '\u{ad}',
            '\u{200b}',
            '\u{200d}',
            '\u{2060}',
            '\u{2800}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            assert!(is_invisible(character), "{character:?}");
        }
        for character in [
            'a', 'ã', '\u{301}', ' ', '\u{a0}', '\u{3000}', '\n', '=', '-', '⠁', '한', '❤',
        ] {
            assert!(!is_invisible(character), "{character:?}");
        }
    }
}
