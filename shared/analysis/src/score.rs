//! Computes a score from its checks.

use crate::outcome::{Check, Score, Status};

/// Different content words of a text with its full score, about those of a varied text of 300 words. Fewer get a share, so
/// that stubs and texts that repeat themselves do not get points for what they lack.
pub(crate) const FULL_VOCABULARY: usize = 120;

/// What these checks reach of what they could reach, 0 to 100: 2 points for good and 1 for ok, each times its weight, rounded
/// to an integer. `None` when no check applies.
pub fn share<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Option<u32> {
    let (mut points, mut weights) = (0, 0);
    for check in checks {
        let value = match check.status {
            Status::Good => 2,
            Status::Ok => 1,
            Status::Bad => 0,
            Status::Na => continue,
        };
        points += value * check.weight;
        weights += check.weight;
    }
    (100 * points + weights).checked_div(2 * weights)
}

/// The score of these checks for a text with this many different content words: their [`share`], in proportion to
/// [`FULL_VOCABULARY`] where the text has fewer words.
pub(crate) fn of(checks: Vec<Check>, vocabulary: usize) -> Score {
    let full = share(&checks).unwrap_or_default();
    let part = u32::try_from(vocabulary.min(FULL_VOCABULARY)).unwrap_or(0);
    let whole = u32::try_from(FULL_VOCABULARY).unwrap_or(1);
    Score {
        score: full * part / whole,
        checks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: Status, weight: u32) -> Check {
        Check {
            id: "x",
            status,
            weight,
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
}
