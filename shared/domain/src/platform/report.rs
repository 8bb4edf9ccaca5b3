//! Figures of a month: what was written, published and decided for a site or several sites.

use crate::platform::approval::Decision;

/// Words that a reader reads in a minute.
pub const READING_SPEED: u64 = 200;

/// Counts of a month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MonthlyFigures {
    /// Posts created, including those deleted later.
    pub posts: u64,
    /// Posts published for the first time.
    pub published: u64,
    /// Words of the published posts, as they were first published.
    pub words: u64,
    /// Rounds that the client answered.
    pub decisions: u64,
    /// Answers that asked for adjustments.
    pub adjustments: u64,
    /// Answers that rejected the post.
    pub rejections: u64,
    /// Time from requests to their answers, in seconds, summed over the answers.
    pub decision_seconds: u64,
}

impl MonthlyFigures {
    /// The figures of one answer, given `waited` seconds after its request.
    pub const fn of_answer(decision: Decision, waited: u64) -> Self {
        Self {
            posts: 0,
            published: 0,
            words: 0,
            decisions: 1,
            adjustments: matches!(decision, Decision::Adjustments) as u64,
            rejections: matches!(decision, Decision::Reject) as u64,
            decision_seconds: waited,
        }
    }

    /// The sums of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            posts: self.posts.saturating_add(other.posts),
            published: self.published.saturating_add(other.published),
            words: self.words.saturating_add(other.words),
            decisions: self.decisions.saturating_add(other.decisions),
            adjustments: self.adjustments.saturating_add(other.adjustments),
            rejections: self.rejections.saturating_add(other.rejections),
            decision_seconds: self.decision_seconds.saturating_add(other.decision_seconds),
        }
    }

    /// Average reading time of a published post at [`READING_SPEED`], in seconds; `None` when none was
    /// published.
    pub fn average_reading_seconds(&self) -> Option<u64> {
        rounded_quotient(
            self.words.saturating_mul(60),
            self.published.saturating_mul(READING_SPEED),
        )
    }

    /// Average time from a request to its answer, in seconds; `None` when there was no answer.
    pub fn average_decision_seconds(&self) -> Option<u64> {
        rounded_quotient(self.decision_seconds, self.decisions)
    }
}

/// `of` divided by `by`, rounded half up.
fn rounded_quotient(of: u64, by: u64) -> Option<u64> {
    of.saturating_add(by / 2).checked_div(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_rounded_and_absent_without_anything_to_average() {
        let none = MonthlyFigures::default();
        assert_eq!(none.average_reading_seconds(), None);
        assert_eq!(none.average_decision_seconds(), None);
        let figures = MonthlyFigures {
            published: 3,
            words: 1_000,
            decisions: 2,
            decision_seconds: 7,
            ..none
        };
        // 1,000 / 3 / 200 minutes.
        assert_eq!(figures.average_reading_seconds(), Some(100));
        assert_eq!(figures.average_decision_seconds(), Some(4));
    }

    #[test]
    fn sums_add_every_figure() {
        let one = MonthlyFigures {
            posts: 1,
            published: 2,
            words: 3,
            decisions: 4,
            adjustments: 5,
            rejections: 6,
            decision_seconds: 7,
        };
        let two = MonthlyFigures {
            posts: 10,
            published: 20,
            words: 30,
            decisions: 40,
            adjustments: 50,
            rejections: 60,
            decision_seconds: 70,
        };
        let sums = MonthlyFigures {
            posts: 11,
            published: 22,
            words: 33,
            decisions: 44,
            adjustments: 55,
            rejections: 66,
            decision_seconds: 77,
        };
        assert_eq!(one.plus(two), sums);
    }

    #[test]
    fn an_answer_counts_by_its_decision() {
        let counts = |decision| {
            let figures = MonthlyFigures::of_answer(decision, 9);
            assert_eq!((figures.decisions, figures.decision_seconds), (1, 9));
            (figures.adjustments, figures.rejections)
        };
        assert_eq!(counts(Decision::Approve), (0, 0));
        assert_eq!(counts(Decision::Adjustments), (1, 0));
        assert_eq!(counts(Decision::Reject), (0, 1));
    }
}
