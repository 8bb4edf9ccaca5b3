//! Publications under faults end with exactly one post on the host, nothing lost, and a true checklist.
//!
//! `FAULTS_SEED` draws other random scenarios, `FAULTS_RANDOM` another number of them; `FAULTS_ALL` runs every
//! systematic one, and `FAULTS_ONLY` those whose name contains a word.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use pauta_tests::faults::{self, Outcome, Scenario, Verdict};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Writes a line around the test harness, which hides the output of passing tests: the figures are the purpose of a
/// manual run.
macro_rules! say {
    ($($part:tt)*) => {
        writeln!(std::io::stdout(), $($part)*).unwrap()
    };
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

fn scenarios() -> Vec<Scenario> {
    let mut scenarios: Vec<_> = faults::points()
        .into_iter()
        .flat_map(|(story, passed)| faults::systematic(story, passed))
        .collect();
    let only = std::env::var("FAULTS_ONLY").ok();
    if only.is_none() && std::env::var_os("FAULTS_ALL").is_none() {
        scenarios = faults::essential(scenarios);
    }
    let seed = setting("FAULTS_SEED", 1);
    scenarios.extend(faults::random(seed, setting("FAULTS_RANDOM", 56)));
    if let Some(only) = only {
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
    say!("scenarios: {}, by fault: {by_fault:?}", outcomes.len());
    say!(
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
        say!(
            "{}: {:?} ({:?})",
            outcome.name,
            outcome.why,
            outcome.injected
        );
    }
    assert!(bad.is_empty(), "{} scenarios ended badly", bad.len());
    assert!(
        injected >= 300 || std::env::var_os("FAULTS_ONLY").is_some(),
        "{injected} faults"
    );
}

/// Every route with an `Idempotency-Key`, whose process dies after each of its writes, including the transaction of
/// the work and the storing of the response.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_keyed_request_whose_process_dies_is_done_once_and_answered() {
    let places = Arc::new(Semaphore::new(2));
    let mut running = JoinSet::new();
    let operations = faults::keyed().await;
    assert!(operations.len() >= 14, "{}", operations.len());
    for operation in operations {
        let places = places.clone();
        running.spawn(async move {
            let _place = places.acquire().await.unwrap();
            faults::survive(operation).await
        });
    }
    let (kills, bad): (Vec<_>, Vec<_>) = running
        .join_all()
        .await
        .into_iter()
        .partition(Result::is_ok);
    let kills: usize = kills.into_iter().map(Result::unwrap).sum();
    say!(
        "kills of keyed requests: {kills}, done twice, lost or answered otherwise: {}",
        bad.len()
    );
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(kills >= 45, "{kills}");
}
