//! Loads the data once and runs all checks over a text.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use spellbook::Dictionary;

use crate::block::Block;
use crate::finding::{Finding, Kind};
use crate::html::{Format, blocks};
use crate::lexicon::{Lexicon, Morphology};
use crate::pattern::Patterns;
use crate::rules::{About, Check, RULES};
use crate::sentence::{Hit, Sentence};
use crate::spelling::{Accept, OwnWords, Speller, Suggester, Words};
use crate::tokens::{Token, cached, sentence_starts, tokens};

/// The dictionary that is compiled into the binary cannot be read: a defect of the build.
#[derive(Debug, thiserror::Error)]
#[error("the dictionary cannot be read: {0}")]
pub struct LoadError(String);

/// Words up to this rank of frequency are in use.
const COMMON: u32 = 30_000;

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

    /// The findings of `text`, by offset. No two overlap.
    pub fn check(&self, text: &str, format: Format) -> Vec<Finding> {
        self.check_with(text, format, &OwnWords::default())
    }

    /// Like [`Checker::check`], with further words that are spelt correctly.
    pub fn check_with(&self, text: &str, format: Format, own: &OwnWords) -> Vec<Finding> {
        let mut cache: HashMap<String, Arc<Morphology>> = HashMap::new();
        let blocks = blocks(text, format);
        let accept = Accept {
            dictionary: &self.dictionary,
            words: &self.words,
        };
        let mut speller = Speller::new(accept, own, &self.suggester);
        let mut read = cached(&self.lexicon, &mut cache);
        let all: Vec<(&Block, Vec<Token<'_>>)> = blocks
            .iter()
            .map(|block| (block, tokens(block, &mut read)))
            .collect();
        for (_, tokens) in &all {
            speller.note_names(tokens);
        }
        let mut findings = Vec::new();
        for (block, tokens) in &all {
            let mut own = self.grammar(block, tokens);
            own.extend(
                speller
                    .check(tokens)
                    .into_iter()
                    .map(|hit| (usize::MAX, SPELLING, hit)),
            );
            findings.extend(
                without_overlaps(own)
                    .into_iter()
                    .map(|(_, about, hit)| finding(block, about, hit)),
            );
        }
        findings
    }

    /// Hits of the rules in a block.
    fn grammar<'b>(&self, block: &'b Block, tokens: &'b [Token<'b>]) -> Vec<(usize, About, Hit)> {
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
        let starts = sentence_starts(tokens);
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(tokens.len());
            let sentence = Sentence {
                text: &block.text,
                tokens: tokens.get(*start..end).unwrap_or_default(),
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
        found
    }
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
fn without_overlaps(mut hits: Vec<(usize, About, Hit)>) -> Vec<(usize, About, Hit)> {
    let weight = |kind| match kind {
        Kind::Grammar => 0,
        Kind::Spelling => 1,
        Kind::Style => 2,
    };
    hits.sort_by_key(|(number, about, _)| (weight(about.kind), *number));
    let mut kept: Vec<(usize, About, Hit)> = Vec::new();
    for (number, about, hit) in hits {
        if !kept
            .iter()
            .any(|(_, _, own)| hit.start < own.end && own.start < hit.end)
        {
            kept.push((number, about, hit));
        }
    }
    kept.sort_by_key(|(_, _, hit)| hit.start);
    kept
}
