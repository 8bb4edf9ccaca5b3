//! Terms of a search (docs/interface/site/posts.md#search-in-lists).

use crate::fold::fold;

/// Above this number of terms, the search text is one phrase.
const MOST_TERMS: usize = 9;

/// Words too common to be searched for, folded: of English, and of Portuguese on sites in
/// Portuguese.
const ENGLISH: &[&str] = &[
    "about", "an", "are", "as", "at", "be", "by", "com", "for", "from", "how", "in", "is", "it",
    "of", "on", "or", "that", "the", "this", "to", "was", "what", "when", "where", "who", "will",
    "with", "www",
];
const PORTUGUESE: &[&str] = &[
    "ao", "aos", "as", "com", "como", "da", "das", "de", "do", "dos", "em", "na", "nas", "no",
    "nos", "o", "onde", "os", "ou", "para", "pela", "pelo", "por", "quando", "que", "quem", "sao",
    "se", "sera", "sobre", "um", "uma", "www",
];

/// Parsed search; all texts are folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Whole search text.
    pub(crate) sentence: String,
    /// Terms that must occur.
    pub(crate) wanted: Vec<String>,
    /// Terms that must not occur.
    pub(crate) unwanted: Vec<String>,
}

/// The terms of a search text that must occur in a text, folded, for marking them in
/// results. `language` is the site's.
pub fn search_words(text: &str, language: &str) -> Vec<String> {
    parse(text, language).map_or_else(Vec::new, |terms| terms.wanted)
}

/// Splits a search text into terms; `None` when nothing is left to search for.
pub(crate) fn parse(text: &str, language: &str) -> Option<Terms> {
    let sentence = fold(text.trim());
    if sentence.is_empty() {
        return None;
    }
    let stop_words = if language.starts_with("pt") {
        PORTUGUESE
    } else {
        ENGLISH
    };
    let mut terms: Vec<String> = split(&sentence)
        .into_iter()
        .filter(|term| {
            let is_letter = term.len() == 1 && term.bytes().all(|b| b.is_ascii_lowercase());
            !is_letter && !stop_words.contains(&term.as_str())
        })
        .collect();
    if terms.is_empty() || terms.len() > MOST_TERMS {
        terms = vec![sentence.clone()];
    }
    let (unwanted, wanted): (Vec<_>, Vec<_>) =
        terms.into_iter().partition(|term| term.starts_with('-'));
    let unwanted = unwanted
        .iter()
        .map(|term| term.trim_start_matches('-').to_owned())
        .filter(|term| !term.is_empty())
        .collect();
    Some(Terms {
        sentence,
        wanted,
        unwanted,
    })
}

/// Splits at spaces, commas and plus signs, keeping quoted phrases together.
fn split(sentence: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut word = String::new();
    let mut characters = sentence.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                let phrase: String = characters.by_ref().take_while(|c| *c != '"').collect();
                // A dash before the quotes excludes the whole phrase.
                let dash = if word == "-" { "-" } else { "" };
                if dash.is_empty() {
                    terms.push(std::mem::take(&mut word));
                }
                word.clear();
                let phrase = phrase.trim();
                if !phrase.is_empty() {
                    terms.push(format!("{dash}{phrase}"));
                }
            }
            ' ' | '\t' | '\n' | '\r' | ',' | '+' => terms.push(std::mem::take(&mut word)),
            other => word.push(other),
        }
    }
    terms.push(word);
    terms.retain(|term| !term.is_empty());
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Vec<String> {
        parse(text, "en_US").map_or_else(Vec::new, |terms| terms.wanted)
    }

    #[test]
    fn terms_phrases_and_exclusions() {
        assert_eq!(wanted("Pão de Queijo"), ["pao", "de", "queijo"]);
        assert_eq!(
            wanted("\"pão de queijo\" quente"),
            ["pao de queijo", "quente"]
        );
        let terms = parse("café -açúcar -\"leite frio\"", "en_US").unwrap();
        assert_eq!(terms.wanted, ["cafe"]);
        assert_eq!(terms.unwanted, ["acucar", "leite frio"]);
    }

    #[test]
    fn common_words_count_only_when_nothing_else_is_left() {
        assert_eq!(wanted("the cat is a pet"), ["cat", "pet"]);
        assert_eq!(wanted("the"), ["the"]);
        assert_eq!(wanted("a b"), ["a b"]);
        assert_eq!(
            parse("como fazer pão", "pt_BR").unwrap().wanted,
            ["fazer", "pao"]
        );
    }

    #[test]
    fn many_terms_are_a_sentence() {
        let text = "x1 x2 x3 x4 x5 x6 x7 x8 x9 x10";
        assert_eq!(wanted(text), [text]);
    }

    #[test]
    fn nothing_to_search_for() {
        assert_eq!(parse("", "en_US"), None);
        assert_eq!(parse("  ", "en_US"), None);
        assert_eq!(parse("\"\"", "en_US").unwrap().wanted, ["\"\""]);
    }
}
