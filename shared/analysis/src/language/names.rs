//! Proper names and acronyms.

use std::ops::Range;

use super::classes::Classes;
use crate::text::{Text, Word};

/// Longest run of capitals that counts as an acronym.
const ACRONYM_LETTERS: usize = 8;

/// A name: its words, whose folded forms identify it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// Indexes of its words.
    pub words: Range<usize>,
}

impl Name {
    /// The identity of the name: its folded words.
    pub fn key(&self, text: &Text) -> String {
        let words = text.words(self.words.clone());
        words
            .iter()
            .map(|word| text.folded(word))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Whether a word is an acronym: two or more letters, all capitals.
pub(crate) fn is_acronym(word: &Word) -> bool {
    word.is_all_capitals() && word.end - word.start <= ACRONYM_LETTERS
}

/// Whether a word at this place is written as a name. The first word of a sentence begins with a capital in any case,
/// so there only acronyms count, and words before another capitalised one.
fn begins_name(text: &Text, index: usize, range: &Range<usize>, opens: bool) -> bool {
    let Some(word) = text.word(index) else {
        return false;
    };
    if word.is_address() || !word.is_capitalised() || word.end - word.start < 2 {
        return false;
    }
    if is_acronym(word) {
        return true;
    }
    if !opens {
        return !(word.breaks_before() && is_ordinary(word));
    }
    let next = text
        .word(index + 1)
        .filter(|_| range.contains(&(index + 1)));
    !is_ordinary(word)
        && next.is_some_and(|next| {
            next.is_capitalised() && !next.breaks_before() && next.end - next.start > 1
        })
}

/// Whether the word is in the lists of common words.
fn is_ordinary(word: &Word) -> bool {
    word.is(Classes::FUNCTION)
        || word.is(Classes::STOP)
        || word.is(Classes::CONNECTOR)
        || word.is(Classes::OPENING_CONNECTOR)
        || word.is(Classes::CUE)
}

/// The names of a sentence or block.
pub(crate) fn of(text: &Text, range: Range<usize>) -> Vec<Name> {
    if is_shouted(text, range.clone()) {
        return Vec::new();
    }
    let mut names: Vec<Name> = Vec::new();
    let mut index = range.start;
    while index < range.end {
        if !begins_name(text, index, &range, index == range.start) {
            index += 1;
            continue;
        }
        let mut end = index + 1;
        while end < range.end {
            let continues = text
                .word(end)
                .is_some_and(|word| word.is_capitalised() && !word.breaks_before());
            if !continues {
                break;
            }
            end += 1;
        }
        names.push(Name { words: index..end });
        index = end;
    }
    names
}

/// Whether most words are written in capitals, so that capitals mark no names.
fn is_shouted(text: &Text, range: Range<usize>) -> bool {
    let words = text.words(range);
    let capitals = words.iter().filter(|word| word.is_all_capitals()).count();
    words.len() > 3 && capitals * 2 > words.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn names(sentence: &str) -> Vec<String> {
        let mut text = Text::default();
        let segment = text.add(sentence, Splitting::Prose);
        of(&text, segment.words)
            .iter()
            .map(|name| name.key(&text))
            .collect()
    }

    #[test]
    fn names_and_acronyms_are_found() {
        assert_eq!(
            names("Segundo o Banco Central do Brasil, o IBGE e Maria Silva concordam."),
            ["banco central", "brasil", "ibge", "maria silva"]
        );
        assert_eq!(
            names("ANEEL publica a regra em Brasília."),
            ["aneel", "brasilia"]
        );
        assert_eq!(names("Maria Silva mora longe."), ["maria silva"]);
    }

    #[test]
    fn a_capital_at_the_start_is_no_name() {
        assert!(names("Painéis custam R$ 500 hoje.").is_empty());
        assert!(names("ATENÇÃO NÃO TOQUE NA CAIXA").is_empty());
    }
}
