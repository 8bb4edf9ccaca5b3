//! Weights that the crate ships: what a site starts from.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use crate::submission::Submission;
use crate::tokens::tokens;
use crate::weights::{Counts, Label};

/// Written by `cargo run -p spam-classifier --example labelled_set -- --write` from the training part of the labelled set.
const SHIPPED: &str = include_str!("../data/prior.tsv");

/// Fewest texts with a token that is kept; a rarer one says more about its one text than about spam.
const FEWEST_TEXTS: u32 = 2;

/// Numbers of spam and legitimate texts with each token, in a labelled set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prior {
    texts: Counts,
    tokens: HashMap<Box<str>, Counts>,
}

/// A line of a text that holds no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {0} is no token with two numbers")]
pub struct PriorError(pub usize);

impl Prior {
    /// The weights that the crate ships.
    pub fn shipped() -> &'static Self {
        static PRIOR: LazyLock<Prior> = LazyLock::new(|| Prior::parse(SHIPPED).unwrap_or_default());
        &PRIOR
    }

    /// The weights that `texts` give.
    pub fn learn<'a>(texts: impl IntoIterator<Item = (Submission<'a>, Label)>) -> Self {
        let mut prior = Self::default();
        for (submission, label) in texts {
            let count = |counts: &mut Counts| match label {
                Label::Spam => counts.spam += 1,
                Label::Ham => counts.ham += 1,
            };
            count(&mut prior.texts);
            for token in tokens(&submission) {
                count(prior.tokens.entry(token.into()).or_default());
            }
        }
        prior
            .tokens
            .retain(|_, counts| counts.spam + counts.ham >= FEWEST_TEXTS);
        prior
    }

    /// The weights as a text: a token a line, with the numbers of spam and legitimate texts behind tabs. The first line
    /// has no token and the numbers of all texts.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines: Vec<_> = self.tokens.iter().collect();
        lines.sort_unstable_by_key(|(token, _)| *token);
        let mut text = format!("\t{}\t{}\n", self.texts.spam, self.texts.ham);
        for (token, counts) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{token}\t{}\t{}", counts.spam, counts.ham);
        }
        text
    }

    /// Reads what [`Prior::to_text`] wrote.
    ///
    /// # Errors
    /// [`PriorError`] names the first line that is no token with two numbers.
    pub fn parse(text: &str) -> Result<Self, PriorError> {
        let mut prior = Self::default();
        for (number, line) in text.lines().enumerate() {
            let wrong = PriorError(number + 1);
            let mut fields = line.split('\t');
            let token = fields.next().ok_or(wrong)?;
            let mut count = || fields.next()?.parse().ok();
            let counts = Counts {
                spam: count().ok_or(wrong)?,
                ham: count().ok_or(wrong)?,
            };
            if token.is_empty() {
                prior.texts = counts;
            } else {
                prior.tokens.insert(token.into(), counts);
            }
        }
        Ok(prior)
    }

    /// Number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no token.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    pub(crate) const fn totals(&self) -> Counts {
        self.texts
    }

    pub(crate) fn counts(&self, token: &str) -> Counts {
        self.tokens.get(token).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_can_be_read() {
        let shipped = Prior::parse(SHIPPED).unwrap();
        assert_eq!(&shipped, Prior::shipped());
        assert!(shipped.len() > 300);
        assert_eq!(shipped.to_text(), SHIPPED);
    }

    #[test]
    fn rare_tokens_are_left_out_and_a_wrong_line_is_named() {
        let text = |text| Submission {
            text,
            ..Submission::default()
        };
        let prior = Prior::learn([
            (text("compre agora"), Label::Spam),
            (text("compre depois"), Label::Spam),
            (text("bom dia"), Label::Ham),
        ]);
        assert_eq!(prior.totals(), Counts { spam: 2, ham: 1 });
        assert_eq!(prior.counts("compre"), Counts { spam: 2, ham: 0 });
        assert_eq!(prior.counts("agora"), Counts::default());
        assert_eq!(Prior::parse(&prior.to_text()).unwrap(), prior);
        assert_eq!(Prior::parse("\t1\t2\nx\t1"), Err(PriorError(2)));
    }
}
