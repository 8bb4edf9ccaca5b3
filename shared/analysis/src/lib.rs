//! SEO, GEO and AEO scores of articles in Brazilian Portuguese, with the check behind every point.
//!
//! [`analyse`] reads an [`Article`] once and runs all checks. The checks, their weights and their sources are listed in
//! docs/interface/platform/analysis.md. Scores are writing aids, no promise of rank.
//!
//! The analysis is deterministic: no I/O, no clock, no randomness. Its time is linear in the length of the article.

#![warn(missing_docs)]

mod article;
mod checks;
mod document;
mod facts;
mod faq;
mod keyword;
mod language;
mod outcome;
mod outline;
mod score;
mod text;
mod widths;

use std::collections::HashSet;

pub use article::{Article, ContentDate, FeaturedImage};
pub use checks::catalogue::{CheckInfo, checks};
pub use faq::{FaqWarning, FaqWarningCode, question_key};
pub use outcome::{Analysis, Check, Place, PlaceKind, Score, Status};
pub use outline::{HeadingIssue, HeadingIssueCode, OutlineHeading};
pub use score::share;
pub use widths::{description_pixels, title_pixels};

use checks::catalogue;
use facts::Facts;
use step_budget::{Budget, Stopped};

/// Analyses an article.
pub fn analyse(article: &Article<'_>) -> Analysis {
    // Such a budget never ends.
    analyse_within(article, &Budget::unlimited()).unwrap_or_default()
}

/// Like [`analyse`], within a budget. A step is a byte of the body that one of the checks, or the reading before them, may read.
///
/// # Errors
/// [`Stopped`] between two checks.
pub fn analyse_within(article: &Article<'_>, budget: &Budget) -> Result<Analysis, Stopped> {
    let facts = Facts::of(article, budget)?;
    let score = |rules| {
        let checks = checks::run(rules, &facts, budget)?;
        Ok(score::of(checks, facts.vocabulary.distinct))
    };
    Ok(Analysis {
        seo: score(catalogue::SEO)?,
        geo: score(catalogue::GEO)?,
        aeo: score(catalogue::AEO)?,
        words: facts.words,
        flesch_tenths: facts.readability.tenths(),
        outline: outline::outline(article, &facts.document),
        faq_warnings: faq_warnings(&facts),
        heading_issues: facts.issues,
    })
}

fn faq_warnings(facts: &Facts<'_>) -> Vec<FaqWarning> {
    if !facts.is_faq_on() {
        return Vec::new();
    }
    let answer_words: Vec<usize> = facts
        .faq
        .iter()
        .map(|entry| entry.answer.words.len())
        .collect();
    let headings: HashSet<String> = facts
        .document
        .headings
        .iter()
        .map(|heading| faq::question_key(facts.document.block_text(heading.block)))
        .collect();
    faq::warnings(facts.article.faq, &answer_words, &headings)
}
