//! Tests of the generation's state machine.

use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn month() -> Month {
    Month::of(at(0), &TimeZone::UTC)
}

fn image() -> Generation {
    let id = GenerationId(1);
    Generation::new(id, UserId(1), GenerationKind::Image, Some(month()), at(0))
}

fn called() -> Generation {
    let mut generation = image();
    generation.begin(at(1)).unwrap();
    generation.note_call("openai", "gpt", at(2)).unwrap();
    generation
}

fn bill() -> Vec<BilledCall> {
    vec![BilledCall {
        provider: "openai".into(),
        model: "gpt".into(),
        input_tokens: 10,
        output_tokens: 20,
        estimated: false,
        cost_nano_usd: Some(5),
    }]
}

fn answered_by() -> AnsweredBy {
    AnsweredBy {
        provider: "openai".into(),
        model: "gpt".into(),
    }
}

fn refused() -> GenerationError {
    GenerationError {
        code: "content_refused".into(),
        message: "O provedor recusou o pedido.".into(),
        provider_message: Some("rejected".into()),
    }
}

#[test]
fn a_generation_is_taken_once_even_when_its_lease_has_expired() {
    let mut generation = image();
    generation.begin(at(1)).unwrap();
    assert_eq!(generation.begin(at(2)), Err(TransitionError::Taken));
    assert_eq!(
        generation.begin(at(1) + LEASE + LEASE),
        Err(TransitionError::Taken)
    );
}

#[test]
fn a_later_call_voids_the_text_of_an_earlier_one() {
    let mut generation = called();
    generation.advance(100, 30, at(3)).unwrap();
    generation.note_call("gemini", "flash", at(4)).unwrap();
    assert_eq!((generation.calls_begun, generation.text_chars), (2, 0));
    assert_eq!(generation.progress, 30);
    generation.advance(1, 100, at(5)).unwrap();
    assert_eq!(generation.progress, 99);
    generation.complete(answered_by(), bill(), at(6)).unwrap();
    assert_eq!(generation.progress, 100);
    assert_eq!((generation.call, generation.settled), (None, true));
    assert_eq!(generation.quota_month, Some(month()));
}

#[test]
fn the_lease_is_renewed_only_when_that_is_due() {
    let mut generation = called();
    let until = at(2) + LEASE;
    let due = at(2) + RENEW_AFTER;
    generation
        .advance(1, 1, due - SignedDuration::from_secs(1))
        .unwrap();
    assert_eq!(generation.next_at, Some(until));
    generation.advance(1, 1, due).unwrap();
    assert_eq!(generation.next_at, Some(due + LEASE));
}

#[test]
fn an_expired_lease_fails_the_generation_and_keeps_what_may_have_been_billed() {
    let mut generation = called();
    let end = at(2) + LEASE;
    assert!(!generation.abandon(end - SignedDuration::from_secs(1)));
    assert!(generation.abandon(end));
    assert_eq!(generation.state, GenerationState::Failed);
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, INTERRUPTED);
    assert!(error.message.contains("pode ter cobrado"), "{error:?}");
    assert_eq!(generation.quota_month, Some(month()));
    assert!(!generation.settled && generation.call.is_some());
    // The worker was alive after all.
    generation.settle(bill(), false, end).unwrap();
    assert_eq!(generation.calls, bill());
    assert_eq!(
        generation.settle(bill(), false, end),
        Err(TransitionError::Settled)
    );
}

#[test]
fn before_the_first_call_nothing_was_billed() {
    let mut unsent = image();
    assert!(!unsent.abandon(at(0) + QUEUE_LIFE - SignedDuration::from_secs(1)));
    assert!(unsent.abandon(at(0) + QUEUE_LIFE));
    assert_eq!(unsent.error.as_ref().unwrap().code, NOT_STARTED);
    let mut taken = image();
    taken.begin(at(1)).unwrap();
    assert!(taken.abandon(at(1) + LEASE));
    assert!(
        taken
            .error
            .as_ref()
            .unwrap()
            .message
            .contains("Nada foi cobrado")
    );
    let mut canceled = image();
    canceled.cancel(at(1)).unwrap();
    for generation in [unsent, taken, canceled] {
        assert_eq!(generation.quota_month, None);
        assert!(generation.settled);
    }
}

#[test]
fn the_quota_of_a_canceled_image_depends_on_what_its_call_cost() {
    for (calls, certainly_free, kept) in [
        (Vec::new(), true, None),
        (Vec::new(), false, Some(month())),
        (bill(), false, Some(month())),
        (bill(), true, Some(month())),
    ] {
        let mut generation = called();
        generation.cancel(at(3)).unwrap();
        assert_eq!(generation.quota_month, Some(month()));
        generation.settle(calls, certainly_free, at(4)).unwrap();
        assert_eq!(generation.quota_month, kept);
    }
}

#[test]
fn a_refusal_that_cost_nothing_gives_the_quota_back() {
    let mut generation = called();
    generation.fail(refused(), Vec::new(), true, at(3)).unwrap();
    assert_eq!(generation.quota_month, None);
    assert_eq!(generation.cancel(at(4)), Err(TransitionError::Over));
}

#[derive(Debug, Clone, Copy)]
enum Act {
    Begin,
    Call,
    Advance,
    Complete,
    Fail { free: bool },
    Cancel,
    Abandon,
    Settle { free: bool },
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        Just(Act::Begin),
        Just(Act::Call),
        Just(Act::Advance),
        Just(Act::Complete),
        any::<bool>().prop_map(|free| Act::Fail { free }),
        Just(Act::Cancel),
        Just(Act::Abandon),
        any::<bool>().prop_map(|free| Act::Settle { free }),
    ]
}

fn calls(free: bool) -> Vec<BilledCall> {
    if free { Vec::new() } else { bill() }
}

/// Performs `act`, and tells whether it was accepted.
fn perform(generation: &mut Generation, act: Act, now: Timestamp) -> bool {
    match act {
        Act::Begin => generation.begin(now).is_ok(),
        Act::Call => generation.note_call("openai", "gpt", now).is_ok(),
        Act::Advance => generation.advance(7, 40, now).is_ok(),
        Act::Complete => generation.complete(answered_by(), bill(), now).is_ok(),
        Act::Fail { free } => generation.fail(refused(), calls(free), free, now).is_ok(),
        Act::Cancel => generation.cancel(now).is_ok(),
        Act::Abandon => generation.abandon(now),
        Act::Settle { free } => generation.settle(calls(free), free, now).is_ok(),
    }
}

/// Whether `to` may follow `from`.
fn may_follow(from: GenerationState, to: GenerationState) -> bool {
    use GenerationState::{Canceled, Done, Failed, Queued, Running};
    from == to
        || match from {
            Queued => matches!(to, Running | Failed | Canceled),
            Running => matches!(to, Done | Failed | Canceled),
            Done | Failed | Canceled => false,
        }
}

proptest! {
    #[test]
    fn whatever_happens_the_invariants_hold(
        acts in prop::collection::vec((act(), 0_i64..4000), 0..30),
    ) {
        let mut generation = image();
        let mut now = 0;
        let (mut settlements, mut returns, mut takers) = (0, 0, 0);
        for (act, pause) in acts {
            now += pause;
            let before = generation.clone();
            let accepted = perform(&mut generation, act, at(now));
            if !accepted {
                prop_assert_eq!(&generation, &before);
                continue;
            }
            prop_assert_eq!(generation.revision, before.revision + 1);
            prop_assert!(may_follow(before.state, generation.state));
            prop_assert!(generation.progress >= before.progress);
            takers += u32::from(matches!(act, Act::Begin));
            settlements += u32::from(generation.settled && !before.settled);
            returns += u32::from(generation.quota_month.is_none() && before.quota_month.is_some());
        }
        prop_assert!(settlements <= 1 && returns <= 1 && takers <= 1);
        let over = generation.is_over();
        prop_assert_eq!(generation.next_at.is_none(), over);
        prop_assert_eq!(generation.ended_at.is_some(), over);
        prop_assert_eq!(generation.progress == 100, generation.state == GenerationState::Done);
        prop_assert_eq!(generation.error.is_some(), generation.state == GenerationState::Failed);
        prop_assert!(over || !generation.settled);
        prop_assert!(generation.calls.is_empty() || generation.settled);
        // What may have been billed keeps its quota.
        prop_assert!(generation.calls.is_empty() || generation.quota_month.is_some());
        prop_assert!(over || generation.quota_month.is_some());
    }
}
