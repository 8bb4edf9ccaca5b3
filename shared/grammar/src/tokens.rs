//! Splits the text of a block into words, numbers and punctuation.

use std::collections::HashMap;
use std::sync::Arc;

use crate::addresses::{Run, is_space};
use crate::block::Block;
use crate::lexicon::{Lexicon, Morphology};
use crate::long_words::is_too_long;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters, with hyphens or apostrophes inside.
    Word,
    /// Digits, with their separators: `1.234,5`, `10h30`, `3º`.
    Number,
    /// An address, e-mail, hashtag, mention, file name or code: never checked.
    Opaque,
    /// One punctuation mark; an ellipsis of dots is one token.
    Mark,
}

/// A word, number or mark with its place.
#[derive(Debug, Clone)]
pub(crate) struct Token<'a> {
    pub text: &'a str,
    /// `text` in lower case.
    pub lower: String,
    pub kind: TokenKind,
    /// Byte range in the block's text.
    pub start: usize,
    pub end: usize,
    /// Whether white space stands before the token.
    pub spaced: bool,
    /// In italics, a quotation element or another language.
    pub marked: bool,
    pub morphology: Arc<Morphology>,
}

impl Token<'_> {
    pub fn is(&self, word: &str) -> bool {
        self.lower == word
    }

    pub fn is_any(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_str())
    }

    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }

    /// Whether the word begins with a capital letter.
    pub fn is_capitalised(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// Whether every letter is a capital and there are at least two.
    pub fn is_all_capitals(&self) -> bool {
        let mut letters = self
            .text
            .chars()
            .filter(|character| character.is_alphabetic());
        letters.clone().count() > 1 && letters.all(char::is_uppercase)
    }
}

/// Reads the tokens of a block, one after the other.
pub(crate) struct Tokens<'a> {
    block: &'a Block,
    /// Bytes read.
    position: usize,
    run: Run<'a>,
}

impl<'a> Tokens<'a> {
    /// The tokens of `block`.
    pub fn of(block: &'a Block) -> Self {
        Self {
            block,
            position: 0,
            run: Run::default(),
        }
    }

    /// The next token; words have the readings that `lexicon` gives them.
    pub fn next(&mut self, lexicon: &mut dyn FnMut(&str) -> Arc<Morphology>) -> Option<Token<'a>> {
        let text = self.block.text.as_str();
        let all = text.get(self.position..)?;
        let rest = all.trim_start_matches(is_space);
        let spaced = self.position == 0 || rest.len() < all.len();
        let start = text.len() - rest.len();
        if rest.is_empty() {
            self.position = start;
            return None;
        }
        let (kind, length) = self.read(rest, start);
        let own = rest.get(..length).unwrap_or(rest);
        let lower = own.to_lowercase();
        let morphology = if kind == TokenKind::Word && !is_too_long(&lower) {
            lexicon(&lower)
        } else {
            Arc::default()
        };
        self.position = start + own.len();
        Some(Token {
            text: own,
            lower,
            kind,
            start,
            end: self.position,
            spaced,
            marked: self.block.is_marked(start),
            morphology,
        })
    }

    /// The kind and length in bytes of the token at the start of `rest`, which begins at `start`.
    fn read(&mut self, rest: &'a str, start: usize) -> (TokenKind, usize) {
        if let Some(length) = self.opaque(rest, start) {
            return (TokenKind::Opaque, length);
        }
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_ascii_digit() {
            return number(rest);
        }
        if first.is_alphabetic() {
            return word(rest);
        }
        if rest.starts_with("...") {
            let dots = rest.bytes().take_while(|byte| *byte == b'.').count();
            return (TokenKind::Mark, dots);
        }
        (TokenKind::Mark, first.len_utf8())
    }

    /// The length of an address, e-mail, hashtag or mention at the start of `rest`.
    fn opaque(&mut self, rest: &'a str, start: usize) -> Option<usize> {
        let first = rest.chars().next()?;
        if !first.is_alphanumeric() && !matches!(first, '#' | '@' | '/' | '\\') {
            return None;
        }
        if !self.run.holds(start) {
            self.run = Run::at(rest, start);
        }
        if let Some(length) = self.run.address(start) {
            return Some(length);
        }
        if matches!(first, '#' | '@') {
            let behind = rest.get(1..)?;
            let length = behind
                .find(|character: char| {
                    !(character.is_alphanumeric() || matches!(character, '_' | '.'))
                })
                .unwrap_or(behind.len());
            let name = behind.get(..length)?.trim_end_matches('.');
            return (!name.is_empty()).then_some(1 + name.len());
        }
        None
    }
}

/// A number with its separators, ordinal sign, percent sign or unit letters attached.
fn number(rest: &str) -> (TokenKind, usize) {
    let mut end = 0;
    let mut letters = 0;
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let inside = matches!(character, '.' | ',' | ':' | '/' | '-')
            && next.is_some_and(|next| next.is_ascii_digit());
        if character.is_ascii_digit() || matches!(character, 'º' | 'ª' | '°' | '%') || inside {
            end = at + character.len_utf8();
        } else if character.is_alphabetic() {
            letters += 1;
            end = at + character.len_utf8();
        } else {
            break;
        }
    }
    let own = rest.get(..end).unwrap_or(rest);
    let unit = own.trim_start_matches(|character: char| !character.is_alphabetic());
    let hour = own.contains('h') && letters <= 4;
    if letters == 0
        || hour
        || matches!(
            unit,
            "a" | "o" | "km" | "kg" | "cm" | "mm" | "m" | "g" | "ml" | "mil" | "s"
        )
    {
        (TokenKind::Number, end)
    } else {
        (TokenKind::Opaque, end)
    }
}

/// A word: letters with single hyphens or apostrophes between letters. Letters followed by digits are a code.
fn word(rest: &str) -> (TokenKind, usize) {
    let mut end = 0;
    let mut code = false;
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let joins =
            matches!(character, '-' | '\'' | '’' | '‑') && next.is_some_and(char::is_alphanumeric);
        if character.is_alphabetic() || joins || matches!(character, '\u{0300}'..='\u{036F}') {
            end = at + character.len_utf8();
        } else if character.is_ascii_digit() || character == '_' {
            code = true;
            end = at + character.len_utf8();
        } else {
            break;
        }
    }
    (
        if code {
            TokenKind::Opaque
        } else {
            TokenKind::Word
        },
        end,
    )
}

/// Ordered positions at which sentences begin, as indices into `tokens`.
pub(crate) fn sentence_starts(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut starts = vec![0];
    for (index, pair) in tokens.windows(2).enumerate() {
        let [token, next] = pair else { continue };
        let before = index.checked_sub(1).and_then(|before| tokens.get(before));
        if ends_sentence(token, next, before) {
            starts.push(index + 1);
        }
    }
    starts
}

/// Abbreviations after which a sentence goes on.
const ABBREVIATIONS: [&str; 40] = [
    "sr", "sra", "srs", "sras", "dr", "dra", "drs", "dras", "prof", "profa", "eng", "art", "arts",
    "av", "r", "pág", "p", "págs", "pp", "n", "núm", "ed", "vol", "cap", "ex", "jr", "st", "mr",
    "mrs", "ltda", "cia", "gen", "cel", "cap", "min", "des", "exmo", "ilmo", "fig", "tel",
];

fn ends_sentence(token: &Token<'_>, next: &Token<'_>, before: Option<&Token<'_>>) -> bool {
    if !token.text.starts_with(['.', '!', '?', '…']) {
        return false;
    }
    if !next.spaced
        || next
            .text
            .starts_with(|first: char| first.is_lowercase() || matches!(first, ')' | ',' | ';'))
    {
        return false;
    }
    if token.text == "." && !token.spaced {
        return before.is_none_or(|word| {
            !(word.is_word()
                && (ABBREVIATIONS.contains(&word.lower.as_str())
                    || (word.text.chars().count() == 1 && word.is_capitalised())))
        });
    }
    true
}

/// Words whose readings are kept, so that memory does not grow with the number of different words.
const KEPT: usize = 20_000;

/// Looks words up through a cache of one call.
pub(crate) fn cached<'l>(lexicon: &'l Lexicon) -> impl FnMut(&str) -> Arc<Morphology> + 'l {
    let mut cache: HashMap<String, Arc<Morphology>> = HashMap::new();
    move |word| {
        if let Some(known) = cache.get(word) {
            return Arc::clone(known);
        }
        if cache.len() >= KEPT {
            cache.clear();
        }
        let found = Arc::new(lexicon.analyse(word));
        cache.insert(word.to_owned(), Arc::clone(&found));
        found
    }
}
