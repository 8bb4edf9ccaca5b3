//! Checks of spacing, doubled marks, brackets, quotes and repeated words over a block.

use crate::sentence::{Hit, Sentence};
use crate::tokens::{Token, TokenKind};

/// Words that are doubled on purpose.
const DOUBLED: [&str; 26] = [
    "logo", "quase", "blá", "bla", "ha", "há", "he", "hi", "rs", "tique", "toc", "zum", "pisca",
    "corre", "pega", "mexe", "não", "sim", "muito", "nunca", "já", "cedo", "devagar", "ora",
    "tchau", "bem",
];

/// The same word, or the same two words, twice.
pub(super) fn repeated(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let same = |one: usize, other: usize| match (sentence.get(one), sentence.get(other)) {
        (Some(first), Some(second)) => {
            first.is_word() && first.lower == second.lower && !first.marked && second.spaced
        }
        _ => false,
    };
    for at in 0..sentence.tokens.len() {
        let Some(first) = sentence.get(at) else {
            continue;
        };
        let name =
            first.is_capitalised() && sentence.get(at + 1).is_some_and(Token::is_capitalised);
        if same(at, at + 1) && !name && !DOUBLED.contains(&first.lower.as_str()) {
            // `não sabe se se trata`, `o que que`: two functions of one word.
            let said = first.is("que")
                && sentence
                    .before(at)
                    .is_some_and(|verb| verb.morphology.only_finite())
                && sentence.get(at + 2).is_some_and(|next| {
                    next.morphology.determiner != 0
                        || next.morphology.only_finite()
                        || next.is_any(&[
                            "vai", "vão", "é", "são", "não", "foi", "será", "pode", "há", "está",
                        ])
                });
            let two_functions = first.is_any(&["que", "se"]) && !said;
            let triple = same(at + 1, at + 2);
            if !two_functions
                && !triple
                && let Some(second) = sentence.get(at + 1)
            {
                hits.push(Hit {
                    start: first.start,
                    end: second.end,
                    suggestions: vec![first.text.to_owned()],
                });
            }
        } else if same(at, at + 2)
            && same(at + 1, at + 3)
            && !same(at, at + 1)
            && sentence.get(at + 1).is_some_and(|second| second.spaced)
            && first.lower.chars().count()
                + sentence
                    .get(at + 1)
                    .map_or(0, |second| second.lower.chars().count())
                > 4
            && let (Some(second), Some(end)) = (sentence.get(at + 1), sentence.get(at + 3))
        {
            hits.push(Hit {
                start: first.start,
                end: end.end,
                suggestions: vec![format!("{} {}", first.text, second.text)],
            });
        }
    }
    hits
}

/// A hit from `first` to `last` with a replacement.
fn between(first: &Token<'_>, last: &Token<'_>, text: String) -> Hit {
    Hit {
        start: first.start,
        end: last.end,
        suggestions: vec![text],
    }
}

/// `frutas ,`.
pub(super) fn space_before(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [word, mark]
                if mark.spaced
                    && matches!(mark.text, "," | "." | ";" | "?" | "!" | ":")
                    && !matches!(word.kind, TokenKind::Mark) =>
            {
                let follows = sentence
                    .text
                    .get(mark.end..)
                    .and_then(|rest| rest.chars().next());
                let glued = follows.is_some_and(|next| {
                    next.is_alphanumeric() || matches!(next, ')' | '(' | '-' | 'D' | '/' | '.')
                });
                let ratio = mark.text == ":" && word.kind == TokenKind::Number;
                (!glued && !ratio)
                    .then(|| between(word, mark, format!("{}{}", word.text, mark.text)))
            }
            _ => None,
        })
        .collect()
}

/// `maior,bateria`.
pub(super) fn space_after(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .windows(3)
        .filter_map(|triple| match triple {
            [before, mark, after]
                if !mark.spaced && !after.spaced && before.is_word() && after.is_word() =>
            {
                let long = before.text.chars().count() > 1 && after.text.chars().count() > 1;
                let sentence_end = mark.text == "."
                    && after.is_capitalised()
                    && before
                        .text
                        .chars()
                        .filter(|letter| letter.is_lowercase())
                        .count()
                        > 2;
                let inner = matches!(mark.text, "," | ";")
                    || (matches!(mark.text, ":" | "!" | "?") && long)
                    || sentence_end;
                inner.then(|| {
                    between(
                        before,
                        after,
                        format!("{}{} {}", before.text, mark.text, after.text),
                    )
                })
            }
            [before, mark, after]
                if mark.text == ","
                    && !mark.spaced
                    && !after.spaced
                    && before.is_word()
                    && after.kind == TokenKind::Number =>
            {
                Some(between(
                    before,
                    after,
                    format!("{}, {}", before.text, after.text),
                ))
            }
            _ => None,
        })
        .collect()
}

/// Two spaces between words.
pub(super) fn double_space(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [first, second] => {
                let gap = sentence.text.get(first.end..second.start)?;
                (gap.chars().count() > 1
                    && gap.chars().all(|space| matches!(space, ' ' | '\u{A0}')))
                .then(|| between(first, second, format!("{} {}", first.text, second.text)))
            }
            _ => None,
        })
        .collect()
}

/// Spaces inside brackets, and a missing one before them.
pub(super) fn brackets(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [open, word] if open.text == "(" && word.spaced && word.text != ")" => {
                Some(between(open, word, format!("({}", word.text)))
            }
            [word, close]
                if close.text == ")"
                    && close.spaced
                    && word.text != "("
                    && !matches!(word.text, ":" | ";") =>
            {
                Some(between(word, close, format!("{})", word.text)))
            }
            [word, open]
                if open.text == "("
                    && !open.spaced
                    && word.is_word()
                    && word.text.chars().count() > 2 =>
            {
                // `vereador(a)`, `item(ns)`: an ending in brackets.
                let inside = sentence.text.get(open.end..).unwrap_or_default();
                let inside = inside.chars().take_while(|character| *character != ')');
                (inside.take(4).count() > 3).then(|| Hit {
                    start: open.start,
                    end: open.end,
                    suggestions: vec![" (".to_owned()],
                })
            }
            _ => None,
        })
        .collect()
}

/// A hit from an opening mark to the end of the clause in which its partner is missing.
fn opened(sentence: &Sentence<'_>, at: usize) -> Option<Hit> {
    let token = sentence.get(at)?;
    let end = sentence
        .tokens
        .iter()
        .skip(at + 1)
        .take_while(|own| own.kind != TokenKind::Mark || own.text == "-")
        .last()
        .map_or(token.end, |last| last.end);
    Some(Hit {
        start: token.start,
        end,
        suggestions: Vec::new(),
    })
}

/// A bracket without its partner.
pub(super) fn unclosed_bracket(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        match token.text {
            "(" => open.push(at),
            ")" => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter()
        .filter_map(|at| opened(sentence, at))
        .collect()
}

/// `,,`, `..`, `,.`, `etc...`.
pub(super) fn doubled(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let (Some(word), Some(mark)) = (sentence.before(at), sentence.get(at)) else {
            continue;
        };
        if mark.spaced || !(word.is_word() || word.kind == TokenKind::Number) {
            continue;
        }
        let next = sentence.get(at + 1).filter(|next| !next.spaced);
        let pair = next.map(|next| (mark.text, next.text));
        let single = match pair {
            Some((",", ",")) => Some(","),
            Some((".", ".")) => Some("."),
            Some((",", ".") | (";", ".") | (".", ","))
                if !(mark.text == "." && word.text.chars().count() <= 4) =>
            {
                Some(if mark.text == "." { "," } else { "." })
            }
            Some((";", ";")) => Some(";"),
            Some((":", ":")) => Some(":"),
            Some((",", ";") | (";", ",")) => Some(";"),
            _ => None,
        };
        if let (Some(single), Some(next)) = (single, next) {
            // Three dots are one token; `..` before a third mark belongs to something else.
            hits.push(between(word, next, format!("{}{single}", word.text)));
        }
        if word.is("etc") && (mark.text.starts_with("..") || mark.text == "…") {
            hits.push(between(word, mark, "etc.".to_owned()));
        }
    }
    hits
}

/// `!!`, `??`.
pub(super) fn exclamations(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut at = 1;
    while at < sentence.tokens.len() {
        let same = |place: usize| {
            sentence.get(place).is_some_and(|token| {
                sentence
                    .get(at)
                    .is_some_and(|own| own.text == token.text && matches!(own.text, "!" | "?"))
            })
        };
        let run = (at..sentence.tokens.len())
            .take_while(|place| same(*place))
            .count();
        if run > 1
            && let (Some(word), Some(mark), Some(last)) = (
                sentence.before(at),
                sentence.get(at),
                sentence.get(at + run - 1),
            )
            && word.is_word()
        {
            hits.push(between(word, last, format!("{}{}", word.text, mark.text)));
        }
        at += run.max(1);
    }
    hits
}

/// Quotes without their partner.
pub(super) fn quotes(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut open: Option<usize> = None;
    let mut straight: Vec<usize> = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        match token.text {
            "“" => open = Some(at),
            "”" => open = None,
            "\"" => {
                if open.is_some() {
                    open = None;
                } else if !(at > 0
                    && sentence
                        .tokens
                        .get(at - 1)
                        .is_some_and(|before| before.kind == TokenKind::Number)
                    && !token.spaced)
                {
                    straight.push(at);
                }
            }
            _ => {}
        }
    }
    let odd = (straight.len() % 2 == 1)
        .then(|| straight.last().copied())
        .flatten();
    open.into_iter()
        .chain(odd)
        .filter_map(|at| opened(sentence, at))
        .collect()
}
