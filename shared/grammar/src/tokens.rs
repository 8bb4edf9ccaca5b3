//! Splits the text of a block into words, numbers and punctuation.

use crate::block::Block;
use crate::lexicon::{Lexicon, Morphology};
use std::sync::Arc;

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

/// The tokens of a block.
pub(crate) fn tokens<'a>(
    block: &'a Block,
    lexicon: &mut dyn FnMut(&str) -> Arc<Morphology>,
) -> Vec<Token<'a>> {
    let text = block.text.as_str();
    let mut tokens: Vec<Token<'a>> = Vec::new();
    let mut position = 0;
    let mut spaced = true;
    while let Some(rest) = text.get(position..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else {
            break;
        };
        if is_space(first) {
            spaced = true;
            position += first.len_utf8();
            continue;
        }
        let (kind, length) = read(rest);
        let own = rest.get(..length).unwrap_or(rest);
        let lower = own.to_lowercase();
        let morphology = if kind == TokenKind::Word {
            lexicon(&lower)
        } else {
            Arc::default()
        };
        tokens.push(Token {
            text: own,
            lower,
            kind,
            start: position,
            end: position + length,
            spaced,
            marked: block.is_marked(position),
            morphology,
        });
        position += length;
        spaced = false;
    }
    tokens
}

/// White space and characters without width.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200B}' | '\u{FEFF}' | '\u{00AD}')
}

/// The kind and length in bytes of the token at the start of `rest`.
fn read(rest: &str) -> (TokenKind, usize) {
    if let Some(length) = opaque(rest) {
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
fn opaque(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    if !first.is_alphanumeric() && !matches!(first, '#' | '@' | '/' | '\\') {
        return None;
    }
    let run_end = rest
        .find(|character: char| {
            is_space(character)
                || matches!(
                    character,
                    '"' | '“' | '”' | '<' | '>' | '\u{FFFC}' | '(' | ')' | '«' | '»'
                )
        })
        .unwrap_or(rest.len());
    let run = rest.get(..run_end)?;
    let trimmed = run.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ']', '…', '—', '–']);
    let lower = trimmed.to_ascii_lowercase();
    if lower.contains("://") || lower.starts_with("www.") || is_email(&lower) || is_domain(&lower) {
        return Some(trimmed.len());
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

fn is_email(run: &str) -> bool {
    run.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

/// Whether `run` is a host name such as `gov.br/saude`.
fn is_domain(run: &str) -> bool {
    let host = run.split(['/', '?']).next().unwrap_or(run);
    let Some((name, last)) = host.rsplit_once('.') else {
        return false;
    };
    const TOP: [&str; 14] = [
        "com", "br", "org", "net", "gov", "io", "tv", "info", "app", "edu", "dev", "me", "pdf",
        "html",
    ];
    TOP.contains(&last)
        && name.len() > 1
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
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

/// Looks words up through a cache of one call.
pub(crate) fn cached<'l>(
    lexicon: &'l Lexicon,
    cache: &'l mut std::collections::HashMap<String, Arc<Morphology>>,
) -> impl FnMut(&str) -> Arc<Morphology> + 'l {
    move |word| {
        if let Some(known) = cache.get(word) {
            return Arc::clone(known);
        }
        let found = Arc::new(lexicon.analyse(word));
        cache.insert(word.to_owned(), Arc::clone(&found));
        found
    }
}
