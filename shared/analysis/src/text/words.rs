//! Splits a segment into words. A word is a run of letters and digits, with inner hyphens and apostrophes, and with
//! `. , / :` between digits; an address is one word.

use super::characters::fold_into;
use crate::language::classes::Classes;
use crate::language::lexicon;

/// Endings that make a run with an inner dot an address.
const DOMAINS: [&str; 14] = [
    "com", "org", "net", "gov", "edu", "br", "io", "app", "dev", "info", "pt", "ai", "co", "jus",
];

/// Characters that end a sentence or enclose an address, and do not belong to it.
const TRAILING: [char; 16] = [
    '.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '»', '”', '’', '>', '…',
];

/// One word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    /// First byte in the arena.
    pub start: usize,
    /// Byte after the last one.
    pub end: usize,
    /// First byte of its folded form.
    pub folded_start: usize,
    /// Byte after the last one of its folded form.
    pub folded_end: usize,
    /// What the word is by the word lists, with those of the phrases that begin with it.
    pub classes: Classes,
    shape: u8,
}

const CAPITAL: u8 = 1;
const ALL_CAPITALS: u8 = 2;
const DIGIT: u8 = 4;
const ADDRESS: u8 = 8;
const COMMA_BEFORE: u8 = 16;
const BREAK_BEFORE: u8 = 32;
const ACCENT: u8 = 64;
const LETTER: u8 = 128;

impl Word {
    const fn has(&self, shape: u8) -> bool {
        self.shape & shape != 0
    }

    /// Whether it begins with a capital letter.
    pub const fn is_capitalised(&self) -> bool {
        self.has(CAPITAL)
    }

    /// Whether all its letters are capitals, and it has two or more.
    pub const fn is_all_capitals(&self) -> bool {
        self.has(ALL_CAPITALS)
    }

    /// Whether it holds a digit.
    pub const fn has_digit(&self) -> bool {
        self.has(DIGIT)
    }

    /// Whether it holds a letter.
    pub const fn has_letter(&self) -> bool {
        self.has(LETTER)
    }

    /// Whether it is a web or e-mail address.
    pub const fn is_address(&self) -> bool {
        self.has(ADDRESS)
    }

    /// Whether a comma stands before it.
    pub const fn follows_comma(&self) -> bool {
        self.has(COMMA_BEFORE)
    }

    /// Whether punctuation other than quotes stands before it.
    pub const fn breaks_before(&self) -> bool {
        self.has(BREAK_BEFORE)
    }

    /// Whether it is written with an accent or another mark.
    pub const fn is_accented(&self) -> bool {
        self.has(ACCENT)
    }

    /// Whether it belongs to a class of the word lists.
    pub const fn is(&self, class: Classes) -> bool {
        self.classes.has(class)
    }
}

/// Appends the words of `slice`, which begins at the byte `offset` of the arena.
pub(super) fn tokenise(slice: &str, offset: usize, folded: &mut String, words: &mut Vec<Word>) {
    let mut rest = slice;
    let mut before = 0;
    while let Some(character) = rest.chars().next() {
        if !character.is_alphanumeric() {
            before |= match character {
                ',' => COMMA_BEFORE | BREAK_BEFORE,
                ';' | ':' | '.' | '!' | '?' | '…' | '(' | ')' | '–' | '—' | '[' | ']' => {
                    BREAK_BEFORE
                }
                _ => 0,
            };
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
            continue;
        }
        let (length, is_address) = measure(rest);
        let (own, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let start = offset + slice.len() - rest.len();
        let folded_start = folded.len();
        let shape = before | shape(own) | if is_address { ADDRESS } else { 0 };
        for character in own.chars() {
            fold_into(character, folded);
        }
        let form = folded.get(folded_start..).unwrap_or_default();
        let classes = lexicon::classes(form, shape & ACCENT != 0);
        words.push(Word {
            start,
            end: start + own.len(),
            folded_start,
            folded_end: folded.len(),
            classes,
            shape,
        });
        before = 0;
        rest = behind;
    }
}

fn shape(word: &str) -> u8 {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return LETTER;
    }
    let mut shape = 0;
    let (mut letters, mut capitals) = (0, 0);
    for (position, character) in word.chars().enumerate() {
        if character.is_uppercase() {
            capitals += 1;
            if position == 0 {
                shape |= CAPITAL;
            }
        }
        if character.is_alphabetic() {
            letters += 1;
            shape |= LETTER;
            if !character.is_ascii() {
                shape |= ACCENT;
            }
        } else if character.is_ascii_digit() {
            shape |= DIGIT;
        }
    }
    if letters >= 2 && letters == capitals {
        shape |= ALL_CAPITALS;
    }
    shape
}

/// The length in bytes of the word at the beginning of `rest`, and whether it is an address.
fn measure(rest: &str) -> (usize, bool) {
    let begins = |prefix: &str| {
        rest.get(..prefix.len())
            .is_some_and(|own| own.eq_ignore_ascii_case(prefix))
    };
    if begins("http://") || begins("https://") || begins("www.") {
        return (address_length(rest), true);
    }
    let mut characters = rest.char_indices().peekable();
    let mut previous = ' ';
    while let Some((at, character)) = characters.next() {
        if character.is_alphanumeric() {
            previous = character;
            continue;
        }
        let next = characters.peek().map_or(' ', |(_, next)| *next);
        let joins = match character {
            '-' | '\u{2010}' | '\u{2011}' | '\'' | '’' => next.is_alphanumeric(),
            '.' if previous.is_alphanumeric() && is_domain(rest, at) => {
                return (address_length(rest), true);
            }
            '.' | ',' | '/' | ':' => previous.is_ascii_digit() && next.is_ascii_digit(),
            '@' if next.is_alphanumeric() => return (address_length(rest), true),
            '\u{300}'..='\u{36f}' => true,
            _ => false,
        };
        if !joins || !previous.is_alphanumeric() {
            return (at, false);
        }
        previous = if is_mark(character) {
            previous
        } else {
            character
        };
    }
    (rest.len(), false)
}

const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// Whether the dot at `at` stands before a known ending of domain names.
fn is_domain(rest: &str, at: usize) -> bool {
    let behind = rest.get(at + 1..).unwrap_or_default();
    let end = behind
        .find(|character: char| !character.is_ascii_alphanumeric())
        .unwrap_or(behind.len());
    let ending = behind.get(..end).unwrap_or_default();
    DOMAINS
        .iter()
        .any(|domain| ending.eq_ignore_ascii_case(domain) && ending.starts_with(char::is_lowercase))
        || behind
            .get(end..)
            .is_some_and(|rest| rest.starts_with(".com") || rest.starts_with(".br"))
            && !ending.is_empty()
}

fn address_length(rest: &str) -> usize {
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let address = rest.get(..end).unwrap_or_default();
    address.trim_end_matches(TRAILING).len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        tokenise(text, 0, &mut String::new(), &mut words);
        words
            .iter()
            .map(|word| text[word.start..word.end].to_owned())
            .collect()
    }

    #[test]
    fn words_hold_inner_marks() {
        assert_eq!(
            split("O guarda-chuva d’água – azul, de R$ 3.500,00 às 10h30 (24/7)."),
            [
                "O",
                "guarda-chuva",
                "d’água",
                "azul",
                "de",
                "R",
                "3.500,00",
                "às",
                "10h30",
                "24/7"
            ]
        );
    }

    #[test]
    fn an_address_is_one_word() {
        assert_eq!(
            split("Veja www.ibge.gov.br/dados, ibge.gov.br e ana@exemplo.com.br. Fim.Novo"),
            [
                "Veja",
                "www.ibge.gov.br/dados",
                "ibge.gov.br",
                "e",
                "ana@exemplo.com.br",
                "Fim",
                "Novo"
            ]
        );
    }

    #[test]
    fn shapes() {
        let mut words = Vec::new();
        tokenise("Ele, ONG 35 você", 0, &mut String::new(), &mut words);
        assert!(words[0].is_capitalised() && !words[0].is_all_capitals());
        assert!(words[1].is_all_capitals() && words[1].follows_comma());
        assert!(words[2].has_digit() && !words[2].has_letter());
        assert!(words[3].is_accented() && !words[3].breaks_before());
    }
}
