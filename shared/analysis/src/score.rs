//! Computes a score from its checks.

use crate::outcome::{Check, Score, Status};

/// Different content words of a text with its full score, about those of a varied text of 300 words. Fewer get a share, so
/// that stubs and texts that repeat themselves do not get points for what they lack.
pub(crate) const FULL_VOCABULARY: usize = 120;

/// Points of checks, doubled, and the sum of the weights of those that apply.
#[derive(Debug, Clone, Copy, Default)]
struct Points {
    doubled: u32,
    weights: u32,
}

impl Points {
    fn of<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Self {
        checks.into_iter().fold(Self::default(), |sum, check| {
            let value = match check.status {
                Status::Good => 2,
                Status::Ok => 1,
                Status::Bad => 0,
                Status::Na => return sum,
            };
            Self {
                doubled: sum.doubled + value * check.weight,
                weights: sum.weights + check.weight,
            }
        })
    }

    /// What is missing from `check` to its full points, added.
    const fn with_good(self, check: &Check) -> Self {
        let missing = match check.status {
            Status::Good | Status::Na => 0,
            Status::Ok => check.weight,
            Status::Bad => 2 * check.weight,
        };
        Self {
            doubled: self.doubled + missing,
            ..self
        }
    }

    /// 0 to 100, rounded to an integer. `None` when no check applies.
    fn share(self) -> Option<u32> {
        (100 * self.doubled + self.weights).checked_div(2 * self.weights)
    }

    /// The score of a text with this many different content words.
    fn score(self, vocabulary: usize) -> u32 {
        let part = u32::try_from(vocabulary.min(FULL_VOCABULARY)).unwrap_or(0);
        let whole = u32::try_from(FULL_VOCABULARY).unwrap_or(1);
        self.share().unwrap_or_default() * part / whole
    }
}

/// What these checks reach of what they could reach, 0 to 100: 2 points for good and 1 for ok, each times its weight, rounded
/// to an integer. `None` when no check applies.
pub fn share<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Option<u32> {
    Points::of(checks).share()
}

/// The score of these checks for a text with this many different content words: their [`share`], in proportion to
/// [`FULL_VOCABULARY`] where the text has fewer words. Each check gets what the score gains by it.
pub(crate) fn of(mut checks: Vec<Check>, vocabulary: usize) -> Score {
    let points = Points::of(&checks);
    let score = points.score(vocabulary);
    for check in &mut checks {
        let better = points.with_good(check).score(vocabulary);
        check.gain = better.saturating_sub(score);
    }
    Score { score, checks }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(status: Status, weight: u32) -> Check {
        Check {
            id: "x",
            status,
            weight,
            gain: 0,
            message: String::new(),
            places: Vec::new(),
        }
    }

    fn score(statuses: &[(Status, u32)], vocabulary: usize) -> u32 {
        let checks = statuses
            .iter()
            .map(|(status, weight)| check(*status, *weight));
        of(checks.collect(), vocabulary).score
    }

    #[test]
    fn points_are_shared() {
        let half = [(Status::Good, 40), (Status::Ok, 20), (Status::Bad, 40)];
        assert_eq!(score(&half, 500), 50);
        assert_eq!(score(&half, 60), 25);
        assert_eq!(score(&half, 0), 0);
        assert_eq!(score(&[(Status::Good, 1), (Status::Bad, 2)], 500), 33);
    }

    #[test]
    fn a_share_is_none_when_nothing_applies() {
        assert_eq!(share([]), None);
        assert_eq!(share([&check(Status::Na, 7)]), None);
        assert_eq!(share([&check(Status::Bad, 7)]), Some(0));
        let two = [check(Status::Ok, 3), check(Status::Good, 1)];
        assert_eq!(share(&two), Some(63));
    }

    #[test]
    fn a_check_that_does_not_apply_shares_its_weight() {
        assert_eq!(score(&[(Status::Good, 50), (Status::Na, 50)], 500), 100);
        assert_eq!(score(&[(Status::Na, 100)], 500), 0);
        assert_eq!(score(&[], 500), 0);
    }

    fn checks() -> impl Strategy<Value = Vec<(Status, u32)>> {
        let status = prop_oneof![
            Just(Status::Good),
            Just(Status::Ok),
            Just(Status::Bad),
            Just(Status::Na),
        ];
        prop::collection::vec((status, 1..30_u32), 0..20)
    }

    proptest! {
        /// The score with the check good, computed anew, is the present one with the gain of the check.
        #[test]
        fn a_gain_is_what_the_score_rises_by(checks in checks(), vocabulary in 0..200_usize) {
            let made = checks.iter().map(|(status, weight)| check(*status, *weight)).collect();
            let before = of(made, vocabulary);
            for (place, result) in before.checks.iter().enumerate() {
                let mut better = checks.clone();
                if better[place].0 != Status::Na {
                    better[place].0 = Status::Good;
                }
                prop_assert_eq!(score(&better, vocabulary), before.score + result.gain);
            }
        }
    }
}
