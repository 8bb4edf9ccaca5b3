//! Plain text that people write into fields of the head.

use domain::direction;
use markup::text;

/// `input` as plain text of at most `limit` characters: tags and scripts dropped, control characters, those that change the
/// order of the text, and runs of whitespace replaced by one space. Entities are decoded, so the text must be escaped wherever it is written into HTML.
pub fn plain(input: &str, limit: usize) -> String {
    // Entities can hold control characters too, so they are replaced before and after decoding.
    let read = text::plain(&without_control(input));
    truncated(&folded(&without_control(&read)), limit)
}

fn without_control(input: &str) -> String {
    let spaced = |one: char| {
        if one.is_control() || direction::is_control(one) {
            ' '
        } else {
            one
        }
    };
    input.chars().map(spaced).collect()
}

/// The first `limit` characters of `input`, without whitespace at the end.
pub fn truncated(input: &str, limit: usize) -> String {
    let end = input
        .char_indices()
        .nth(limit)
        .map_or(input.len(), |(at, _)| at);
    input.get(..end).unwrap_or(input).trim_end().to_owned()
}

/// `input` with runs of whitespace replaced by one space and none at its ends.
pub fn folded(input: &str) -> String {
    let mut folded = String::with_capacity(input.len());
    for word in input.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tags_scripts_and_control_characters_are_dropped() {
        assert_eq!(
            plain(
                " <b>Café</b>\u{7} &amp; \n p&atilde;o<script>x()</script> ",
                50
            ),
            "Café & pão"
        );
    }

    #[test]
    fn the_limit_counts_characters() {
        assert_eq!(plain("ação é boa", 4), "ação");
        assert_eq!(plain("ação é boa", 5), "ação");
        assert_eq!(truncated("abc", 0), "");
    }

    #[test]
    fn whitespace_is_folded() {
        assert_eq!(folded("  a \n b  "), "a b");
        assert_eq!(folded(" "), "");
    }

    proptest! {
        #[test]
        fn plain_text_keeps_its_limit_and_has_no_control_characters(
            input in "(\\PC|\\p{Cc}|<[a-z]{1,5}>|&lt;|&#7;|&#x0;){0,60}", limit in 0_usize..40
        ) {
            let text = plain(&input, limit);
            prop_assert!(text.chars().count() <= limit);
            prop_assert!(!text.contains(char::is_control));
        }
    }
}
