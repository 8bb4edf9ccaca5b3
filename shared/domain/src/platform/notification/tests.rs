use super::*;
use crate::platform::id::{JobId, PostId};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn notification() -> Notification {
    Notification::new(
        NotificationKind::ApprovalRequest {
            post_id: PostId(3),
            round: 2,
        },
        at(0),
    )
}

#[test]
fn a_second_message_finds_the_lease_and_later_the_final_state() {
    let mut notification = notification();
    notification.begin(at(1)).unwrap();
    assert_eq!(notification.begin(at(2)), Err(NotNow::Held));
    notification.sent(at(3));
    assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
    assert_eq!(notification.next_at, None);
}

#[test]
fn three_attempts_five_minutes_apart() {
    let mut notification = notification();
    let mut now = at(0);
    for _ in 1..ATTEMPTS {
        notification.begin(now).unwrap();
        notification.fail("421", true, now);
        assert_eq!(
            notification.begin(now + SignedDuration::from_secs(299)),
            Err(NotNow::NotDue)
        );
        now += BACKOFF;
    }
    notification.begin(now).unwrap();
    notification.fail("421", true, now);
    assert_eq!(notification.state, NotificationState::Failed);
}

#[test]
fn a_permanent_failure_is_final_at_once() {
    let mut notification = notification();
    notification.begin(at(0)).unwrap();
    notification.fail("550", false, at(1));
    assert_eq!(notification.state, NotificationState::Failed);
    assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
}

#[test]
fn three_expired_leases_are_final() {
    let mut notification = notification();
    let mut now = at(0);
    for _ in 0..ATTEMPTS {
        notification.begin(now).unwrap();
        now += LEASE;
    }
    assert_eq!(notification.begin(now), Err(NotNow::Over));
    assert_eq!(notification.state, NotificationState::Failed);
    assert!(notification.error.is_some());
}

#[test]
fn a_message_that_was_handed_over_is_not_sent_again() {
    let mut notification = notification();
    notification.begin(at(0)).unwrap();
    notification.hand_over(at(1));
    assert_eq!(notification.begin(at(2)), Err(NotNow::Held));
    assert_eq!(notification.begin(at(0) + LEASE), Err(NotNow::Over));
    assert_eq!(notification.state, NotificationState::SentUncertain);
    assert!(notification.error.is_some());
}

#[test]
fn a_refused_message_is_handed_over_again_after_the_pause_that_the_provider_names() {
    let minutes = SignedDuration::from_mins;
    for (named, pause) in [(1, 5), (20, 20), (600, 60)] {
        let mut notification = notification();
        notification.begin(at(0)).unwrap();
        notification.hand_over(at(0));
        notification.fail("429", true, at(0));
        notification.wait_for(minutes(named), at(0));
        let next = at(0) + minutes(pause);
        assert_eq!(notification.next_at, Some(next), "{named}");
        notification.begin(next).unwrap();
        notification.fail("400", false, next);
        notification.wait_for(minutes(named), next);
        assert_eq!(notification.next_at, None);
    }
}

#[test]
fn what_does_not_reach_the_client_is_told_to_users_once() {
    let (post_id, job_id) = (PostId(3), JobId(4));
    let kinds = [
        NotificationKind::ApprovalRequest { post_id, round: 2 },
        NotificationKind::ApprovalMessage { post_id, round: 2 },
        NotificationKind::PostPublished { post_id, job_id },
        NotificationKind::PublishedMessage { post_id, job_id },
    ];
    let told: Vec<_> = kinds.iter().filter_map(|kind| kind.undelivered()).collect();
    let ids: Vec<_> = told.iter().map(|kind| kind.id()).collect();
    assert_eq!(
        ids,
        [
            "request-undelivered-3-2-email",
            "request-undelivered-3-2-whatsapp",
            "notice-undelivered-4-email",
            "notice-undelivered-4-whatsapp"
        ]
    );
    assert!(told.iter().all(|kind| kind.undelivered().is_none()));
}

#[test]
fn an_attempt_with_a_lost_response_is_not_repeated() {
    let mut notification = notification();
    notification.begin(at(0)).unwrap();
    notification.sent_uncertain("sem resposta", at(1));
    assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
}
