//! Runs scenarios on all cores.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::board::{Fault, Passed, Plan};
use super::catalogue::{Delivery, Scenario};
use super::hosts::TestHosts;
use super::platform::TestPlatform;
use super::rewritten::{Rewritten, rewritten_schedule};
use super::story::Story;

/// The verdict on a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The expected end.
    Well,
    /// The host has a second post or picture.
    Doubled,
    /// The post is missing, or the scenario does not end.
    Lost,
    /// A status or message is false.
    Untrue,
}

/// The outcome of a scenario.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Name of the scenario.
    pub name: String,
    /// The injected faults.
    pub injected: Vec<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Description of the failure.
    pub why: Option<String>,
}

/// Time limit of a call to a host: longer than any response takes.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// Time limit of a call in scenarios whose hosts hang, which is how long each such call lasts.
const SHORT_TIME_LIMIT: Duration = Duration::from_millis(400);

fn time_limit(scenario: &Scenario) -> Duration {
    let waits_in_vain = match &scenario.plan {
        Plan::Nothing => false,
        Plan::At(_, Fault::Host(name, _)) => {
            matches!(*name, "Hang" | "HangAfter" | "Late")
                || (scenario.delivery == Delivery::TwoWorkers && name.starts_with("Crash"))
        }
        Plan::At(..) => false,
        Plan::Random { .. } => true,
    };
    if waits_in_vain {
        SHORT_TIME_LIMIT
    } else {
        TIME_LIMIT
    }
}

/// Runs one scenario on `hosts`, whose earlier posts stay.
pub async fn one(hosts: &TestHosts, scenario: &Scenario) -> (Outcome, Passed) {
    hosts.settle_down().await;
    let platform = Box::pin(TestPlatform::new(hosts, time_limit(scenario))).await;
    let ended = Box::pin(perform(scenario, &platform)).await;
    let why = ended.err();
    let verdict = match &why {
        None => Verdict::Well,
        Some(why) if why.starts_with("doubled") => Verdict::Doubled,
        Some(why) if why.starts_with("lost") => Verdict::Lost,
        Some(_) => Verdict::Untrue,
    };
    let outcome = Outcome {
        name: scenario.to_string(),
        injected: hosts.board.injected(),
        verdict,
        why,
    };
    (outcome, hosts.board.passed())
}

async fn perform(scenario: &Scenario, platform: &TestPlatform<'_>) -> Result<(), String> {
    Box::pin(scenario.story.prepare(platform)).await?;
    platform.hosts.board.arm(scenario.plan.clone());
    let acted = Box::pin(scenario.story.act(platform, scenario.delivery)).await;
    let notified = Box::pin(platform.send_notifications()).await;
    platform.hosts.board.disarm();
    acted?;
    notified?;
    platform.hosts.quiet().await;
    platform.check_end(scenario.story).await
}

/// Stack size of the threads that run scenarios: without optimisation the futures of a worker and of two hosts need
/// more than the default of two megabytes.
const STACK: usize = 16 * 1024 * 1024;

/// A thread for scenarios.
fn thread() -> std::thread::Builder {
    std::thread::Builder::new().stack_size(STACK)
}

/// Plays the story of a scheduled post that is rewritten after the approval, on a host that publishes the post at its date
/// and on one that misses the date.
pub fn rewritten() -> Vec<Result<Rewritten, String>> {
    let play = || {
        runtime().block_on(async {
            let hosts = Box::pin(TestHosts::new()).await;
            let mut played = Vec::new();
            for is_missed in [false, true] {
                played.push(Box::pin(rewritten_schedule(&hosts, is_missed)).await);
            }
            played
        })
    };
    thread().spawn(play).unwrap().join().unwrap()
}

/// The points that an undisturbed run of each story passes.
pub fn points() -> Vec<(Story, Passed)> {
    let passed = thread().spawn(undisturbed).unwrap();
    passed.join().unwrap()
}

fn undisturbed() -> Vec<(Story, Passed)> {
    runtime().block_on(async {
        let hosts = Box::pin(TestHosts::new()).await;
        let mut points = Vec::new();
        for story in Story::ALL {
            let scenario = Scenario {
                story,
                delivery: Delivery::Once,
                plan: Plan::Nothing,
            };
            let (outcome, passed) = one(&hosts, &scenario).await;
            assert_eq!(outcome.verdict, Verdict::Well, "{outcome:?}");
            points.push((story, passed));
        }
        points
    })
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// Runs all scenarios on all cores; the outcomes have the same order.
pub fn all(scenarios: &[Scenario]) -> Vec<Outcome> {
    let names: HashSet<_> = scenarios.iter().map(ToString::to_string).collect();
    assert_eq!(
        names.len(),
        scenarios.len(),
        "every scenario has its own name"
    );
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    let work = async || {
        let hosts = Box::pin(TestHosts::new()).await;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(scenario) = scenarios.get(number) else {
                break;
            };
            let (outcome, _) = one(&hosts, scenario).await;
            outcomes.lock().unwrap().push((number, outcome));
        }
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            let run = || runtime().block_on(work());
            thread().spawn_scoped(scope, run).unwrap();
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap();
    outcomes.sort_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}
