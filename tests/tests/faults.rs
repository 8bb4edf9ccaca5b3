//! Whatever goes wrong, wherever: one post on the host, nothing lost, and the checklist tells the
//! truth.
//!
//! `FAULTS_SEED` draws other random scenarios, `FAULTS_RANDOM` another number of them, and
//! `FAULTS_ONLY` runs those whose name contains a word.

use std::collections::BTreeMap;

use pauta_tests::faults::{self, Outcome, Scenario, Story, Verdict};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

fn scenarios() -> Vec<Scenario> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut scenarios = Vec::new();
    for story in Story::ALL {
        let passed = runtime.block_on(faults::points(story));
        scenarios.extend(faults::systematic(story, passed));
    }
    let seed = setting("FAULTS_SEED", 1);
    scenarios.extend(faults::random(seed, setting("FAULTS_RANDOM", 140)));
    if let Ok(only) = std::env::var("FAULTS_ONLY") {
        scenarios.retain(|scenario| scenario.to_string().contains(&only));
    }
    scenarios
}

fn count(outcomes: &[Outcome], verdict: Verdict) -> usize {
    outcomes
        .iter()
        .filter(|outcome| outcome.verdict == verdict)
        .count()
}

#[test]
fn publications_survive_every_fault() {
    let scenarios = scenarios();
    let outcomes = faults::all(&scenarios);
    let injected: usize = outcomes.iter().map(|outcome| outcome.injected.len()).sum();
    let mut by_fault: BTreeMap<&str, usize> = BTreeMap::new();
    for fault in outcomes.iter().flat_map(|outcome| &outcome.injected) {
        let kind = fault.rsplit(": ").next().unwrap_or_default();
        *by_fault.entry(kind).or_default() += 1;
    }
    println!("scenarios: {}, by fault: {by_fault:?}", outcomes.len());
    println!(
        "faults injected: {injected}, posts doubled: {}, posts lost: {}, untruths told: {}",
        count(&outcomes, Verdict::Doubled),
        count(&outcomes, Verdict::Lost),
        count(&outcomes, Verdict::Untrue),
    );
    let bad: Vec<_> = outcomes
        .iter()
        .filter(|outcome| outcome.verdict != Verdict::Well)
        .collect();
    for outcome in bad.iter().take(20) {
        println!(
            "{}: {:?} ({:?})",
            outcome.name, outcome.why, outcome.injected
        );
    }
    assert!(bad.is_empty(), "{} scenarios ended badly", bad.len());
    assert!(
        injected >= 300 || std::env::var_os("FAULTS_ONLY").is_some(),
        "{injected} faults"
    );
}
