//! Tests of the post's states and approval data.

use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn draft() -> Post {
    Post::draft(
        PostId(1),
        UserId(1),
        SiteId(1),
        PostFields::default(),
        0,
        at(0),
    )
}

#[test]
fn an_approval_with_a_future_date_schedules() {
    let mut post = draft();
    post.scheduled_at = Some(at(100));
    assert_eq!(
        post.after_approval(at(99)),
        AfterApproval::Schedule(at(100))
    );
    assert_eq!(post.after_approval(at(100)), AfterApproval::Publish);
    post.scheduled_at = None;
    assert_eq!(post.after_approval(at(0)), AfterApproval::Publish);
}

#[test]
fn only_the_last_decision_counts() {
    let decisions = [
        (Decision::Approve, Label::Aprovado),
        (Decision::Adjustments, Label::Ajustes),
        (Decision::Reject, Label::Rejeitado),
    ];
    for (first, _) in decisions {
        for (last, label) in decisions {
            let mut post = draft();
            post.decide(first);
            post.decide(last);
            let flags = [
                post.aprovado_pelo_cliente,
                post.ajustes_solicitados,
                post.rejeitado_pelo_cliente,
            ];
            let expected = decisions.map(|(decision, _)| decision == last);
            assert_eq!(flags, expected, "{first:?} {last:?}");
            assert_eq!(post.approval_label(), Some(label));
        }
    }
}

#[test]
fn a_published_post_never_becomes_a_draft() {
    let mut post = draft();
    post.mark_published("https://exemplo.com.br/a".into(), at(5));
    post.mark_unscheduled();
    assert_eq!(post.status, PostStatus::Published);
}

#[test]
fn publishing_again_keeps_the_first_date() {
    let mut post = draft();
    post.mark_published("https://exemplo.com.br/a".into(), at(5));
    post.mark_published("https://exemplo.com.br/b".into(), at(9));
    assert_eq!(post.published_at, Some(at(5)));
}

#[test]
fn a_scheduled_post_is_due_after_its_time_or_once_it_is_edited() {
    let mut post = draft();
    post.mark_scheduled(at(50));
    post.host_copy = Some(post.copy_for_host());
    assert_eq!(post.due_at(), Some(at(50) + SETTLE_AFTER));
    (post.version, post.updated_at) = (2, at(10));
    assert_eq!(post.due_at(), Some(at(10)));
    post.host_copy = Some(post.copy_for_host());
    post.featured_media_id = Some(MediaId(4));
    assert!(post.host_is_behind());
}

/// An approved draft that requires approval, and the same draft after one more edit.
fn approved() -> (Post, Post) {
    let mut post = draft();
    post.fields.approval_required = true;
    (post.content_digest, post.featured_media_id) = (Some("a".into()), Some(MediaId(3)));
    post.decide(Decision::Approve);
    let mut edited = post.clone();
    (edited.version, edited.content_digest) = (2, Some("b".into()));
    (post, edited)
}

#[test]
fn only_content_and_image_count_as_changes() {
    let (post, edited) = approved();
    assert!(!post.changed_after_approval());
    assert!(edited.changed_after_approval() && edited.changes_await_approval());
    let mut excerpt = post.clone();
    excerpt.version = 2;
    assert!(!excerpt.changed_after_approval(), "the digest is the same");
    let mut picture = post.clone();
    picture.featured_media_id = Some(MediaId(4));
    assert!(picture.changes_await_approval());
    let mut back = edited.clone();
    (back.version, back.content_digest) = (3, Some("a".into()));
    assert!(!back.changed_after_approval(), "it is as it was approved");
}

#[test]
fn changes_await_the_client_or_a_users_confirmation() {
    let (_, edited) = approved();
    let mut confirmed = edited.clone();
    confirmed.confirm_changes();
    assert!(confirmed.changed_after_approval() && !confirmed.changes_await_approval());
    let mut again = confirmed.clone();
    (again.version, again.content_digest) = (3, Some("c".into()));
    assert!(again.changes_await_approval(), "only what was confirmed");
    let mut approved_again = edited.clone();
    approved_again.decide(Decision::Approve);
    assert!(!approved_again.changed_after_approval());
    let mut free = edited.clone();
    free.fields.approval_required = false;
    assert!(free.changed_after_approval() && !free.changes_await_approval());
    let mut rejected = edited;
    rejected.decide(Decision::Reject);
    assert!(!rejected.changed_after_approval() && rejected.awaits_approval());
}

#[test]
fn an_approval_without_content_data_covers_the_present_content() {
    let (mut post, _) = approved();
    post.approved_content = None;
    post.version = 9;
    assert!(!post.changed_after_approval());
}

#[test]
fn held_back_changes_are_announced_an_hour_ahead_and_never_sent() {
    let (mut post, _) = approved();
    post.mark_scheduled(at(50_000));
    post.host_copy = Some(post.copy_for_host());
    (post.version, post.updated_at) = (2, at(10));
    (post.content_digest, post.fields.slug) = (Some("b".into()), "x".into());
    assert_eq!(post.due_at(), Some(at(50_000) - CHANGES_NOTICE));
    post.changes_announced_for = Some(at(50_000));
    assert_eq!(post.due_at(), Some(at(50_000) + SETTLE_AFTER));
    post.confirm_changes();
    assert_eq!(post.due_at(), Some(at(10)));
}

#[test]
fn moving_to_another_site_resets_approval() {
    let (mut post, _) = approved();
    post.approval_rounds = 2;
    post.move_to_site(SiteId(9));
    assert_eq!((post.site_id, post.former_rounds), (SiteId(9), 2));
    assert_eq!((post.approval_label(), post.approved_content), (None, None));
}

#[test]
fn publishing_removes_a_future_date() {
    let mut post = draft();
    post.scheduled_at = Some(at(100));
    post.mark_published("https://exemplo.com.br/a".into(), at(5));
    assert_eq!(post.scheduled_at, None);
    post.scheduled_at = Some(at(100));
    post.mark_published("https://exemplo.com.br/a".into(), at(100));
    assert_eq!(post.scheduled_at, Some(at(100)));
}

#[test]
fn deserialises_records_of_earlier_releases() {
    let mut stored = serde_json::to_value(draft()).unwrap();
    for (written, pending) in [
        (
            serde_json::json!("6f1c2a1e-1111-4222-8333-444455556666"),
            true,
        ),
        (Value::Null, false),
        (serde_json::json!(true), true),
    ] {
        stored["pending_approval"] = written;
        let post: Post = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(post.pending_approval, pending);
    }
}

#[test]
fn a_deleted_or_unscheduled_post_is_never_due() {
    let mut post = draft();
    assert_eq!(post.due_at(), None);
    post.mark_scheduled(at(50));
    post.deleted_at = Some(at(20));
    assert_eq!(post.due_at(), None);
}
