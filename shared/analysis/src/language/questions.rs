//! Question headings: a heading that ends with a question mark or begins with an interrogative.

use crate::text::characters::folded;

const INTERROGATIVES: [&str; 18] = [
    "o que", "que", "quem", "qual", "quais", "quando", "quanto", "quantos", "quanta", "quantas",
    "onde", "aonde", "como", "por que", "porque", "pra que", "para que", "sera que",
];

const PREPOSITIONS: [&str; 9] = [
    "a", "de", "com", "em", "para", "por", "ate", "desde", "sobre",
];

const AFTER_PREPOSITION: [&str; 7] = ["que", "quem", "qual", "quais", "quando", "quanto", "onde"];

/// Whether a heading is a question.
pub(crate) fn is_question(heading: &str) -> bool {
    if ends_with_mark(heading) {
        return true;
    }
    let folded = folded(without_numbering(heading));
    let mut words = folded
        .split(|one: char| !one.is_alphanumeric() && !matches!(one, '-' | '\''))
        .filter(|word| !word.is_empty());
    let (first, second) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    INTERROGATIVES.iter().any(|one| match one.split_once(' ') {
        Some((head, tail)) => head == first && tail == second,
        None => *one == first,
    }) || (PREPOSITIONS.contains(&first) && AFTER_PREPOSITION.contains(&second))
}

/// Whether a text ends with a question mark; closing quotes, brackets and exclamation marks behind it are ignored.
pub(crate) fn ends_with_mark(text: &str) -> bool {
    text.trim_end_matches(|one: char| {
        one.is_whitespace() || matches!(one, '"' | '”' | '’' | '\'' | '»' | ')' | ']' | '!')
    })
    .ends_with('?')
}

/// The heading without its number, emoji and opening marks.
pub(crate) fn without_numbering(heading: &str) -> &str {
    let start = |text: &'_ str| text.find(char::is_alphanumeric).unwrap_or(text.len());
    let trimmed = heading.get(start(heading)..).unwrap_or_default();
    let digits = trimmed
        .find(|one: char| !one.is_ascii_digit())
        .unwrap_or(trimmed.len());
    let behind = trimmed.get(digits..).unwrap_or_default();
    let numbered = (1..=3).contains(&digits)
        && behind
            .trim_start()
            .starts_with(['.', ')', '-', '–', '—', ':', 'º', 'ª']);
    if numbered {
        let behind = behind.trim_start_matches(['º', 'ª']);
        behind.get(start(behind)..).unwrap_or_default()
    } else {
        trimmed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_recognised() {
        for heading in [
            "1. O que é MEI",
            "Vale a pena?",
            "De onde vem a luz",
            "2) Quanto custa um painel",
            "3 – Por que investir",
            "“Posso vender?”",
            "¿Qual escolher",
            "💡 Quais são os tipos",
            "Será que compensa",
            "Como empresa, crescemos",
            "Funciona à noite?!",
            "QUANTO CUSTA",
        ] {
            assert!(is_question(heading), "{heading}");
        }
    }

    #[test]
    fn other_headings_are_not() {
        for heading in [
            "Comodidade em casa",
            "Vantagens",
            "Posso vender energia",
            "10 dicas",
            "Queijos e vinhos",
            "",
        ] {
            assert!(!is_question(heading), "{heading}");
        }
    }

    #[test]
    fn numbering_is_removed() {
        assert_eq!(without_numbering("1. O que é"), "O que é");
        assert_eq!(without_numbering("2024 em números"), "2024 em números");
        assert_eq!(without_numbering("10 dicas"), "10 dicas");
        assert_eq!(without_numbering("1º – Fim"), "Fim");
    }
}
