//! Every rule finds its wrong examples and is silent about the right ones.

use grammar::{Checker, Format, rules};

/// The wrong sentence, the wrong words and the first suggestion of an example.
fn example(source: &str) -> Option<(String, String, String)> {
    let (before, rest) = source.split_once('{')?;
    let (inside, after) = rest.split_once('}')?;
    let (wrong, right) = inside.split_once('|')?;
    Some((
        format!("{before}{wrong}{after}"),
        wrong.to_owned(),
        right.to_owned(),
    ))
}

fn marked(text: &str, offset: usize, length: usize) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16_lossy(units.get(offset..offset + length).unwrap_or_default())
}

#[test]
fn every_rule_finds_its_wrong_examples() {
    let checker = Checker::shared().unwrap();
    let mut failures = Vec::new();
    for rule in rules::all() {
        for source in rule.wrong {
            let (text, wrong, right) = example(source).expect("a mark in the example");
            let findings = checker.check(&text, Format::Plain);
            let own: Vec<_> = findings
                .iter()
                .filter(|finding| finding.rule == rule.id)
                .collect();
            let hit = own.iter().any(|finding| {
                marked(&text, finding.offset, finding.length) == wrong
                    && finding.suggestions.first().map_or("", String::as_str) == right
            });
            if !hit {
                let seen: Vec<_> = findings
                    .iter()
                    .map(|finding| {
                        (
                            finding.rule.as_ref(),
                            marked(&text, finding.offset, finding.length),
                            &finding.suggestions,
                        )
                    })
                    .collect();
                failures.push(format!("{}: {source}: {seen:?}", rule.id));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn no_rule_fires_on_right_examples() {
    let checker = Checker::shared().unwrap();
    let mut failures = Vec::new();
    for rule in rules::all() {
        for text in rule.right {
            for finding in checker.check(text, Format::Plain) {
                failures.push(format!(
                    "{}: {text}: {} at “{}”",
                    rule.id,
                    finding.rule,
                    marked(text, finding.offset, finding.length)
                ));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn there_are_enough_rules_with_enough_examples() {
    let mut ids: Vec<_> = rules::all().map(|rule| rule.id).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "an identifier stands for two rules");
    assert!(count >= 80, "{count} rules");
    for rule in rules::all() {
        assert!(
            rule.right.len() >= 3 && rule.wrong.len() >= 3,
            "{} has too few examples",
            rule.id
        );
        assert!(
            rule.message.ends_with('.')
                && rule
                    .message
                    .trim_start_matches('“')
                    .chars()
                    .next()
                    .is_some_and(char::is_uppercase),
            "{}",
            rule.message
        );
    }
}
