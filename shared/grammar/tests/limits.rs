//! What a check costs at most: long words, long blocks, many findings, and the budget of its caller.

use grammar::{Checked, Checker, Finding, Format, Kind, MOST_FINDINGS, OwnWords};
use step_budget::Budget;

#[cfg(test)]
fn checker() -> &'static Checker {
    Checker::shared().expect("the data is compiled in")
}

fn findings(text: &str) -> Vec<Finding> {
    checker().check(text, Format::detect(text))
}

fn within(text: &str, budget: &Budget) -> Checked {
    let own = OwnWords::default();
    checker().check_within(text, Format::detect(text), &own, budget)
}

/// Steps that a check takes.
fn steps(text: &str) -> u64 {
    let budget = Budget::unlimited();
    let all = budget.left();
    within(text, &budget);
    all - budget.left()
}

#[test]
fn a_word_of_more_than_sixty_letters_has_no_suggestions() {
    // One letter too many makes a misspelling of a known word with an ending.
    for (letters, suggested) in [(14, true), (61, false), (16_000, false)] {
        let word = match letters {
            14 => "infelismmente".to_owned(),
            _ => "a".repeat(letters),
        };
        let found = findings(&format!("Hoje vi {word} ali."));
        let one = found.first().expect("the word is misspelt");
        assert_eq!((found.len(), one.kind), (1, Kind::Spelling), "{letters}");
        assert_eq!(!one.suggestions.is_empty(), suggested, "{letters}");
    }
}

#[test]
fn long_words_in_capitals_and_with_hyphens_are_looked_up_by_their_parts() {
    assert!(findings(&format!("Hoje vi {}casa ali.", "casa-".repeat(40))).is_empty());
    assert_eq!(
        findings(&format!("Hoje vi {}casa ali.", "casxa-".repeat(40))).len(),
        1
    );
    findings(&"Á".repeat(20_000));
}

#[test]
fn a_paragraph_of_twenty_thousand_words_is_checked_like_short_ones() {
    let sentence =
        "A casa abre à partir das nove horas, e o jardim (com as “flores do norte”) fica aberto. ";
    let short = findings(sentence);
    assert_eq!(short.len(), 1, "{short:?}");
    // A sentence has 17 words.
    let count = 20_000 / 17;
    let few = findings(&sentence.repeat(900));
    assert_eq!(few.len(), 900);
    let shape = |finding: &Finding| {
        (
            finding.offset % sentence.encode_utf16().count(),
            finding.length,
        )
    };
    assert!(
        few.iter()
            .all(|finding| Some(shape(finding)) == short.first().map(shape))
    );
    let checked = within(&sentence.repeat(count), &Budget::unlimited());
    assert_eq!(checked.findings.len(), MOST_FINDINGS);
}

#[test]
fn a_check_reports_the_first_thousand_findings() {
    let checked = within(&"a casa é bonita. ".repeat(3_000), &Budget::unlimited());
    assert!(!checked.complete);
    assert_eq!(checked.findings.len(), MOST_FINDINGS);
    assert!(checked.findings.is_sorted_by_key(|finding| finding.offset));
    let few = within(&"a casa é bonita. ".repeat(300), &Budget::unlimited());
    assert!(few.complete);
    assert_eq!(few.findings.len(), 300);
}

#[test]
fn a_used_budget_leaves_what_was_found() {
    let text = "A casa abre à partir das nove horas.\n".repeat(200);
    let whole = within(&text, &Budget::unlimited());
    assert!(whole.complete);
    assert_eq!(whole.findings.len(), 200);
    let part = within(&text, &Budget::of(steps(&text) / 2));
    assert!(!part.complete);
    assert!(
        (1..200).contains(&part.findings.len()),
        "{}",
        part.findings.len()
    );
    assert_eq!(part.findings[..], whole.findings[..part.findings.len()]);
}

#[test]
fn a_cancelled_check_ends_at_its_next_step() {
    let budget = Budget::unlimited();
    let all = budget.left();
    drop(budget.cancel_on_drop());
    let checked = within(
        &"A casa abre à partir das nove horas. ".repeat(200),
        &budget,
    );
    assert!(!checked.complete);
    assert!(checked.findings.is_empty());
    assert_eq!(budget.left(), all);
}

#[test]
fn usual_prose_takes_some_twenty_steps_a_word() {
    let article = include_str!("sets/correct_text.md");
    let words = article.split_whitespace().count() as u64;
    assert!(
        (10..=30).contains(&(steps(article) / words)),
        "{}",
        steps(article) / words
    );
}

#[test]
fn marks_that_do_not_end_are_found_in_html_and_text() {
    for text in [
        "<a".repeat(5_000),
        "<!--".repeat(5_000),
        "<i><p>a ".repeat(2_000),
        "<code></kbd>".repeat(2_000),
        "(a ".repeat(5_000),
        "casa( ".repeat(5_000),
        "\"a ".repeat(5_000),
        "a,b.c/d@".repeat(2_000),
        "e\u{301}".repeat(5_000),
    ] {
        let found = findings(&text);
        assert!(found.len() <= MOST_FINDINGS);
        assert!(steps(&text) <= 30 * text.len() as u64, "{}", &text[..4]);
    }
}
