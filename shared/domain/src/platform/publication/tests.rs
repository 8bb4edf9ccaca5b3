//! Tests of the job's state machine.

use proptest::prelude::*;

use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn job() -> Job {
    Job::new(
        JobId(1),
        PostId(1),
        JobKind::Publish,
        Some(UserId(1)),
        true,
        at(0),
    )
}

#[test]
fn a_second_worker_waits_for_the_lease() {
    let mut job = job();
    job.begin(at(1)).unwrap();
    assert_eq!(job.begin(at(2)), Err(NotNow::Held));
    assert_eq!(job.begin(at(1) + LEASE), Ok(()));
    assert!(job.may_have_happened());
}

#[test]
fn a_job_is_parked_after_three_attempts_five_minutes_apart() {
    let mut job = job();
    let mut now = at(0);
    for attempt in 1..=2 {
        job.begin(now).unwrap();
        assert_eq!(
            job.fail(Step::Media, "HTTP 500", true, None, now),
            Failure::Retrying
        );
        assert_eq!(
            job.steps[0].state,
            StepState::Retrying {
                attempt,
                error: "HTTP 500".into()
            }
        );
        assert_eq!(
            job.begin(now + SignedDuration::from_secs(299)),
            Err(NotNow::NotDue)
        );
        now += BACKOFF;
    }
    job.begin(now).unwrap();
    assert_eq!(
        job.fail(Step::Media, "HTTP 500", true, None, now),
        Failure::Parked
    );
    assert_eq!(job.begin(now + LEASE), Err(NotNow::Over));
    assert!(job.retry(now));
    assert_eq!(job.begin(now), Ok(()));
}

#[test]
fn a_permanent_failure_parks_at_once() {
    let mut job = job();
    job.begin(at(0)).unwrap();
    assert_eq!(
        job.fail(Step::Create, "401", false, None, at(1)),
        Failure::Parked
    );
    assert_eq!(job.error(), Some("401"));
}

#[test]
fn three_expired_leases_park_the_job() {
    let mut job = job();
    let mut now = at(0);
    for _ in 0..ATTEMPTS {
        job.begin(now).unwrap();
        now += LEASE;
    }
    assert_eq!(job.begin(now), Err(NotNow::Over));
    assert_eq!(job.state, JobState::Parked);
    assert!(job.error().is_some());
}

#[test]
fn the_wait_requested_by_the_host_is_respected() {
    let mut job = job();
    job.begin(at(0)).unwrap();
    job.fail(
        Step::Media,
        "429",
        true,
        Some(SignedDuration::from_mins(20)),
        at(0),
    );
    assert_eq!(job.next_at, Some(at(1200)));
}

#[test]
fn a_post_shows_the_stage_of_its_job_until_the_outcome_is_recorded() {
    let mut job = job();
    assert_eq!(job.stage(), Some(Stage::Sending));
    job.begin(at(0)).unwrap();
    assert_eq!(job.stage(), Some(Stage::Sending));
    job.fail(Step::Media, "503", true, None, at(0));
    assert_eq!(job.stage(), Some(Stage::Retrying));
    let now = at(0) + BACKOFF;
    job.begin(now).unwrap();
    assert_eq!(job.stage(), Some(Stage::Retrying));
    job.fail(Step::Media, "401", false, None, now);
    assert_eq!(job.stage(), Some(Stage::Parked));
    job.retry(now);
    assert_eq!(job.stage(), Some(Stage::Sending));
    job.begin(now).unwrap();
    while job.next_step() != Some(Step::Notify) {
        job.succeed(job.next_step().unwrap(), now);
    }
    assert_eq!(job.stage(), None, "recorded");
    job.fail(Step::Notify, "503", true, None, now);
    assert_eq!(job.stage(), None);
    job.begin(now + BACKOFF).unwrap();
    job.fail(Step::Notify, "550", false, None, now);
    assert_eq!(job.stage(), Some(Stage::Parked), "a person is needed");
    job.supersede(now);
    assert_eq!(job.stage(), None);
}

#[test]
fn a_retry_before_its_time_keeps_the_delay_that_the_host_asked_for() {
    let mut job = job();
    job.begin(at(0)).unwrap();
    let wait = Some(SignedDuration::from_secs(90));
    job.fail(Step::Media, "429", true, wait, at(0));
    assert_eq!(job.next_at, Some(at(0) + BACKOFF));
    assert!(job.retry(at(10)));
    assert_eq!((job.state, job.next_at), (JobState::Waiting, Some(at(90))));
    assert_eq!(job.begin(at(89)), Err(NotNow::NotDue));
    assert!(job.retry(at(90)));
    assert_eq!(job.state, JobState::Queued);
    assert_eq!((job.begin(at(91)), job.attempts), (Ok(()), 2));
    assert!(!job.retry(at(92)), "a worker holds it");
}

#[test]
fn an_attempt_is_moved_before_a_nearer_date() {
    let minutes = SignedDuration::from_mins;
    let tried_at = |attempts, date: i64, wait: Option<i64>| {
        let wait = wait.map(SignedDuration::from_secs);
        let mut job = job();
        job.begin(at(0)).unwrap();
        job.attempts = attempts;
        job.fail(Step::Media, "503", true, wait, at(0));
        job.try_before(at(date), wait, at(0));
        job.next_at.map(|next| next.as_second())
    };
    let usual = Some(BACKOFF.as_secs());
    // Far in the future, or in the past: no change.
    assert_eq!(tried_at(1, minutes(10).as_secs(), None), usual);
    assert_eq!(tried_at(1, 0, None), usual);
    assert_eq!(tried_at(1, 240, None), Some(150));
    assert_eq!(tried_at(1, 330, None), Some(240));
    assert_eq!(tried_at(1, 60, None), Some(0));
    // The wait that the host requested is respected.
    assert_eq!(tried_at(1, 240, Some(200)), Some(200));
    assert_eq!(tried_at(1, 240, Some(600)), Some(600));
    // The last attempt comes after the date.
    assert_eq!(tried_at(2, 240, None), usual);
}

#[test]
fn a_step_and_its_successors_are_redone_once() {
    let mut job = job();
    job.begin(at(0)).unwrap();
    for step in [Step::Media, Step::MediaTexts, Step::Create] {
        job.succeed(step, at(1));
    }
    assert!(job.redo(Step::MediaTexts, at(2)));
    assert_eq!(job.next_step(), Some(Step::MediaTexts));
    assert_eq!(job.steps[2].state, StepState::Queued);
    assert!(!job.redo(Step::MediaTexts, at(3)));
}

#[test]
fn every_job_that_finds_the_post_published_runs_the_follow_up_steps() {
    let kinds = [
        JobKind::Publish,
        JobKind::Schedule { at: at(60) },
        JobKind::Settle,
        JobKind::Unschedule,
    ];
    for kind in kinds {
        for live in [true, false] {
            let mut job = Job::new(JobId(1), PostId(1), kind, None, true, at(0));
            job.begin(at(0)).unwrap();
            job.findings.live = live;
            while job.next_step() != Some(Step::Record) {
                job.succeed(job.next_step().unwrap(), at(1));
            }
            job.succeed(Step::Record, at(1));
            let before = kind.steps().contains(&Step::Notify);
            let follows = live || before;
            assert_eq!(job.next_step(), follows.then_some(Step::Notify), "{kind:?}");
            assert_eq!(job.state == JobState::Done, !follows, "{kind:?}");
            let notices = job.steps.iter().filter(|step| step.step == Step::Notify);
            assert_eq!(notices.count(), usize::from(follows), "{kind:?}");
        }
    }
}

#[test]
fn a_worker_stops_before_its_lease_ends() {
    assert!(WORK_LIMIT < LEASE);
}

#[derive(Debug, Clone)]
enum Action {
    Begin,
    Succeed,
    Fail(bool),
    Retry,
    Supersede,
    Wait(i64),
}

fn acts() -> impl Strategy<Value = Vec<Action>> {
    prop::collection::vec(
        prop_oneof![
            4 => Just(Action::Begin),
            6 => Just(Action::Succeed),
            3 => any::<bool>().prop_map(Action::Fail),
            1 => Just(Action::Retry),
            1 => Just(Action::Supersede),
            3 => (1_i64..400).prop_map(Action::Wait),
        ],
        0..80,
    )
}

proptest! {
    /// Invariants: steps succeed in order, a job in a final state never changes, every other job is due
    /// at some time, and every end has a recorded cause.
    #[test]
    fn the_state_machine_keeps_its_invariants(acts in acts()) {
        let mut job = job();
        let mut now = at(0);
        for act in acts {
            let before = job.clone();
            match act {
                Action::Begin => { let _ = job.begin(now); }
                Action::Succeed | Action::Fail(_) => {
                    let held = job.next_step().filter(|_| job.is_held(now));
                    match (held, act) {
                        (Some(step), Action::Succeed) => job.succeed(step, now),
                        (Some(step), Action::Fail(retryable)) => {
                            job.fail(step, "erro", retryable, None, now);
                        }
                        _ => {}
                    }
                }
                Action::Retry => { job.retry(now); }
                Action::Supersede => job.supersede(now),
                Action::Wait(seconds) => now += SignedDuration::from_secs(seconds),
            }
            if before.is_over() {
                prop_assert_eq!(&before, &job);
            }
            let done = job.steps.iter().take_while(|r| matches!(r.state, StepState::Success { .. })).count();
            let later = job.steps[done..].iter().any(|r| matches!(r.state, StepState::Success { .. }));
            prop_assert!(!later, "a step is done before an earlier one");
            let sleeps = matches!(job.state, JobState::Done | JobState::Superseded | JobState::Parked);
            prop_assert_eq!(job.next_at.is_none(), sleeps);
            if job.state == JobState::Done {
                prop_assert_eq!(done, job.steps.len());
            }
            if job.state == JobState::Parked {
                prop_assert!(job.error().is_some());
            }
            prop_assert!(job.attempts <= ATTEMPTS);
        }
    }
}
