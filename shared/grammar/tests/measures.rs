//! Holds the quality of the checks on the labelled sets of `tests/sets`.

use grammar::{Checker, Finding, Format};

/// Lowest share of findings that mark a labelled error, in percent.
const PRECISION: usize = 95;
/// Lowest share of labelled errors that are found, in percent.
const RECALL: usize = 70;

#[cfg(test)]
fn checker() -> &'static Checker {
    Checker::shared().expect("the data is compiled in")
}

/// UTF-16 start and end of a span in a sentence.
fn span(sentence: &str, span: &str) -> Option<(usize, usize)> {
    let start = sentence.split(span).next()?.encode_utf16().count();
    Some((start, start + span.encode_utf16().count()))
}

/// Errors, errors found and false alarms of a set.
fn count(set: &str) -> (usize, usize, usize) {
    let (mut wrong, mut found, mut alarms) = (0, 0, 0);
    for line in set.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [label, sentence, words, _, _] = fields.as_slice() else {
            continue;
        };
        let place = (*label == "wrong").then(|| span(sentence, words)).flatten();
        let hits = |finding: &&Finding| {
            place.is_some_and(|(start, end)| {
                finding.offset < end && start < finding.offset + finding.length
            })
        };
        let findings = checker().check(sentence, Format::Plain);
        wrong += usize::from(*label == "wrong");
        found += usize::from(findings.iter().any(|finding| hits(&finding)));
        alarms += findings.iter().filter(|finding| !hits(finding)).count();
    }
    (wrong, found, alarms)
}

#[test]
fn precision_and_recall_hold_on_the_500_sentences() {
    let (one, other) = (
        count(include_str!("sets/sentences_dev.tsv")),
        count(include_str!("sets/sentences_test.tsv")),
    );
    let (wrong, found, alarms) = (one.0 + other.0, one.1 + other.1, one.2 + other.2);
    assert_eq!(wrong, 250);
    assert!(found * 100 >= RECALL * wrong, "{found} of {wrong} found");
    assert!(
        found * 100 >= PRECISION * (found + alarms),
        "{alarms} false alarms beside {found} right findings"
    );
}

#[test]
fn recall_holds_on_each_set_by_itself() {
    // Every set has served the work on the rules, the last one too: this guards against regressions and
    // says little about unseen text.
    for set in [
        include_str!("sets/sentences_dev.tsv"),
        include_str!("sets/sentences_test.tsv"),
        include_str!("sets/sentences_more.tsv"),
        include_str!("sets/sentences_fresh.tsv"),
        include_str!("sets/sentences_unseen.tsv"),
    ] {
        let (wrong, found, alarms) = count(set);
        assert!(found * 100 >= RECALL * wrong, "{found} of {wrong} found");
        assert!(
            found * 100 >= PRECISION * (found + alarms),
            "{alarms} false alarms beside {found} right findings"
        );
    }
}

#[test]
fn correct_articles_raise_at_most_three_false_alarms() {
    let findings = checker().check(include_str!("sets/correct_text.md"), Format::Plain);
    assert!(findings.len() <= 3, "{findings:?}");
}

#[test]
fn the_right_suggestion_comes_first_for_four_of_five_misspellings() {
    let (mut all, mut first) = (0, 0);
    for (wrong, right) in include_str!("sets/misspellings.tsv")
        .lines()
        .filter_map(|line| line.split_once('\t'))
    {
        let findings = checker().check(wrong, Format::Plain);
        all += 1;
        first += usize::from(
            findings
                .first()
                .and_then(|finding| finding.suggestions.first())
                .is_some_and(|suggestion| suggestion == right),
        );
    }
    assert!(all >= 300 && first * 100 >= 80 * all, "{first} of {all}");
}
