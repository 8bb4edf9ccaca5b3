//! Loads the data once and runs all checks over a text.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use spellbook::Dictionary;
use step_budget::{Budget, Stopped};

use crate::block::Block;
use crate::finding::{Finding, Kind};
use crate::html::{Format, blocks};
use crate::lexicon::Lexicon;
use crate::parts::{Parts, sentences};
use crate::pattern::Patterns;
use crate::rules::{About, Check, RULES};
use crate::sentence::{Hit, Sentence};
use crate::spelling::{Accept, OwnWords, Speller, Suggester, Words};
use crate::tokens::{Token, Tokens, cached};

/// The dictionary that is compiled into the binary cannot be read: a defect of the build.
#[derive(Debug, thiserror::Error)]
#[error("the dictionary cannot be read: {0}")]
pub struct LoadError(String);

/// Words up to this rank of frequency are in use.
const COMMON: u32 = 30_000;

/// Most findings of one check: those of the first places. Nobody reads on, and a longer list would cost more than its text.
pub const MOST_FINDINGS: usize = 1_000;

/// Steps that [`Checker::check_within`] takes for a word with its rules, beside those of its spelling.
const STEPS_OF_TOKEN: u64 = 10;

/// What a check found within its limits.
#[derive(Debug)]
pub struct Checked {
    /// The findings, by offset. No two overlap.
    pub findings: Vec<Finding>,
    /// Whether the whole text was read: there are fewer than [`MOST_FINDINGS`], and the budget was enough.
    pub complete: bool,
}

/// Spelling, grammar and style checks with their data loaded.
pub struct Checker {
    dictionary: Dictionary,
    words: Words,
    lexicon: Lexicon,
    suggester: Suggester,
    patterns: Patterns,
}

fn unpack(packed: &[u8]) -> Result<String, LoadError> {
    let bytes = zstd::decode_all(packed).map_err(|error| LoadError(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| LoadError(error.to_string()))
}

impl Checker {
    /// The checker of this process. The first call loads the dictionary, which takes about a tenth of a second.
    ///
    /// # Errors
    ///
    /// When the data compiled into the binary cannot be read.
    pub fn shared() -> Result<&'static Self, &'static LoadError> {
        static SHARED: OnceLock<Result<Checker, LoadError>> = OnceLock::new();
        SHARED.get_or_init(Self::load).as_ref()
    }

    fn load() -> Result<Self, LoadError> {
        let affixes = unpack(include_bytes!("../data/dictionary/pt_BR.aff.zst"))?;
        let entries = unpack(include_bytes!("../data/dictionary/pt_BR.dic.zst"))?;
        let dictionary =
            Dictionary::new(&affixes, &entries).map_err(|error| LoadError(error.to_string()))?;
        let words = Words::new();
        let suggester = Suggester::new(&words);
        let mut patterns = Patterns::default();
        for (number, rule) in RULES.iter().flat_map(|group| group.iter()).enumerate() {
            if let Check::Patterns(list) = rule.check {
                for (pattern, replacement) in list {
                    patterns.add(number, pattern, replacement);
                }
            }
        }
        let in_use = words
            .frequency
            .iter()
            .filter(|(_, rank)| **rank < COMMON)
            .map(|(word, _)| *word)
            .collect();
        Ok(Self {
            dictionary,
            words,
            lexicon: Lexicon::new(entries, include_str!("../data/words/genders.txt"), in_use),
            suggester,
            patterns,
        })
    }

    /// The first [`MOST_FINDINGS`] findings of `text`, by offset. No two overlap.
    pub fn check(&self, text: &str, format: Format) -> Vec<Finding> {
        self.check_with(text, format, &OwnWords::default())
    }

    /// Like [`Checker::check`], with further words that are spelt correctly.
    pub fn check_with(&self, text: &str, format: Format, own: &OwnWords) -> Vec<Finding> {
        self.check_within(text, format, own, &Budget::unlimited())
            .findings
    }

    /// Like [`Checker::check_with`], until `budget` is used or cancelled: what was found up to there.
    ///
    /// A step is about a microsecond of an optimised build; a thousand words of usual prose take some 20,000.
    pub fn check_within(
        &self,
        text: &str,
        format: Format,
        own: &OwnWords,
        budget: &Budget,
    ) -> Checked {
        let mut findings = Vec::new();
        let read = self.read(text, format, own, budget, &mut findings);
        let complete = read.is_ok() && findings.len() < MOST_FINDINGS;
        findings.truncate(MOST_FINDINGS);
        Checked { findings, complete }
    }

    /// Reads `text` until it ends, `findings` are enough, or the budget is used.
    fn read(
        &self,
        text: &str,
        format: Format,
        own: &OwnWords,
        budget: &Budget,
        findings: &mut Vec<Finding>,
    ) -> Result<(), Stopped> {
        let blocks = blocks(text, format);
        let accept = Accept {
            dictionary: &self.dictionary,
            words: &self.words,
        };
        let mut speller = Speller::new(accept, own, &self.suggester, budget);
        for block in &blocks {
            note_names(block, &mut speller, budget)?;
        }
        let mut lexicon = cached(&self.lexicon);
        for block in &blocks {
            let mut parts = Parts::of(block);
            while let Some(tokens) = parts.next(&mut lexicon) {
                let mut hits = self.grammar(block, &tokens, budget)?;
                let misspelt = speller.check(&tokens)?;
                hits.extend(misspelt.into_iter().map(|hit| (usize::MAX, SPELLING, hit)));
                findings.extend(
                    without_overlaps(hits)
                        .into_iter()
                        .map(|(about, hit)| finding(block, about, hit)),
                );
                if findings.len() >= MOST_FINDINGS {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Hits of the rules in a part of a block.
    fn grammar(
        &self,
        block: &Block,
        tokens: &[Token<'_>],
        budget: &Budget,
    ) -> Result<Vec<(usize, About, Hit)>, Stopped> {
        let rules: Vec<_> = RULES.iter().flat_map(|group| group.iter()).collect();
        let mut found = Vec::new();
        let whole = Sentence {
            text: &block.text,
            tokens,
            lexicon: &self.lexicon,
        };
        for (number, rule) in rules.iter().enumerate() {
            if let Check::Block(check) = rule.check {
                found.extend(
                    check(&whole)
                        .into_iter()
                        .map(|hit| (number, rule.about(), hit)),
                );
            }
        }
        for tokens in sentences(tokens) {
            budget.spend(STEPS_OF_TOKEN * tokens.len() as u64)?;
            let sentence = Sentence {
                text: &block.text,
                tokens,
                lexicon: &self.lexicon,
            };
            for (number, hit) in self.patterns.find(&sentence) {
                found.extend(rules.get(number).map(|rule| (number, rule.about(), hit)));
            }
            for (number, rule) in rules.iter().enumerate() {
                if let Check::Sentence(check) = rule.check {
                    found.extend(
                        check(&sentence)
                            .into_iter()
                            .map(|hit| (number, rule.about(), hit)),
                    );
                }
            }
        }
        Ok(found)
    }
}

/// Records the names of a block, which count in the whole text.
fn note_names(block: &Block, speller: &mut Speller<'_>, budget: &Budget) -> Result<(), Stopped> {
    let mut tokens = Tokens::of(block);
    let mut unread = |_: &str| Arc::default();
    let mut before: Option<Token<'_>> = None;
    while let Some(token) = tokens.next(&mut unread) {
        budget.spend(1)?;
        if let Some(before) = &before {
            speller.note_name(before, &token);
        }
        before = Some(token);
    }
    Ok(())
}

const SPELLING: About = About {
    rule: "ortografia",
    kind: Kind::Spelling,
    message: "A palavra não consta no vocabulário ortográfico do português.",
};

fn finding(block: &Block, about: About, hit: Hit) -> Finding {
    let (offset, length) = block.source_span(hit.start, hit.end);
    let written = block.text.get(hit.start..hit.end).unwrap_or_default();
    Finding {
        offset,
        length,
        message: about.message.to_owned(),
        kind: about.kind,
        rule: about.rule.into(),
        suggestions: hit
            .suggestions
            .into_iter()
            .filter(|suggestion| suggestion != written)
            .collect(),
    }
}

/// Of hits that overlap, the one of the weightier kind stays; of one kind, the one of the earlier rule.
fn without_overlaps(mut hits: Vec<(usize, About, Hit)>) -> Vec<(About, Hit)> {
    let weight = |kind| match kind {
        Kind::Grammar => 0,
        Kind::Spelling => 1,
        Kind::Style => 2,
    };
    hits.sort_by_key(|(number, about, _)| (weight(about.kind), *number));
    // By start and end. Of hits without overlaps the last one that begins before a place is the last one to end.
    let mut kept: BTreeMap<(usize, usize), (About, Hit)> = BTreeMap::new();
    for (_, about, hit) in hits {
        let before = kept.range(..(hit.end, 0)).next_back();
        if before.is_none_or(|((_, end), _)| *end <= hit.start) {
            kept.entry((hit.start, hit.end)).or_insert((about, hit));
        }
    }
    kept.into_values().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same by comparing all pairs.
    fn by_pairs(mut hits: Vec<(usize, About, Hit)>) -> Vec<(usize, usize)> {
        let weight = |kind| match kind {
            Kind::Grammar => 0,
            Kind::Spelling => 1,
            Kind::Style => 2,
        };
        hits.sort_by_key(|(number, about, _)| (weight(about.kind), *number));
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for (_, _, hit) in hits {
            if !kept
                .iter()
                .any(|(start, end)| hit.start < *end && *start < hit.end)
            {
                kept.push((hit.start, hit.end));
            }
        }
        kept.sort_unstable();
        kept
    }

    proptest! {
        #[test]
        fn overlaps_are_found_as_by_comparing_all_pairs(
            places in prop::collection::vec((0_usize..6, 0_usize..3, 0_usize..60, 1_usize..9), 0..40),
        ) {
            let kinds = [Kind::Grammar, Kind::Spelling, Kind::Style];
            let hits: Vec<(usize, About, Hit)> = places
                .into_iter()
                .map(|(number, kind, start, length)| {
                    let about = About { kind: kinds[kind], ..SPELLING };
                    let hit = Hit { start, end: start + length, suggestions: Vec::new() };
                    (number, about, hit)
                })
                .collect();
            let kept: Vec<(usize, usize)> = without_overlaps(hits.clone())
                .into_iter()
                .map(|(_, hit)| (hit.start, hit.end))
                .collect();
            prop_assert_eq!(kept, by_pairs(hits));
        }
    }
}
