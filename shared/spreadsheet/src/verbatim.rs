//! Texts that spreadsheet programs show and never calculate (<https://owasp.org/www-community/attacks/CSV_Injection>).

use std::borrow::Cow;

use domain::invisible::is_invisible;

/// Characters that separate cells or rows in one program or another.
const SEPARATORS: [char; 13] = [
    ',', ';', '，', '；', '\t', '|', '\r', '\n', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
];

/// Beginnings of formulas, with their full-width and small forms, which programs in East Asia take for the same.
const SIGNS: [char; 13] = [
    '=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−',
];

/// `text` with an apostrophe where a cell would be calculated: at its beginning and after every separator, for a program may
/// read a file with another separator than it was written with, and then each part of the text is a cell of its own. Blanks,
/// invisible characters and quotation marks before a sign do not hide it. A leading tab or line break is marked as well.
#[must_use]
pub fn verbatim(text: &str) -> Cow<'_, str> {
    if !text.contains(SIGNS) && !text.starts_with(SEPARATORS) {
        return Cow::Borrowed(text);
    }
    let mut marked = String::with_capacity(text.len() + 2);
    if text.starts_with(['\t', '\r', '\n']) {
        marked.push('\'');
    }
    for part in text.split_inclusive(SEPARATORS) {
        if part.trim_start_matches(is_passed_over).starts_with(SIGNS) {
            marked.push('\'');
        }
        marked.push_str(part);
    }
    Cow::Owned(marked)
}

/// Whether a character may stand between the beginning of a cell and its formula.
fn is_passed_over(c: char) -> bool {
    let is_separator = SEPARATORS.contains(&c);
    c == '"' || is_invisible(c) || (!is_separator && (c.is_whitespace() || c.is_control()))
}

/// Whether all of `text` is a decimal number with or without a sign: programs show it as that number, and nothing else of it
/// is calculated.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole) && is_digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_marked_at_the_beginning() {
        for text in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "＝1",
            "＋1",
            "－1",
            "＠1",
            " =1",
            "\u{a0}=1",
            "\u{feff}=1",
            "\u{200b}=1",
            "\u{3164}=1",
            "\u{2800}=1",
            "\u{e0041}=1",
            "\0=1",
            "\"=1\"",
            "\" =1",
            "\t1",
            "\r1",
            "\n1",
            "+55 11 91234-5678",
        ] {
            assert_eq!(verbatim(text), format!("'{text}"), "{text:?}");
        }
    }

    #[test]
    fn formulas_are_marked_after_every_separator() {
        for separator in SEPARATORS {
            for formula in [
                "=cmd|' /C calc'!A0",
                "+1",
                "-1",
                "@A1",
                "＝1",
                " =1",
                "\"=1",
                "\u{feff}=1",
            ] {
                let text = format!("a{separator}{formula}{separator}b");
                let marked = format!("a{separator}'{formula}{separator}b");
                assert_eq!(verbatim(&text), marked);
            }
        }
        assert_eq!(verbatim("\t=1"), "'\t'=1");
        assert_eq!(verbatim("=1;=2\r\n=3"), "'=1;'=2\r\n'=3");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "",
            "a=b",
            "São Paulo - SP",
            "1 + 1",
            "a, b; c",
            "ana@exemplo.com.br",
            "'=1",
            "x|y",
            "a\r\nb",
            "10:30-11:00",
        ] {
            assert!(
                matches!(verbatim(text), Cow::Borrowed(_)) || verbatim(text) == text,
                "{text:?}"
            );
            assert_eq!(verbatim(text), text);
        }
    }

    #[test]
    fn numbers_are_decimal_and_whole() {
        for number in ["5", "-5", "+1.5", "-1,5", "007"] {
            assert!(is_number(number), "{number}");
        }
        for text in [
            "", "-", "+", "1.", ".5", "-inf", "+nan", "1e5", "-1,2,3", "-5 ", "=5", "-١",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }
}
