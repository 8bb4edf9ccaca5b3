//! The score of a submission and what follows from it.

use serde::{Deserialize, Serialize};

use crate::prior::Prior;
use crate::signals::{Signal, SignalKind, signals};
use crate::submission::Submission;
use crate::tokens::{AUTHOR_LINK, LINK, SHORT, tokens};
use crate::weights::{Counts, Weights, hash};

/// Score from which a submission is spam. High enough that hardly any legitimate text reaches it, even of kinds that the
/// weights have never seen; the README of this crate has the figures, and how far they reach.
pub const SPAM_SCORE: f64 = 7.0;
/// Score from which a submission is held for moderation.
pub const UNSURE_SCORE: f64 = 2.5;

/// How many shipped texts a decision of the site's moderators counts for.
const SITE_FACTOR: f64 = 4.0;
/// Number of texts by which the share of a token is drawn to the middle, so that one text proves little.
const CAUTION: f64 = 1.0;
/// Largest contribution of a token.
const MAX_TOKEN_WEIGHT: f64 = 2.5;
/// Number of tokens that decide: the ones that say most. Longer texts would otherwise have larger scores.
const DECIDING_TOKENS: usize = 24;

/// Largest contribution of the words of a short text without a link: few words prove little, and such a text can only
/// be held.
const MAX_SHORT_WEIGHT: f64 = 5.0;

/// What to do with a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Legitimate.
    Ham,
    /// Not certain: hold for moderation.
    Unsure,
    /// Spam.
    Spam,
}

/// A verdict with its reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// Verdict.
    pub verdict: Verdict,
    /// Sum of the signals.
    pub score: f64,
    /// The signals, the strongest first.
    pub signals: Vec<Signal>,
}

/// Assesses `submission` with the shipped weights and those of the site.
#[must_use]
pub fn assess(submission: &Submission<'_>, site: &Weights) -> Assessment {
    assess_with(Prior::shipped(), submission, site)
}

/// Assesses `submission` with other weights than the shipped ones.
#[must_use]
pub fn assess_with(prior: &Prior, submission: &Submission<'_>, site: &Weights) -> Assessment {
    let mut signals = signals(submission);
    signals.push(Signal {
        kind: SignalKind::Words,
        weight: words(prior, submission, site),
    });
    signals.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
    let score = signals.iter().map(|signal| signal.weight).sum();
    let verdict = match score {
        score if score >= SPAM_SCORE => Verdict::Spam,
        score if score >= UNSURE_SCORE => Verdict::Unsure,
        _ => Verdict::Ham,
    };
    Assessment {
        verdict,
        score,
        signals,
    }
}

/// The log-odds of the words.
fn words(prior: &Prior, submission: &Submission<'_>, site: &Weights) -> f64 {
    let totals = joined(prior.totals(), site.totals());
    let tokens = tokens(submission);
    let mut weights: Vec<f64> = tokens
        .iter()
        .map(|token| {
            weight(
                joined(prior.counts(token), site.counts(hash(token))),
                totals,
            )
        })
        .collect();
    weights.sort_by(|a, b| b.abs().total_cmp(&a.abs()));
    let sum: f64 = weights.iter().take(DECIDING_TOKENS).sum();
    let proves_little =
        tokens.contains(SHORT) && !tokens.contains(LINK) && !tokens.contains(AUTHOR_LINK);
    if proves_little {
        sum.min(MAX_SHORT_WEIGHT)
    } else {
        sum
    }
}

/// Numbers of spam and legitimate texts, those of the site with their factor.
fn joined(prior: Counts, site: Counts) -> (f64, f64) {
    let sum = |prior: u32, site: u32| SITE_FACTOR.mul_add(f64::from(site), f64::from(prior));
    (sum(prior.spam, site.spam), sum(prior.ham, site.ham))
}

/// The log-odds of a token that `(spam, ham)` of all texts contain. The shares are compared, not the numbers, so a
/// site with much more spam than legitimate texts does not take every unknown word for spam.
fn weight((spam, ham): (f64, f64), (all_spam, all_ham): (f64, f64)) -> f64 {
    let share = |number: f64, all: f64| if all > 0.0 { number / all } else { 0.0 };
    let (spam_share, ham_share) = (share(spam, all_spam), share(ham, all_ham));
    if spam_share + ham_share <= 0.0 {
        return 0.0;
    }
    let texts = spam + ham;
    let probability = spam_share / (spam_share + ham_share);
    let drawn = CAUTION.mul_add(0.5, texts * probability) / (CAUTION + texts);
    (drawn / (1.0 - drawn))
        .ln()
        .clamp(-MAX_TOKEN_WEIGHT, MAX_TOKEN_WEIGHT)
}

#[cfg(test)]
#[path = "assessment_tests.rs"]
mod tests;
