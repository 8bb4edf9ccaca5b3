//! Cuts blocks and sentences that are longer than any in edited texts, so that rules see a bounded number of tokens.

use std::sync::Arc;

use crate::block::Block;
use crate::lexicon::Morphology;
use crate::tokens::{Token, Tokens, sentence_starts};

/// Most tokens of a part: about thirty paragraphs of a newspaper.
pub(crate) const PART: usize = 2_000;
/// Most tokens that rules see as one sentence. Rules look from a word through its whole sentence, so that a text without
/// full stops costs at most this many times its length.
pub(crate) const SENTENCE: usize = 250;

/// Reads a block in parts of whole sentences.
pub(crate) struct Parts<'a> {
    tokens: Tokens<'a>,
    /// Tokens that are read and not handed out.
    ahead: Vec<Token<'a>>,
}

impl<'a> Parts<'a> {
    /// The parts of `block`.
    pub fn of(block: &'a Block) -> Self {
        Self {
            tokens: Tokens::of(block),
            ahead: Vec::new(),
        }
    }

    /// The next part; `None` at the end.
    pub fn next(
        &mut self,
        lexicon: &mut dyn FnMut(&str) -> Arc<Morphology>,
    ) -> Option<Vec<Token<'a>>> {
        // One more than a part shows whether the block ends with it.
        while self.ahead.len() <= PART {
            match self.tokens.next(lexicon) {
                Some(token) => self.ahead.push(token),
                None => {
                    let rest = std::mem::take(&mut self.ahead);
                    return (!rest.is_empty()).then_some(rest);
                }
            }
        }
        let behind = self.ahead.split_off(cut(&self.ahead));
        Some(std::mem::replace(&mut self.ahead, behind))
    }
}

/// Where to cut `tokens`, which are more than a part: the last beginning of a sentence outside of quotes and brackets, or else
/// the last beginning of a sentence, in the second half of the part; without one, its end.
fn cut(tokens: &[Token<'_>]) -> usize {
    let starts = sentence_starts(tokens);
    let half = starts.partition_point(|start| *start <= PART / 2);
    let end = starts.partition_point(|start| *start <= PART);
    let candidates = starts.get(half..end).unwrap_or_default();
    let mut open = Open::default();
    let mut outside = None;
    let mut read = 0;
    for start in candidates {
        for token in tokens.get(read..*start).unwrap_or_default() {
            open.read(token);
        }
        read = *start;
        if open.is_none() {
            outside = Some(*start);
        }
    }
    outside.or(candidates.last().copied()).unwrap_or(PART)
}

/// Quotes and brackets that are open.
#[derive(Default)]
struct Open {
    quote: bool,
    brackets: usize,
}

impl Open {
    fn read(&mut self, token: &Token<'_>) {
        match token.text {
            "“" | "«" => self.quote = true,
            "”" | "»" => self.quote = false,
            "\"" => self.quote = !self.quote,
            "(" => self.brackets += 1,
            ")" => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
    }

    const fn is_none(&self) -> bool {
        !self.quote && self.brackets == 0
    }
}

/// The sentences of a part; one of more than [`SENTENCE`] tokens in pieces, cut behind a comma or semicolon if there is one.
pub(crate) fn sentences<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut found = Vec::new();
    let starts = sentence_starts(tokens);
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(tokens.len());
        let mut rest = tokens.get(*start..end).unwrap_or_default();
        while let Some(window) = rest.get(..SENTENCE).filter(|_| rest.len() > SENTENCE) {
            let comma = window
                .iter()
                .rposition(|token| matches!(token.text, "," | ";"));
            let length = comma
                .map(|at| at + 1)
                .filter(|length| *length > SENTENCE / 2)
                .unwrap_or(SENTENCE);
            let (piece, behind) = rest.split_at(length);
            found.push(piece);
            rest = behind;
        }
        found.push(rest);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Format, blocks};

    fn parts(text: &str) -> Vec<Vec<String>> {
        let blocks = blocks(text, Format::Plain);
        let mut parts = Parts::of(blocks.first().unwrap());
        let mut none = |_: &str| Arc::default();
        let mut found = Vec::new();
        while let Some(part) = parts.next(&mut none) {
            found.push(part.iter().map(|token| token.text.to_owned()).collect());
        }
        found
    }

    #[test]
    fn a_block_of_usual_length_is_one_part() {
        assert_eq!(parts("Um texto. Outro texto.").len(), 1);
        assert_eq!(parts(&"a ".repeat(PART)).len(), 1);
        assert_eq!(parts(&"a ".repeat(PART + 1)).len(), 2);
    }

    #[test]
    fn parts_hold_every_token_once_and_end_with_a_sentence() {
        let text = "A casa é bonita hoje. ".repeat(2_000);
        let parts = parts(&text);
        assert_eq!(parts.concat().len(), 2_000 * 6);
        assert!(parts.iter().all(|part| part.len() <= PART));
        assert!(
            parts
                .iter()
                .all(|part| part.last().map(String::as_str) == Some("."))
        );
    }

    #[test]
    fn a_quotation_or_parenthesis_is_not_cut_where_another_place_is_near() {
        for (open, close) in [("“", "”"), ("\"", "\""), ("(", ")")] {
            let sentences = "A casa é bonita hoje. ".repeat(20);
            let text = format!("Ele disse: {open}{sentences}Fim.{close} Sim. ").repeat(40);
            for part in parts(&text) {
                let count = |mark: &str| part.iter().filter(|token| *token == mark).count();
                assert_eq!(count(open), count(close), "{open}");
                assert_eq!(
                    count(open) % 2,
                    if open == close { 0 } else { count(open) % 2 }
                );
            }
        }
    }

    #[test]
    fn a_sentence_without_end_is_cut_behind_a_comma() {
        let blocks = blocks(&"casa grande, ".repeat(500), Format::Plain);
        let mut none = |_: &str| Arc::default();
        let part = Parts::of(blocks.first().unwrap()).next(&mut none).unwrap();
        let sentences = sentences(&part);
        assert!(sentences.iter().all(|one| one.len() <= SENTENCE));
        assert_eq!(
            sentences.iter().map(|one| one.len()).sum::<usize>(),
            part.len()
        );
        assert!(
            sentences
                .iter()
                .all(|one| one.last().is_some_and(|token| token.text == ","))
        );
    }
}
