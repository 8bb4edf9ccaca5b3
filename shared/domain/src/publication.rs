//! A publication job: the steps that take one post to its host, and the states of each. The job is
//! the checklist people see, the record a worker continues from after any crash, and the only thing
//! a queue message points at.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::id::{JobId, PostId, UserId};

mod findings;
mod steps;

pub use findings::{Cause, Findings};
pub use steps::{Step, StepRecord, StepState};

/// How often a job is tried before it is parked.
pub const ATTEMPTS: u32 = 3;
/// Time between two attempts.
pub const BACKOFF: SignedDuration = SignedDuration::from_mins(5);
/// How long before its date a schedule is tried once more, when the next attempt would come too late: the
/// minute until the tick that sends it, and time for the attempt.
pub const DATE_MARGIN: SignedDuration = SignedDuration::from_secs(90);
/// How long a worker may hold a job. Longer than a worker's own time limit, so that a worker that
/// still runs never meets another one.
pub const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// How long a worker works at one job before it stops; what it did is stored, and the next attempt
/// goes on from there.
pub const WORK_LIMIT: SignedDuration = SignedDuration::from_secs(120);
/// How long the host has to honour a schedule by itself before the tick asks about it.
pub const SETTLE_AFTER: SignedDuration = SignedDuration::from_secs(90);
/// How long a queued job may wait for its message before the tick sends another.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// What a job is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum JobKind {
    /// Show the post on the host now.
    Publish,
    /// Hand it to the host for a later time.
    Schedule {
        /// The time.
        at: Timestamp,
    },
    /// Its time has come: ask the host, and publish it there if the host missed it.
    Settle,
    /// Take a schedule back.
    Unschedule,
}

impl JobKind {
    /// The steps, in order.
    pub const fn steps(self) -> &'static [Step] {
        match self {
            Self::Publish => &[
                Step::Media,
                Step::MediaTexts,
                Step::Create,
                Step::Update,
                Step::Confirm,
                Step::Record,
                Step::Notify,
            ],
            Self::Schedule { .. } => &[
                Step::Media,
                Step::MediaTexts,
                Step::Create,
                Step::Update,
                Step::Confirm,
                Step::Record,
            ],
            Self::Settle => &[Step::Settle, Step::Record, Step::Notify],
            Self::Unschedule => &[Step::Withdraw, Step::Record],
        }
    }
}

/// Steps that follow the publication of a post. A job has them when it finds the post online, whatever
/// it was for: a schedule whose date had passed, or one that was taken back too late, publishes too.
pub const AFTER_PUBLICATION: &[Step] = &[Step::Notify];

/// State of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Waits for a worker.
    Queued,
    /// A worker holds it until `lease_until`.
    Running,
    /// Failed for now; tried again at `next_at`.
    Waiting,
    /// Stopped; waits for a person.
    Parked,
    /// Done.
    Done,
    /// A newer request took its place.
    Superseded,
}

/// One publication of one post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Identifier.
    pub id: JobId,
    /// The post.
    pub post_id: PostId,
    /// What it is for.
    #[serde(flatten)]
    pub kind: JobKind,
    /// Who asked; none for the client's approval and for the tick.
    pub requested_by: Option<UserId>,
    /// Whether no earlier job can have created the post on the host, so that the first attempt needs
    /// not look for it.
    pub first: bool,
    /// State.
    pub state: JobState,
    /// Attempts begun since the job was requested or retried by a person.
    pub attempts: u32,
    /// Attempts begun ever: from the second on, what an earlier one may have done is looked for.
    pub runs: u32,
    /// The checklist.
    pub steps: Vec<StepRecord>,
    /// What kind of thing the last failure was.
    #[serde(default)]
    pub cause: Option<Cause>,
    /// What the steps found out.
    pub findings: Findings,
    /// When the tick must look at the job: it was not sent, its worker vanished, or its next attempt
    /// is due. None when parked or ended.
    pub next_at: Option<Timestamp>,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Rises with each write; guards concurrent writes.
    pub revision: u64,
}

/// Why a worker does not take a job now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// It has ended or waits for a person.
    #[error("the job has ended or waits for a person")]
    Over,
    /// Another worker holds it.
    #[error("another worker holds the job")]
    Held,
    /// Its next attempt is not due.
    #[error("the next attempt is not due")]
    NotDue,
}

/// What a failure did to a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// It is tried again.
    Retrying,
    /// It waits for a person.
    Parked,
}

impl Job {
    /// A queued job.
    pub fn new(
        id: JobId,
        post_id: PostId,
        kind: JobKind,
        requested_by: Option<UserId>,
        first: bool,
        now: Timestamp,
    ) -> Self {
        let steps = kind.steps();
        Self {
            id,
            post_id,
            kind,
            requested_by,
            first,
            state: JobState::Queued,
            attempts: 0,
            runs: 0,
            steps: steps
                .iter()
                .map(|&step| StepRecord {
                    step,
                    state: StepState::Queued,
                })
                .collect(),
            cause: None,
            findings: Findings::default(),
            next_at: Some(now + UNSENT_AFTER),
            created_at: now,
            updated_at: now,
            revision: 1,
        }
    }

    /// Whether the job has ended for good.
    pub const fn is_over(&self) -> bool {
        matches!(self.state, JobState::Done | JobState::Superseded)
    }

    /// Whether a worker may be at it right now.
    pub fn is_held(&self, now: Timestamp) -> bool {
        self.state == JobState::Running && self.next_at.is_some_and(|until| until > now)
    }

    /// Takes the job for one attempt. A job whose attempts are used up is parked instead: its last
    /// worker vanished without a word.
    pub fn begin(&mut self, now: Timestamp) -> Result<(), NotNow> {
        match self.state {
            JobState::Done | JobState::Superseded | JobState::Parked => return Err(NotNow::Over),
            JobState::Running if self.is_held(now) => return Err(NotNow::Held),
            JobState::Waiting if self.next_at.is_some_and(|at| at > now) => {
                return Err(NotNow::NotDue);
            }
            JobState::Queued | JobState::Running | JobState::Waiting => {}
        }
        if self.attempts >= ATTEMPTS {
            self.park("O processo foi interrompido três vezes sem resposta.", now);
            return Err(NotNow::Over);
        }
        self.attempts += 1;
        self.runs += 1;
        self.state = JobState::Running;
        self.next_at = Some(now + LEASE);
        self.touch(now);
        Ok(())
    }

    /// The first step that is not done.
    pub fn next_step(&self) -> Option<Step> {
        self.steps
            .iter()
            .find(|record| !matches!(record.state, StepState::Success { .. }))
            .map(|record| record.step)
    }

    /// Whether an earlier attempt may have done a step without leaving word.
    pub const fn may_have_happened(&self) -> bool {
        !self.first || self.runs > 1
    }

    /// Marks `step` as done; the job is done with its last step. Recording that the post is online adds
    /// the steps of [`AFTER_PUBLICATION`] that the job does not have yet.
    pub fn succeed(&mut self, step: Step, now: Timestamp) {
        self.set(step, StepState::Success { at: now });
        if step == Step::Record && self.findings.live {
            self.follow_publication();
        }
        if self.next_step().is_none() {
            self.state = JobState::Done;
            self.next_at = None;
        }
        self.touch(now);
    }

    fn follow_publication(&mut self) {
        for &step in AFTER_PUBLICATION {
            if !self.steps.iter().any(|record| record.step == step) {
                self.steps.push(StepRecord {
                    step,
                    state: StepState::Queued,
                });
            }
        }
    }

    /// Begins again from `step`, because the host did not keep what it had done. Once per job: the
    /// second time nothing happens and the answer is false.
    pub fn redo(&mut self, step: Step, now: Timestamp) -> bool {
        if self.findings.redone.contains(&step) {
            return false;
        }
        self.findings.redone.push(step);
        let mut begun = false;
        for record in &mut self.steps {
            begun |= record.step == step;
            if begun {
                record.state = StepState::Queued;
            }
        }
        self.touch(now);
        true
    }

    /// Marks `step` as failed. What a retry can mend is tried again after [`BACKOFF`] (or `wait`, if
    /// the host asked for longer); everything else, and the third failure, waits for a person.
    pub fn fail(
        &mut self,
        step: Step,
        error: &str,
        retryable: bool,
        wait: Option<SignedDuration>,
        now: Timestamp,
    ) -> Failure {
        if retryable && self.attempts < ATTEMPTS {
            self.set(
                step,
                StepState::Retrying {
                    attempt: self.attempts,
                    error: error.to_owned(),
                },
            );
            self.state = JobState::Waiting;
            self.next_at = Some(now + wait.unwrap_or(BACKOFF).max(BACKOFF));
            self.touch(now);
            Failure::Retrying
        } else {
            self.set(
                step,
                StepState::Failed {
                    error: error.to_owned(),
                },
            );
            self.state = JobState::Parked;
            self.next_at = None;
            self.touch(now);
            Failure::Parked
        }
    }

    /// Brings the next attempt of a job that waits forward, when it would come after `date`, at which the
    /// host acts by itself: to [`DATE_MARGIN`] before it, or to now, but not before the host's `wait` is over.
    /// The last attempt keeps its time, so that a host that is away around the date is tried after it too.
    pub fn try_before(&mut self, date: Timestamp, wait: Option<SignedDuration>, now: Timestamp) {
        let Some(next) = self.next_at.filter(|_| self.state == JobState::Waiting) else {
            return;
        };
        if date > now && self.attempts + 1 < ATTEMPTS {
            let soonest = now + wait.unwrap_or_default();
            self.next_at = Some(next.min((date - DATE_MARGIN).max(soonest)));
        }
    }

    /// Lets the failed steps run again, by a person's wish. Nothing happens to a job that is not parked.
    pub fn retry(&mut self, now: Timestamp) -> bool {
        if self.state != JobState::Parked {
            return false;
        }
        for record in &mut self.steps {
            if matches!(record.state, StepState::Failed { .. }) {
                record.state = StepState::Queued;
            }
        }
        self.state = JobState::Queued;
        self.attempts = 0;
        self.next_at = Some(now + UNSENT_AFTER);
        self.touch(now);
        true
    }

    /// Ends the job because a newer request took its place.
    pub fn supersede(&mut self, now: Timestamp) {
        if !self.is_over() {
            self.state = JobState::Superseded;
            self.next_at = None;
            self.touch(now);
        }
    }

    /// The error people see first: of the step that failed or is retried.
    pub fn error(&self) -> Option<&str> {
        self.steps.iter().find_map(|record| match &record.state {
            StepState::Failed { error } | StepState::Retrying { error, .. } => Some(error.as_str()),
            StepState::Queued | StepState::Success { .. } => None,
        })
    }

    fn park(&mut self, error: &str, now: Timestamp) {
        if let Some(step) = self.next_step() {
            self.set(
                step,
                StepState::Failed {
                    error: error.to_owned(),
                },
            );
        }
        self.cause = None;
        self.state = JobState::Parked;
        self.next_at = None;
        self.touch(now);
    }

    fn set(&mut self, step: Step, state: StepState) {
        if let Some(record) = self.steps.iter_mut().find(|record| record.step == step) {
            record.state = state;
        }
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests {
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
    fn three_attempts_five_minutes_apart_then_a_person() {
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
    fn what_no_retry_can_mend_waits_at_once() {
        let mut job = job();
        job.begin(at(0)).unwrap();
        assert_eq!(
            job.fail(Step::Create, "401", false, None, at(1)),
            Failure::Parked
        );
        assert_eq!(job.error(), Some("401"));
    }

    #[test]
    fn a_worker_that_vanishes_three_times_parks_the_job() {
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
    fn a_host_that_asks_for_patience_gets_it() {
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
    fn a_date_that_is_nearer_than_the_next_attempt_is_tried_before() {
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
        // Far enough ahead, or past: nothing changes.
        assert_eq!(tried_at(1, minutes(10).as_secs(), None), usual);
        assert_eq!(tried_at(1, 0, None), usual);
        assert_eq!(tried_at(1, 240, None), Some(150));
        assert_eq!(tried_at(1, 330, None), Some(240));
        assert_eq!(tried_at(1, 60, None), Some(0));
        // What the host asks for is kept.
        assert_eq!(tried_at(1, 240, Some(200)), Some(200));
        assert_eq!(tried_at(1, 240, Some(600)), Some(600));
        // The last attempt comes after the date.
        assert_eq!(tried_at(2, 240, None), usual);
    }

    #[test]
    fn a_step_is_done_over_once_with_all_that_follow() {
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
    fn every_job_that_finds_the_post_online_goes_on_after_the_publication() {
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
    enum Act {
        Begin,
        Succeed,
        Fail(bool),
        Retry,
        Supersede,
        Wait(i64),
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        prop::collection::vec(
            prop_oneof![
                4 => Just(Act::Begin),
                6 => Just(Act::Succeed),
                3 => any::<bool>().prop_map(Act::Fail),
                1 => Just(Act::Retry),
                1 => Just(Act::Supersede),
                3 => (1_i64..400).prop_map(Act::Wait),
            ],
            0..80,
        )
    }

    proptest! {
        /// Whatever happens: steps are done in order, an ended job never moves again, a job that can
        /// still move is always due at some time, and no silent end exists.
        #[test]
        fn the_state_machine_keeps_its_promises(acts in acts()) {
            let mut job = job();
            let mut now = at(0);
            for act in acts {
                let before = job.clone();
                match act {
                    Act::Begin => { let _ = job.begin(now); }
                    Act::Succeed | Act::Fail(_) => {
                        let held = job.next_step().filter(|_| job.is_held(now));
                        match (held, act) {
                            (Some(step), Act::Succeed) => job.succeed(step, now),
                            (Some(step), Act::Fail(retryable)) => {
                                job.fail(step, "erro", retryable, None, now);
                            }
                            _ => {}
                        }
                    }
                    Act::Retry => { job.retry(now); }
                    Act::Supersede => job.supersede(now),
                    Act::Wait(seconds) => now += SignedDuration::from_secs(seconds),
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
}
