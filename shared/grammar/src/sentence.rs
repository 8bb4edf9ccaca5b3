//! What rules see: a run of tokens with access to the lexicon.

use crate::lexicon::Lexicon;
use crate::tokens::Token;

/// The tokens of a sentence, or of a whole block for rules about spacing and punctuation.
pub(crate) struct Sentence<'a> {
    /// The text of the block.
    pub text: &'a str,
    pub tokens: &'a [Token<'a>],
    pub lexicon: &'a Lexicon,
}

/// A place at which a rule fires, in bytes of the block's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub start: usize,
    pub end: usize,
    pub suggestions: Vec<String>,
}

impl<'a> Sentence<'a> {
    pub fn get(&self, index: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(index)
    }

    /// The token before `index`.
    pub fn before(&self, index: usize) -> Option<&'a Token<'a>> {
        index
            .checked_sub(1)
            .and_then(|before| self.tokens.get(before))
    }

    /// Whether the token at `index` is one of `words`.
    pub fn is_any(&self, index: usize, words: &[&str]) -> bool {
        self.get(index).is_some_and(|token| token.is_any(words))
    }

    /// Whether the sentence ends with a question mark.
    pub fn is_question(&self) -> bool {
        self.tokens
            .iter()
            .rev()
            .take(2)
            .any(|token| token.text.starts_with('?'))
    }

    /// A hit over the tokens from `first` to `last`, both included. A suggestion takes the capital of the first one.
    pub fn hit<const N: usize>(
        &self,
        first: usize,
        last: usize,
        suggestions: [String; N],
    ) -> Option<Hit> {
        let (start, end) = (self.get(first)?, self.get(last)?);
        let suggestions = suggestions
            .into_iter()
            .map(|text| with_case(start, text))
            .collect();
        Some(Hit {
            start: start.start,
            end: end.end,
            suggestions,
        })
    }
}

/// `text` with a capital first letter where `model` has one.
pub(crate) fn with_case(model: &Token<'_>, text: String) -> String {
    if !model.is_capitalised() {
        return text;
    }
    if model.is_all_capitals() {
        return text.to_uppercase();
    }
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
