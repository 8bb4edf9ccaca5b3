//! The counters of reports contain what was there before them, once.

use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::id::{PostId, UserId};
use domain::platform::post::{Post, PostFields, PostStatus};
use domain::platform::report::MonthlyFigures;
use embedded::dynamo::Engine;
use items::{Condition, Entry, Key};
use platform_store::{PlatformStore, PostChange};
use serde_json::Value;

use crate::earlier::{
    NEWEST, SITE, earlier, forget_version, instant, migrate, open, post_key, put_without,
};
use crate::interruption::at_every_call;

async fn round(
    store: &PlatformStore,
    post: PostId,
    number: u32,
    status: ApprovalStatus,
    (asked, answered): (&str, Option<&str>),
) {
    let stored = store.post(post).await.unwrap().unwrap();
    let round = Approval {
        status,
        closed_at: answered.map(instant),
        ..platform_testkit::approval(&stored, number, UserId(1), instant(asked))
    };
    let key = Key::new(format!("POST#{post}"), format!("APPROVAL#{number:08}"));
    put_without(store, key, &round, &["counted"]).await;
}

/// Posts and rounds of earlier releases; returns the figures that they amount to, by month.
async fn history(store: &PlatformStore) -> Vec<(&'static str, MonthlyFigures)> {
    // Created in November and published in December where the agency is.
    let published = earlier(store, "2026-12-01T02:00:00Z", 300, |post| {
        post.mark_published(
            "https://cliente.example/a".into(),
            instant("2026-12-05T12:00:00Z"),
        );
        post.approval_rounds = 3;
    })
    .await;
    let asked = "2026-12-01T12:00:00Z";
    for (number, status, answered) in [
        (1, ApprovalStatus::Adjustments, Some("2026-12-01T13:00:00Z")),
        (2, ApprovalStatus::Superseded, Some("2026-12-01T14:00:00Z")),
        (3, ApprovalStatus::Approved, Some("2026-12-01T15:00:00Z")),
    ] {
        round(store, published, number, status, (asked, answered)).await;
    }
    // Rejected, then deleted.
    let rejected = earlier(store, "2026-12-02T12:00:00Z", 7, |post| {
        post.approval_rounds = 2;
        post.deleted_at = Some(instant("2026-12-09T12:00:00Z"));
    })
    .await;
    let (asked, answered) = ("2026-12-02T12:00:00Z", Some("2026-12-03T12:00:00Z"));
    let status = ApprovalStatus::Rejected;
    round(store, rejected, 1, status, (asked, answered)).await;
    let (asked, status) = ("2026-12-04T12:00:00Z", ApprovalStatus::Pending);
    round(store, rejected, 2, status, (asked, None)).await;
    // Many answers, more than one transaction takes.
    let often = earlier(store, "2026-12-02T12:00:00Z", 7, |post| {
        post.approval_rounds = 90
    })
    .await;
    for number in 1..=90 {
        let answered = Some("2026-12-02T12:00:10Z");
        round(
            store,
            often,
            number,
            ApprovalStatus::Adjustments,
            ("2026-12-02T12:00:00Z", answered),
        )
        .await;
    }
    earlier(store, "2026-12-02T12:00:00Z", 7, |post| {
        post.status = PostStatus::Scheduled;
        post.scheduled_at = Some(instant("2027-03-01T12:00:00Z"));
    })
    .await;
    vec![
        (
            "2026-11",
            MonthlyFigures {
                posts: 1,
                ..MonthlyFigures::default()
            },
        ),
        (
            "2026-12",
            MonthlyFigures {
                posts: 3,
                published: 1,
                words: 300,
                decisions: 93,
                adjustments: 91,
                rejections: 1,
                decision_seconds: 3600 + 3 * 3600 + 24 * 3600 + 90 * 10,
            },
        ),
    ]
}

async fn assert_figures(store: &PlatformStore, expected: &[(&str, MonthlyFigures)]) {
    for (month, figures) in expected {
        let counted = store.monthly_figures(SITE, month.parse().unwrap()).await;
        assert_eq!(counted.unwrap(), *figures, "{month}");
    }
}

#[tokio::test]
async fn posts_of_earlier_releases_are_counted_once() {
    let engine = Engine::memory().unwrap();
    let store = open(&engine).await;
    let expected = history(&store).await;
    let migrated = migrate(&store).await.unwrap();
    assert_eq!((migrated.from, migrated.to), (Some(1), NEWEST));
    assert_figures(&store, &expected).await;
    // Also when the step is repeated as a whole.
    forget_version(&store).await;
    migrate(&store).await.unwrap();
    assert_figures(&store, &expected).await;
}

#[tokio::test]
async fn an_interruption_at_any_point_neither_loses_nor_repeats_a_count() {
    at_every_call(history, async |store, expected| {
        assert_figures(store, expected).await;
    })
    .await;
}

#[tokio::test]
async fn concurrent_runs_and_edits_count_everything_once() {
    let engine = Engine::memory().unwrap();
    let store = open(&engine).await;
    let expected = history(&store).await;
    let edits = async {
        for number in 1..=4 {
            let id = PostId(number);
            // An edit that meets the migration is repeated, as routes do.
            loop {
                let post = store.post(id).await.unwrap().unwrap();
                let change = PostChange::of(&post, |post| post.fields.title = "Outro".into());
                match store.save_post(change).await {
                    Ok(_) => break,
                    Err(error) => assert!(error.is_conflict(), "{error}"),
                }
            }
        }
    };
    let (one, two, ()) = tokio::join!(migrate(&store), migrate(&store), edits);
    assert_eq!((one.unwrap().to, two.unwrap().to), (NEWEST, NEWEST));
    assert_figures(&store, &expected).await;
    for number in 1..=4 {
        let post = store.post(PostId(number)).await.unwrap().unwrap();
        assert_eq!(post.fields.title, "Outro");
    }
}

#[tokio::test]
async fn posts_of_this_release_are_not_counted_again() {
    let engine = Engine::memory().unwrap();
    let store = open(&engine).await;
    let id = store.next_post_id().await.unwrap();
    let at = instant("2026-12-02T12:00:00Z");
    let post = Post::draft(id, UserId(1), SITE, PostFields::default(), 0, at);
    let version = platform_testkit::first_version(&post, "<p>a</p>");
    store.create_post(&post, &version, &[]).await.unwrap();
    migrate(&store).await.unwrap();
    let one = MonthlyFigures {
        posts: 1,
        ..MonthlyFigures::default()
    };
    assert_figures(&store, &[("2026-12", one)]).await;
}

#[tokio::test]
async fn an_unreadable_post_does_not_stop_the_step() {
    let engine = Engine::memory().unwrap();
    let store = open(&engine).await;
    let broken = earlier(&store, "2026-12-02T12:00:00Z", 1, |_| {}).await;
    let entry = Entry::new(post_key(broken), &Value::from("no post")).unwrap();
    store.table().put(entry, Condition::Any).await.unwrap();
    earlier(&store, "2026-12-02T12:00:00Z", 1, |_| {}).await;
    assert_eq!(migrate(&store).await.unwrap().to, NEWEST);
    let one = MonthlyFigures {
        posts: 1,
        ..MonthlyFigures::default()
    };
    assert_figures(&store, &[("2026-12", one)]).await;
}

#[tokio::test]
async fn a_new_store_gets_the_newest_version_at_once() {
    let store = platform_testkit::store(&Engine::memory().unwrap()).await;
    let new = migrate(&store).await.unwrap();
    assert_eq!((new.from, new.to, new.steps.len()), (None, NEWEST, 0));
}
