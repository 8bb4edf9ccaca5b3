//! Prints precision and recall of the classifier on the labelled set: `cargo run -p spam-classifier --example labelled_set`.
//! With `--wrong` also the texts that are not judged as labelled; with `--write` the shipped weights are written anew.
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a command for developers, which may stop at the first surprise"
)]

mod figures;
mod labelled;

use spam_classifier::Verdict;

use crate::figures::{
    FOLDS, Figures, cross_validation, holdout, of_training, sum, unseen_groups, with_websites,
};
use crate::labelled::{Labelled, Part, labelled};

/// The shipped weights.
const PRIOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/prior.tsv");

fn show(title: &str, figures: &Figures) {
    let Figures {
        spam_found,
        spam_held,
        spam_passed,
        ham_passed,
        ham_held,
        ham_lost,
    } = figures;
    print!("{title:<34} ");
    // Precision and recall say nothing about texts that are all legitimate.
    if spam_found + spam_held + spam_passed > 0 {
        let (precision, recall) = (figures.precision(), figures.recall());
        print!("precision {precision:6.2} %  recall {recall:6.2} %  ");
        print!("spam: {spam_found} found, {spam_held} held, {spam_passed} passed  ");
    }
    println!("legitimate: {ham_passed} passed, {ham_held} held, {ham_lost} lost");
}

fn main() {
    let has = |wanted: &str| std::env::args().any(|argument| argument == wanted);
    let set = labelled();
    if has("--write") {
        std::fs::write(PRIOR, of_training(&set).to_text()).expect("the weights can be written");
    }
    let mut wrong = |text: &Labelled, verdict: Verdict, score: f64| {
        if has("--wrong") {
            println!(
                "  {verdict:?} {score:6.2} {}/{}: {} | {}",
                text.group, text.language, text.author, text.text
            );
        }
    };
    show("holdout", &holdout(&set, |_| true));
    for part in ["pt", "en", "comment", "message"] {
        let figures = holdout(&set, |text| {
            [&text.language, &text.kind].contains(&&part.to_owned())
        });
        show(&format!("holdout: {part}"), &figures);
    }
    show("legitimate, with author websites", &with_websites(&set));
    let all: Vec<&Labelled> = set.iter().collect();
    show(
        &format!("{FOLDS}-fold cross-validation"),
        &cross_validation(&all, &mut wrong),
    );
    let training: Vec<&Labelled> = set.iter().filter(|text| text.part == Part::Train).collect();
    show(
        "the same within the training part",
        &cross_validation(&training, &mut |_, _, _| {}),
    );
    let groups = unseen_groups(&set, &mut wrong);
    for (group, figures) in &groups {
        show(&format!("unseen group {group}"), figures);
    }
    show(
        "all groups, each unseen",
        &sum(groups.iter().map(|(_, figures)| figures)),
    );
}
