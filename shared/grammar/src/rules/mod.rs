//! The rules of grammar and style, one file per subject.

mod accents;
mod agreement;
mod clause_subject;
mod commas;
mod compound_subjects;
mod compounds;
mod condition;
mod confusables;
mod crase;
mod crase_checks;
mod crase_more;
mod figures;
mod homophones;
mod inserted_commas;
mod inversion;
mod inverted_subjects;
mod late_subjects;
mod late_words;
mod long_commas;
mod long_subjects;
mod marks;
mod marks_more;
mod mas;
mod moods;
mod motion;
mod noun_phrase;
mod paronyms;
mod pleonasm;
mod porques;
mod predicate;
mod punctuation;
mod regency;
mod regency_checks;
mod regency_more;
mod relative_clauses;
mod style;
mod subject_phrase;
mod subjects;
mod time;
mod time_checks;
mod verb_forms;
mod verb_pairs;
mod verb_person;
mod verbal;

use crate::finding::Kind;
use crate::sentence::{Hit, Sentence};

/// What a finding says beside its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    pub rule: &'static str,
    pub kind: Kind,
    pub message: &'static str,
}

/// How a rule finds its problems.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// Phrases in the language of `pattern`, each with its replacement.
    Patterns(&'static [(&'static str, &'static str)]),
    /// A function over one sentence.
    Sentence(fn(&Sentence<'_>) -> Vec<Hit>),
    /// A function over a whole block, for spacing and punctuation.
    Block(fn(&Sentence<'_>) -> Vec<Hit>),
}

/// A rule of grammar or style with its examples.
pub struct Rule {
    /// The identifier in findings.
    pub id: &'static str,
    /// Grammar or style.
    pub kind: Kind,
    /// One sentence in Brazilian Portuguese that states the rule.
    pub message: &'static str,
    /// Sentences in which nothing is wrong.
    pub right: &'static [&'static str],
    /// Sentences with an error marked: `Fui {à|a} pé.` gives the wrong words and the first suggestion.
    pub wrong: &'static [&'static str],
    pub(crate) check: Check,
}

impl Rule {
    pub(crate) fn about(&self) -> About {
        About {
            rule: self.id,
            kind: self.kind,
            message: self.message,
        }
    }
}

/// The rules by subject. Of two hits at one place the first rule's counts.
pub(crate) const RULES: &[&[Rule]] = &[
    time::RULES,
    crase::RULES,
    crase_more::RULES,
    porques::RULES,
    confusables::RULES,
    accents::RULES,
    agreement::RULES,
    verbal::RULES,
    inversion::RULES,
    compound_subjects::RULES,
    long_subjects::RULES,
    relative_clauses::RULES,
    inverted_subjects::RULES,
    verb_forms::RULES,
    pleonasm::RULES,
    homophones::RULES,
    paronyms::RULES,
    verb_pairs::RULES,
    compounds::RULES,
    regency::RULES,
    regency_more::RULES,
    late_words::RULES,
    inserted_commas::RULES,
    marks_more::RULES,
    punctuation::RULES,
    style::RULES,
];

/// Every rule.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().flat_map(|group| group.iter())
}
