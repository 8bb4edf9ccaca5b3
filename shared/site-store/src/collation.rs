//! Sort keys of titles: the primary weights of the Unicode Collation Algorithm, version 5.2, as in
//! MySQL's `utf8mb4_unicode_520_ci`, the collation of deployed systems' databases. Punctuation sorts
//! before symbols, symbols before digits, digits before letters; case and accents are ignored.

use std::sync::LazyLock;

use crate::fold::fold;

/// Characters that sort before the digits, in order and separated by spaces; adjacent characters
/// without a space between them have equal weight. U+2190 marks the position of [`SYMBOLS`].
const BEFORE_DIGITS: &str = "` ´ ^ ¯ ¨ ¸ _ \u{AD} - \u{2010}\u{2011} \u{2012} – — \u{2015} \
    , ; : ! ¡ ? ¿ ‽ . · ' ‘ ’ ‚ ‛ ‹ › \" “ ” „ ‟ « » ( ) [ ] { } § ¶ © ® @ * / \u{2044} \\ & # % ‰ \
    † ‡ • ‣ ′ ‵ ※ ° + ± ÷ × < = > ¬ | ¦ ‖ ~ \u{2212} \u{2190} ¤ ¢ $ £ ¥ \u{20A0} \u{20A1} \u{20A2} \
    \u{20A3} \u{20A4} \u{20A5} \u{20A6} \u{20A7} \u{20A9} \u{20AA} \u{20AB} € \u{20AD} \u{20AE} \
    \u{20AF} \u{20B0} \u{20B1} \u{20B2} \u{20B3} \u{20B4} \u{20B5} \u{20B8}";

/// Arrows, mathematical operators, shapes and dingbats, sorted by code point.
const SYMBOLS: std::ops::RangeInclusive<char> = '\u{2190}'..='\u{27BF}';

/// Weight of white space: the lowest.
const SPACE: u8 = 1;

/// Weights of the characters below U+2220; 0 for characters without a weight of their own.
static WEIGHTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut weights = vec![0; 0x2220];
    let mut give = |character: char, weight: u8| {
        if let Some(place) = weights.get_mut(character as usize) {
            *place = weight;
        }
    };
    let mut weight = SPACE;
    for equals in BEFORE_DIGITS.split_whitespace() {
        weight += 1;
        for character in equals.chars() {
            give(character, weight);
        }
    }
    for character in ('0'..='9').chain('a'..='z') {
        weight += 1;
        give(character, weight);
    }
    weights
});

fn weight(character: char) -> u8 {
    let place = character as usize;
    WEIGHTS.get(place).copied().unwrap_or_default()
}

/// Sort key of a name as it was entered.
pub(crate) fn name_key(name: &str) -> Vec<u8> {
    sort_key(&fold(name))
}

/// Sort key of `text`, which must be folded ([`fold`]); keys compare byte by byte.
pub(crate) fn sort_key(text: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(text.len());
    for character in text.trim_end().chars() {
        match character {
            _ if character.is_whitespace() => key.push(SPACE),
            '…' => key.extend([weight('.'); 3]),
            '¹' => key.push(weight('1')),
            '²' => key.push(weight('2')),
            '³' => key.push(weight('3')),
            // Control characters, direction marks and joiners have no weight.
            _ if character.is_control() => {}
            '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' => {}
            _ => match weight(character) {
                0 if SYMBOLS.contains(&character) => {
                    key.push(weight(*SYMBOLS.start()));
                    push_code_point(character, &mut key);
                }
                // All weights are below the first byte of an encoded character outside ASCII.
                0 => push_code_point(character, &mut key),
                weight => key.push(weight),
            },
        }
    }
    key
}

fn push_code_point(character: char, key: &mut Vec<u8>) {
    key.extend(character.encode_utf8(&mut [0; 4]).bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the order in which MariaDB 10.11 sorts them (`ORDER BY title, id` on a column of that
    /// collation).
    const SORTED: [&str; 40] = [
        "",
        " Antes",
        "`Crase`",
        "_Sublinhado",
        "-5 graus",
        "– Traço",
        "— Travessão",
        ", e agora",
        "; fim",
        "!Já",
        "¡Ya!",
        "?Quem",
        "¿Quién?",
        "...e assim",
        "'Aspas'",
        "‘Simples’",
        "\"Duplas\"",
        "“Curvas”",
        "«Francesas»",
        "(Parênteses)",
        "[Colchetes]",
        "{Chaves}",
        "§ 1",
        "@arroba",
        "*Estrela",
        "/barra",
        "&c.",
        "#tag",
        "%",
        "† Saudade",
        "° grau",
        "+1",
        "= igual",
        "★ Estrela",
        "$ 5",
        "€ 5",
        "0",
        "10 receitas",
        "9 receitas",
        "a",
    ];

    #[test]
    fn titles_sort_as_the_databases_of_deployed_systems_sort_them() {
        let keys: Vec<_> = SORTED.iter().map(|title| name_key(title)).collect();
        for (pair, titles) in keys.windows(2).zip(SORTED.windows(2)) {
            assert!(pair[0] < pair[1], "{titles:?}");
        }
    }

    #[test]
    fn letters_come_last_and_other_alphabets_after_latin() {
        let sorted = [
            "9",
            "Água",
            "Árvore",
            "bola",
            "Zebra",
            "Ωμέγα",
            "москва",
            "北京",
            "😀",
        ];
        let keys: Vec<_> = sorted.iter().map(|title| name_key(title)).collect();
        assert!(keys.is_sorted(), "{keys:?}");
    }

    #[test]
    fn case_accents_and_trailing_blanks_make_no_difference() {
        for (one, other) in [
            ("Ação", "ACAO"),
            ("São  ", "sao"),
            ("Straße", "STRASSE"),
            ("œuvre", "OEUVRE"),
            ("e…", "e..."),
            ("m²", "m2"),
            ("a\u{200B}b", "ab"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        assert_ne!(sort_key("a b"), sort_key("ab"));
    }

    #[test]
    fn weights_stay_below_the_first_bytes_of_other_characters() {
        assert!(WEIGHTS.iter().all(|weight| *weight < 0xC2));
        assert!(weight('z') > weight('9') && weight('9') > weight('€'));
    }
}
