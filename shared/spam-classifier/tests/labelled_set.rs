//! The labelled set, and what the classifier reaches on it.
#![expect(clippy::expect_used, reason = "a test may stop at the first surprise")]

#[path = "../examples/labelled_set/figures.rs"]
mod figures;
#[path = "../examples/labelled_set/labelled.rs"]
mod labelled;

use std::collections::{BTreeMap, BTreeSet};

use spam_classifier::Prior;

use crate::figures::{cross_validation, holdout, of_training, sum, unseen_groups, with_websites};
use crate::labelled::{Labelled, Part, labelled};

#[test]
fn the_set_has_400_different_texts_half_of_them_spam_in_two_languages() {
    let set = labelled();
    let texts: BTreeSet<&str> = set.iter().map(|text| text.text.as_str()).collect();
    assert_eq!((set.len(), texts.len()), (400, 400));
    let mut numbers: BTreeMap<(bool, &str, bool), usize> = BTreeMap::new();
    for text in &set {
        assert!(["comment", "message"].contains(&text.kind.as_str()));
        let key = (
            text.spam,
            text.language.as_str(),
            text.part == Part::Holdout,
        );
        *numbers.entry(key).or_default() += 1;
    }
    for spam in [true, false] {
        for language in ["pt", "en"] {
            assert_eq!(numbers[&(spam, language, false)], 75);
            assert_eq!(numbers[&(spam, language, true)], 25);
        }
    }
}

#[test]
fn the_holdout_has_98_percent_precision_and_85_percent_recall() {
    let figures = holdout(&labelled(), |_| true);
    assert!(figures.precision() >= 98.0, "{figures:?}");
    assert!(figures.recall() >= 85.0, "{figures:?}");
}

#[test]
fn cross_validation_has_98_percent_precision_and_85_percent_recall() {
    let set = labelled();
    let all: Vec<&Labelled> = set.iter().collect();
    let figures = cross_validation(&all, &mut |_, _, _| {});
    assert!(figures.precision() >= 98.0, "{figures:?}");
    assert!(figures.recall() >= 85.0, "{figures:?}");
}

#[test]
fn legitimate_authors_with_a_website_are_not_lost() {
    let figures = with_websites(&labelled());
    assert!(figures.ham_lost <= 1, "{figures:?}");
}

#[test]
fn kinds_of_texts_that_were_never_learned_are_not_lost() {
    let groups = unseen_groups(&labelled(), &mut |_, _, _| {});
    let figures = sum(groups.iter().map(|(_, figures)| figures));
    assert!(figures.precision() >= 98.0, "{figures:?}");
}

#[test]
fn the_shipped_weights_are_those_of_the_training_part() {
    assert_eq!(
        &of_training(&labelled()),
        Prior::shipped(),
        "write them anew with the command of the README"
    );
}
