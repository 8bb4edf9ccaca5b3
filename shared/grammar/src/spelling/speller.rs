//! Checks the words of a text, each distinct word once.

use std::collections::{HashMap, HashSet};

use step_budget::{Budget, Stopped};

use super::{Accept, OwnWords, Suggester, Words};
use crate::sentence::Hit;
use crate::tokens::{Token, TokenKind};

/// Words of English and French running text: unknown words beside them are foreign.
const FOREIGN: [&str; 44] = [
    "the", "of", "and", "to", "for", "with", "you", "your", "is", "on", "my", "we", "this", "that",
    "from", "by", "at", "what", "who", "how", "all", "not", "are", "it", "in", "be", "was", "will",
    "have", "has", "his", "her", "our", "les", "la", "le", "et", "des", "du", "el", "los", "y",
    "und", "der",
];

/// Words for which suggestions are computed in one call; the others are reported without.
const SUGGESTED: usize = 150;

/// Different words whose acceptance is kept, so that memory does not grow with the text.
const KEPT: usize = 20_000;

/// Steps of looking up a word.
const STEPS_OF_LOOK_UP: u64 = 20;
/// Steps of the search for words near an unknown one.
const STEPS_OF_SEARCH: u64 = 100;
/// Steps of the suggestions for a word: several searches, and look-ups of respelt forms.
const STEPS_OF_SUGGESTIONS: u64 = 1_000;

/// A spelling check of one text.
pub(crate) struct Speller<'a> {
    accept: Accept<'a>,
    own: &'a OwnWords,
    suggester: &'a Suggester,
    budget: &'a Budget,
    /// Distinct words and whether they are accepted.
    known: HashMap<String, bool>,
    suggestions: HashMap<String, Vec<String>>,
    /// Words in lower case with a capital in the text, and whether they are misspelt rather than names.
    misspelt: HashMap<String, bool>,
    /// Words that the text writes with a capital within a sentence: names, also where a sentence begins with one.
    names: HashSet<String>,
}

impl<'a> Speller<'a> {
    pub fn new(
        accept: Accept<'a>,
        own: &'a OwnWords,
        suggester: &'a Suggester,
        budget: &'a Budget,
    ) -> Self {
        Self {
            accept,
            own,
            suggester,
            budget,
            misspelt: HashMap::new(),
            known: HashMap::new(),
            suggestions: HashMap::new(),
            names: HashSet::new(),
        }
    }

    /// Records `token`, which follows `before` in a block, if it is a name.
    pub fn note_name(&mut self, before: &Token<'_>, token: &Token<'_>) {
        if token.is_word()
            && token.is_capitalised()
            && (before.is_word() || before.text == ",")
            && !self.names.contains(token.text)
        {
            self.names.insert(token.text.to_owned());
        }
    }

    fn accepts(&mut self, word: &str) -> Result<bool, Stopped> {
        if let Some(known) = self.known.get(word) {
            return Ok(*known);
        }
        self.budget.spend(STEPS_OF_LOOK_UP)?;
        let accepted = self.own.accepts(word) || self.accept.accepts(word);
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(word.to_owned(), accepted);
        Ok(accepted)
    }

    /// Whether a word with a capital is misspelt rather than a name.
    fn is_surely_misspelt(&mut self, lower: &str) -> Result<bool, Stopped> {
        if let Some(known) = self.misspelt.get(lower) {
            return Ok(*known);
        }
        self.budget.spend(STEPS_OF_SEARCH)?;
        let misspelt = self.suggester.is_surely_misspelt(&self.accept, lower);
        if self.misspelt.len() >= KEPT {
            self.misspelt.clear();
        }
        self.misspelt.insert(lower.to_owned(), misspelt);
        Ok(misspelt)
    }

    /// The misspelt words of a part of a block.
    ///
    /// # Errors
    /// [`Stopped`] when the budget ends.
    pub fn check(&mut self, tokens: &[Token<'_>]) -> Result<Vec<Hit>, Stopped> {
        let unknown: Vec<bool> = tokens
            .iter()
            .map(|token| {
                let checked = token.kind == TokenKind::Word && token.text.chars().nth(1).is_some();
                Ok(checked && !self.accepts(token.text)?)
            })
            .collect::<Result<_, Stopped>>()?;
        let quoted = short_quotes(tokens);
        let mut hits = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if !unknown.get(index).copied().unwrap_or(false)
                || token.marked
                || quoted.contains(&index)
            {
                continue;
            }
            if is_foreign_context(self.accept.words, tokens, &unknown, index)
                || self.is_name(tokens, index)?
            {
                continue;
            }
            let suggestions = self.suggest(token.text)?;
            hits.push(Hit {
                start: token.start,
                end: token.end,
                suggestions,
            });
        }
        Ok(hits)
    }

    fn suggest(&mut self, word: &str) -> Result<Vec<String>, Stopped> {
        if let Some(known) = self.suggestions.get(word) {
            return Ok(known.clone());
        }
        if self.suggestions.len() >= SUGGESTED {
            return Ok(Vec::new());
        }
        self.budget.spend(STEPS_OF_SUGGESTIONS)?;
        let found = self.suggester.suggest(&self.accept, word);
        self.suggestions.insert(word.to_owned(), found.clone());
        Ok(found)
    }

    /// Whether an unknown word is a name or an abbreviation rather than a misspelling.
    fn is_name(&mut self, tokens: &[Token<'_>], index: usize) -> Result<bool, Stopped> {
        let Some(token) = tokens.get(index) else {
            return Ok(true);
        };
        if !token.text.chars().any(char::is_uppercase) {
            // An abbreviation ends with a dot inside the sentence.
            let dot = tokens
                .get(index + 1)
                .is_some_and(|next| next.text == "." && !next.spaced);
            let goes_on = tokens.get(index + 2).is_some_and(|next| {
                next.text
                    .starts_with(|first: char| first.is_lowercase() || first.is_ascii_digit())
            });
            return Ok(dot && goes_on && token.text.chars().count() <= 5);
        }
        if token.text.chars().skip(1).any(char::is_uppercase) {
            // Abbreviations and brands: PMs, iPhone, YouTube. A long word in capitals is a headline.
            let headline = token.is_all_capitals() && token.text.chars().count() > 5;
            return Ok(!(headline && self.is_surely_misspelt(&token.lower)?));
        }
        if !token.is_capitalised() {
            return Ok(true);
        }
        let first = index == 0
            || tokens.get(index - 1).is_some_and(|before| {
                !before.is_word() && before.text != "," && before.kind != TokenKind::Number
            });
        if !first || self.names.contains(token.text) {
            return Ok(true);
        }
        // A capital begins the sentence: a name when a capital follows, or when nothing near is in use.
        let next_capital = tokens
            .get(index + 1)
            .is_some_and(|next| next.is_word() && next.is_capitalised());
        Ok(next_capital || !self.is_surely_misspelt(&token.lower)?)
    }
}

/// Tokens in quotation marks around at most three words.
fn short_quotes(tokens: &[Token<'_>]) -> HashSet<usize> {
    let mut quoted = HashSet::new();
    for (index, token) in tokens.iter().enumerate() {
        let closing = match token.text {
            "\"" | "”" | "“" => ["\"", "”"],
            "'" | "‘" | "’" => ["'", "’"],
            "«" => ["»", "»"],
            _ => continue,
        };
        let end = tokens
            .iter()
            .enumerate()
            .skip(index + 1)
            .take(5)
            .find(|(_, other)| closing.contains(&other.text));
        if let Some((end, _)) = end {
            let words = tokens
                .get(index + 1..end)
                .unwrap_or_default()
                .iter()
                .filter(|inner| inner.is_word())
                .count();
            if (1..=3).contains(&words) {
                quoted.extend(index + 1..end);
            }
        }
    }
    quoted
}

/// Whether unknown words or foreign function words stand beside an unknown word.
fn is_foreign_context(words: &Words, tokens: &[Token<'_>], unknown: &[bool], index: usize) -> bool {
    let from = index.saturating_sub(2);
    let window = from..=index + 2;
    let foreign = window
        .clone()
        .filter(|at| *at != index)
        .filter_map(|at| tokens.get(at))
        .filter(|token| {
            let word = token.lower.as_str();
            words.english.contains(word)
                || (FOREIGN.contains(&word) && !matches!(word, "la" | "le" | "des" | "e"))
        })
        .count();
    let others = window
        .filter(|at| *at != index && unknown.get(*at).copied().unwrap_or(false))
        .count();
    foreign >= 1 || others >= 3
}
