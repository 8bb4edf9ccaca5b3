//! The small language in which phrase rules are written.
//!
//! A pattern is a list of elements separated by spaces. An element is a list of alternatives separated by `|`:
//! a word in lower case or a mark, `~ver` for any form of a verb, `#…` for a class of words (see [`class`]), `^` for the start of the
//! sentence and `$` for its end. `!` before an element asks for a token that matches none of the alternatives; `?` behind an
//! element makes it optional; `!word?` also accepts the end. `[` and `]` enclose the tokens that are reported; the others are context. In a replacement, `$2` is
//! the token that the second element matched, `§2` the same with a capital, `¤2` in lower case; ` / ` separates alternatives.

use std::collections::HashMap;

use crate::lexicon::{Person, Tense, bits};
use crate::sentence::{Hit, Sentence, with_case};
use crate::spelling::capitalised;
use crate::tokens::{Token, TokenKind};

/// One alternative of an element.
#[derive(Debug)]
enum Atom {
    Word(&'static str),
    Lemma(&'static str),
    Class(&'static str),
    Start,
    End,
}

#[derive(Debug)]
struct Element {
    atoms: Vec<Atom>,
    negated: bool,
    optional: bool,
}

/// A pattern with its replacement, compiled.
#[derive(Debug)]
struct Pattern {
    rule: usize,
    elements: Vec<Element>,
    /// Elements from `first` to `last`, the latter excluded, are reported.
    first: usize,
    last: usize,
    replacement: &'static str,
    /// The element whose words index the pattern; no optional element stands before it.
    anchor: Option<usize>,
}

/// The patterns of all rules, indexed by a word that each needs.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    patterns: Vec<Pattern>,
    by_word: HashMap<&'static str, Vec<usize>>,
    unanchored: Vec<usize>,
}

impl Patterns {
    /// Adds a pattern for the rule with this number.
    pub fn add(&mut self, rule: usize, source: &'static str, replacement: &'static str) {
        let mut elements = Vec::new();
        let (mut first, mut last) = (None, None);
        for part in source.split_ascii_whitespace() {
            match part {
                "[" => first = Some(elements.len()),
                "]" => last = Some(elements.len()),
                _ => elements.push(element(part)),
            }
        }
        let anchor = elements
            .iter()
            .position(|element| {
                element.optional
                    || (!element.negated
                        && element
                            .atoms
                            .iter()
                            .all(|atom| matches!(atom, Atom::Word(_))))
            })
            .filter(|at| elements.get(*at).is_some_and(|element| !element.optional));
        let index = self.patterns.len();
        match anchor.and_then(|at| elements.get(at)) {
            Some(element) => {
                for atom in &element.atoms {
                    if let Atom::Word(word) = atom {
                        self.by_word.entry(word).or_default().push(index);
                    }
                }
            }
            None => self.unanchored.push(index),
        }
        self.patterns.push(Pattern {
            rule,
            first: first.unwrap_or(0),
            last: last.unwrap_or(elements.len()),
            elements,
            replacement,
            anchor,
        });
    }

    /// Every match in a sentence with the number of its rule.
    pub fn find(&self, sentence: &Sentence<'_>) -> Vec<(usize, Hit)> {
        let mut found = Vec::new();
        for (at, token) in sentence.tokens.iter().enumerate() {
            let anchored = self
                .by_word
                .get(token.lower.as_str())
                .map_or(&[][..], Vec::as_slice);
            for pattern in anchored
                .iter()
                .filter_map(|index| self.patterns.get(*index))
            {
                // `^` consumes no token, so that the position of the first element shifts by one.
                let anchor = pattern.anchor.unwrap_or(0);
                let zero_width = pattern
                    .elements
                    .iter()
                    .take(anchor)
                    .filter(|element| element.is_only_start())
                    .count();
                if let Some(start) = at.checked_sub(anchor - zero_width) {
                    found.extend(pattern.at(sentence, start).map(|hit| (pattern.rule, hit)));
                }
                // A first element that may also be the start of the sentence.
                if at + 1 == anchor && zero_width == 0 {
                    found.extend(pattern.at_start(sentence).map(|hit| (pattern.rule, hit)));
                }
            }
            for pattern in self
                .unanchored
                .iter()
                .filter_map(|index| self.patterns.get(*index))
            {
                found.extend(pattern.at(sentence, at).map(|hit| (pattern.rule, hit)));
            }
        }
        found
    }
}

fn element(part: &'static str) -> Element {
    let (negated, part) = match part.strip_prefix('!') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, part),
    };
    let (optional, part) = match part.strip_suffix('?') {
        Some(rest) if !rest.is_empty() && !rest.ends_with('|') => (true, rest),
        _ => (false, part),
    };
    let atoms = part
        .split('|')
        .map(|atom| match atom {
            "^" => Atom::Start,
            "$" => Atom::End,
            _ => match (atom.strip_prefix('~'), atom.strip_prefix('#')) {
                (Some(lemma), _) => Atom::Lemma(lemma),
                (_, Some(class)) => Atom::Class(class),
                _ => Atom::Word(atom),
            },
        })
        .collect();
    Element {
        atoms,
        negated,
        optional,
    }
}

impl Element {
    fn is_only_start(&self) -> bool {
        !self.negated && self.atoms.iter().all(|atom| matches!(atom, Atom::Start))
    }

    fn matches_token(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        let Some(token) = sentence.get(at) else {
            return false;
        };
        let found = self.atoms.iter().any(|atom| match atom {
            Atom::Word(word) => token.lower == *word && !token.marked,
            Atom::Lemma(lemma) => token.morphology.is_form_of(lemma),
            Atom::Class(name) => class(token, name),
            Atom::Start => false,
            Atom::End => is_end(sentence, at),
        });
        found != self.negated
    }

    /// Whether the element matches the place before the first token.
    fn matches_start(&self) -> bool {
        self.atoms.iter().any(|atom| matches!(atom, Atom::Start)) != self.negated
    }

    /// Whether the element matches the place behind the last token.
    fn matches_end(&self) -> bool {
        self.atoms.iter().any(|atom| matches!(atom, Atom::End)) != self.negated
    }
}

fn is_end(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.get(at).is_none_or(|token| {
        token.kind == TokenKind::Mark && token.text.starts_with(['.', '!', '?', '…', ';'])
    })
}

impl Pattern {
    /// A match whose first token is `start`.
    fn at(&self, sentence: &Sentence<'_>, start: usize) -> Option<Hit> {
        let mut places = Vec::with_capacity(self.elements.len());
        self.matches(sentence, 0, start, &mut places)
            .then(|| self.hit(sentence, &places))
            .flatten()
    }

    /// A match whose first element is the start of the sentence.
    fn at_start(&self, sentence: &Sentence<'_>) -> Option<Hit> {
        let first = self.elements.first()?;
        if !first.matches_start() || first.is_only_start() {
            return None;
        }
        let mut places = vec![None];
        self.matches(sentence, 1, 0, &mut places)
            .then(|| self.hit(sentence, &places))
            .flatten()
    }

    /// Matches the elements from `element` on against the tokens from `at` on, and records where each matched.
    fn matches(
        &self,
        sentence: &Sentence<'_>,
        element: usize,
        at: usize,
        places: &mut Vec<Option<usize>>,
    ) -> bool {
        let Some(wanted) = self.elements.get(element) else {
            return true;
        };
        if wanted.is_only_start() {
            if at != 0 {
                return false;
            }
            places.push(None);
            return self.matches(sentence, element + 1, at, places) || {
                places.pop();
                false
            };
        }
        let consumed = if at < sentence.tokens.len() {
            wanted.matches_token(sentence, at)
        } else {
            wanted.matches_end()
        };
        if consumed {
            places.push(Some(at));
            if self.matches(sentence, element + 1, at + 1, places) {
                return true;
            }
            places.pop();
        }
        // `!word?` asks for another token or the end, so that it may not be left out before the word that it excludes.
        let excluded = wanted.negated && at < sentence.tokens.len() && !consumed;
        if wanted.optional && !excluded {
            places.push(None);
            if self.matches(sentence, element + 1, at, places) {
                return true;
            }
            places.pop();
        }
        false
    }

    fn hit(&self, sentence: &Sentence<'_>, places: &[Option<usize>]) -> Option<Hit> {
        let inside: Vec<usize> = places
            .get(self.first..self.last)?
            .iter()
            .flatten()
            .copied()
            .collect();
        let (first, last) = (
            sentence.get(*inside.first()?)?,
            sentence.get(*inside.last()?)?,
        );
        let suggestions: Vec<String> = if self.replacement.is_empty() {
            Vec::new()
        } else {
            self.replacement
                .split(" / ")
                .map(|text| {
                    if text.starts_with('¤') {
                        fill(text, sentence, places)
                    } else {
                        with_case(first, fill(text, sentence, places))
                    }
                })
                .collect()
        };
        let written = sentence.text.get(first.start..last.end)?;
        // A pattern without regard to case matches what is right already.
        if suggestions
            .first()
            .is_some_and(|suggestion| suggestion == written)
        {
            return None;
        }
        Some(Hit {
            start: first.start,
            end: last.end,
            suggestions,
        })
    }
}

/// A replacement with the matched tokens in place of `$1`, `$2`, …
fn fill(text: &str, sentence: &Sentence<'_>, places: &[Option<usize>]) -> String {
    let mut filled = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let number = letters.peek().and_then(|next| next.to_digit(10));
        if let ('$' | '§' | '¤', Some(number)) = (letter, number) {
            letters.next();
            let place = places
                .get((number as usize).saturating_sub(1))
                .copied()
                .flatten();
            if let Some(token) = place.and_then(|at| sentence.get(at)) {
                match letter {
                    '§' => filled.push_str(&capitalised(&token.lower)),
                    '¤' => filled.push_str(&token.lower),
                    _ => filled.push_str(if place == Some(0) {
                        &token.lower
                    } else {
                        token.text
                    }),
                }
            }
        } else {
            filled.push(letter);
        }
    }
    filled
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" ,", ",")
}

/// Units of time in the singular and plural.
const TIMES: [&str; 20] = [
    "ano",
    "anos",
    "mês",
    "meses",
    "semana",
    "semanas",
    "dia",
    "dias",
    "hora",
    "horas",
    "minuto",
    "minutos",
    "segundos",
    "década",
    "décadas",
    "século",
    "séculos",
    "tempo",
    "tempos",
    "instantes",
];

const NUMBERS: [&str; 34] = [
    "um",
    "uma",
    "dois",
    "duas",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "quatorze",
    "catorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
    "vinte",
    "trinta",
    "quarenta",
    "cinquenta",
    "sessenta",
    "setenta",
    "oitenta",
    "noventa",
    "cem",
    "cento",
    "mil",
    "duzentos",
];

/// Whether a token belongs to a class.
pub(crate) fn class(token: &Token<'_>, name: &str) -> bool {
    let form = &token.morphology;
    if token.marked {
        return name == "any";
    }
    match name {
        "any" => true,
        "word" => token.is_word(),
        "mark" => token.kind == TokenKind::Mark,
        "num" => token.kind == TokenKind::Number || NUMBERS.contains(&token.lower.as_str()),
        "digits" => token.kind == TokenKind::Number,
        "hour" => token.kind == TokenKind::Number && token.lower.contains('h'),
        "time" => TIMES.contains(&token.lower.as_str()),
        "cap" => token.is_word() && token.is_capitalised(),
        "inf" => form.has(bits::INFINITIVE) && !form.has(bits::NOMINAL | bits::CLOSED),
        "ger" => form.has(bits::GERUND),
        "part" => form.has(bits::PARTICIPLE),
        "verb" => form.has(bits::FINITE) && !form.has(bits::CLOSED),
        "fin" => form.only_finite(),
        "3s" => form.only_finite() && form.has_person(Person::S3),
        "3p" => form.only_finite() && form.has_person(Person::P3),
        "1p" => form.only_finite() && form.has_person(Person::P1),
        "1s" => form.only_finite() && form.has_person(Person::S1),
        "past" => form
            .verbs
            .iter()
            .any(|reading| matches!(reading.tense, Tense::Past | Tense::Imperfect)),
        "fsub" => form
            .verbs
            .iter()
            .any(|reading| reading.tense == Tense::FutureSubjunctive),
        "pres" => form
            .verbs
            .iter()
            .any(|reading| reading.tense == Tense::Present && reading.person == Some(Person::S3)),
        "nom" => form.only_nominal(),
        "noun" => form.only_nominal() && form.has(bits::NOUN),
        "ms" => !token.is_capitalised() && form.only_nominal() && form.nominal_within(bits::MS),
        "fs" => form.only_nominal() && form.nominal_within(bits::FS),
        "mp" => !token.is_capitalised() && form.only_nominal() && form.nominal_within(bits::MP),
        "fp" => form.only_nominal() && form.nominal_within(bits::FP),
        "msn" => {
            form.only_nominal()
                && form.has(bits::NOUN)
                && form.nominal_within(bits::MS)
                && !token.is_capitalised()
        }
        // `a gente` is a pronoun.
        "fsn" => {
            form.has(bits::NOUN)
                && !token.is("gente")
                && form.nominal_within(bits::FS)
                && !form.has(bits::CLOSED | bits::FINITE)
        }
        "pluralnoun" => {
            form.only_nominal()
                && form.has(bits::NOUN)
                && !form.has(bits::FLEX)
                && form.nominal_within(bits::PLURAL)
                && !token.is_capitalised()
        }
        // A noun of an act, such as `aperfeiçoamento`.
        "act" => {
            token.lower.ends_with("mento")
                && form.has(bits::NOUN)
                && !token.is_any(&["documento", "orçamento", "pagamento", "requerimento"])
        }
        "sing" => form.only_nominal() && form.nominal_within(bits::SINGULAR),
        "plur" => form.only_nominal() && form.nominal_within(bits::PLURAL),
        "adj" => form.has(bits::FLEX) && !form.has(bits::CLOSED),
        _ => false,
    }
}
