//! Precision and recall.

use std::collections::BTreeSet;

use spam_classifier::{Prior, Verdict, Weights, assess_with};

use crate::labelled::{Labelled, Part};

/// Number of parts of the cross-validation.
pub const FOLDS: usize = 5;

/// Outcomes of a number of texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    pub spam_found: usize,
    pub spam_held: usize,
    pub spam_passed: usize,
    pub ham_passed: usize,
    pub ham_held: usize,
    pub ham_lost: usize,
}

impl Figures {
    /// Share of real spam in what was taken for spam, in percent.
    pub fn precision(&self) -> f64 {
        percent(self.spam_found, self.spam_found + self.ham_lost)
    }

    /// Share of all spam that was taken for spam, in percent.
    pub fn recall(&self) -> f64 {
        percent(
            self.spam_found,
            self.spam_found + self.spam_held + self.spam_passed,
        )
    }

    fn add(&mut self, other: &Self) {
        self.spam_found += other.spam_found;
        self.spam_held += other.spam_held;
        self.spam_passed += other.spam_passed;
        self.ham_passed += other.ham_passed;
        self.ham_held += other.ham_held;
        self.ham_lost += other.ham_lost;
    }
}

#[expect(clippy::cast_precision_loss, reason = "some hundred texts")]
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        100.0
    } else {
        part as f64 * 100.0 / whole as f64
    }
}

/// The weights that `texts` give.
pub fn learned<'a>(texts: impl IntoIterator<Item = &'a Labelled>) -> Prior {
    Prior::learn(
        texts
            .into_iter()
            .map(|text| (text.submission(), text.label())),
    )
}

/// Assesses `texts`; `wrong` is called for those that are not as labelled.
pub fn measured<'a>(
    prior: &Prior,
    texts: impl IntoIterator<Item = &'a Labelled>,
    mut wrong: impl FnMut(&Labelled, Verdict, f64),
) -> Figures {
    let mut figures = Figures::default();
    for text in texts {
        let found = assess_with(prior, &text.submission(), &Weights::default());
        let count = match (text.spam, found.verdict) {
            (true, Verdict::Spam) => &mut figures.spam_found,
            (true, Verdict::Unsure) => &mut figures.spam_held,
            (true, Verdict::Ham) => &mut figures.spam_passed,
            (false, Verdict::Ham) => &mut figures.ham_passed,
            (false, Verdict::Unsure) => &mut figures.ham_held,
            (false, Verdict::Spam) => &mut figures.ham_lost,
        };
        *count += 1;
        let right = if text.spam {
            Verdict::Spam
        } else {
            Verdict::Ham
        };
        if found.verdict != right {
            wrong(text, found.verdict, found.score);
        }
    }
    figures
}

/// The weights of the training part.
pub fn of_training(set: &[Labelled]) -> Prior {
    learned(set.iter().filter(|text| text.part == Part::Train))
}

/// The texts of the holdout that `wanted` selects, with weights of the training part.
pub fn holdout(set: &[Labelled], wanted: impl Fn(&Labelled) -> bool) -> Figures {
    let holdout = set
        .iter()
        .filter(|text| text.part == Part::Holdout && wanted(text));
    measured(&of_training(set), holdout, |_, _, _| {})
}

/// The legitimate texts of the holdout, as if each author had a website.
pub fn with_websites(set: &[Labelled]) -> Figures {
    let texts: Vec<Labelled> = set
        .iter()
        .filter(|text| text.part == Part::Holdout && !text.spam)
        .map(|text| Labelled {
            url: "https://pagina-pessoal.example/eu".to_owned(),
            ..text.clone()
        })
        .collect();
    measured(&of_training(set), &texts, |_, _, _| {})
}

/// Each fifth of `set` with weights of the other four; every fifth text belongs to the same fifth.
pub fn cross_validation(
    set: &[&Labelled],
    wrong: &mut impl FnMut(&Labelled, Verdict, f64),
) -> Figures {
    let fold = |wanted: usize, inside: bool| {
        set.iter()
            .enumerate()
            .filter(move |(place, _)| (place % FOLDS == wanted) == inside)
            .map(|(_, text)| *text)
    };
    let mut all = Figures::default();
    for wanted in 0..FOLDS {
        all.add(&measured(
            &learned(fold(wanted, false)),
            fold(wanted, true),
            &mut *wrong,
        ));
    }
    all
}

/// Each group with weights of all other groups: kinds of texts that were never learned.
pub fn unseen_groups(
    set: &[Labelled],
    wrong: &mut impl FnMut(&Labelled, Verdict, f64),
) -> Vec<(String, Figures)> {
    let groups: BTreeSet<&str> = set.iter().map(|text| text.group.as_str()).collect();
    let mut of = |group: &str| {
        let prior = learned(set.iter().filter(|text| text.group != group));
        measured(
            &prior,
            set.iter().filter(|text| text.group == group),
            &mut *wrong,
        )
    };
    groups
        .into_iter()
        .map(|group| (group.to_owned(), of(group)))
        .collect()
}

/// The sum of several figures.
pub fn sum<'a>(figures: impl IntoIterator<Item = &'a Figures>) -> Figures {
    let mut all = Figures::default();
    for figures in figures {
        all.add(figures);
    }
    all
}
