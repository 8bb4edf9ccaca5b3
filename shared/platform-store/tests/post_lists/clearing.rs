//! Clearing of the event history.

use domain::platform::event::EventKind;
use jiff::SignedDuration;
use platform_store::content_event;
use serde_json::json;

use super::*;

async fn record(app: &TestApp, post: u64, at: Timestamp, token: &str) {
    let detail = json!({ "token": token });
    let event = content_event(
        PostId(post),
        EventKind::Restored,
        Some(app.owner),
        detail,
        at,
        token,
    );
    app.store.record_event(&event).await.unwrap();
}

async fn tokens(app: &TestApp, post: u64) -> Vec<String> {
    let (events, total) = app
        .store
        .post_events_page(PostId(post), 0, 100)
        .await
        .unwrap();
    assert_eq!(total, events.len() as u64);
    let token = |detail: &serde_json::Value| detail["token"].as_str().unwrap().to_owned();
    events.iter().map(|event| token(&event.detail)).collect()
}

async fn removed(app: &TestApp, within: Duration) -> u64 {
    app.store.remove_cleared_events(within).await.unwrap()
}

/// Two hundred posts with two events each.
async fn with_events() -> TestApp {
    let app = TestApp::new().await;
    for _ in 0..200 {
        let id = app.store.next_post_id().await.unwrap().0;
        record(&app, id, now(), "first").await;
        record(&app, id, now() + SignedDuration::from_secs(9), "second").await;
    }
    app
}

#[tokio::test]
async fn a_clearing_hides_all_earlier_events_with_one_write() {
    let app = with_events().await;
    app.store.table().meter().take();
    let at = now() + SignedDuration::from_millis(8_400);
    app.store.clear_history(app.owner, at).await.unwrap();
    let usage = app.store.table().meter().take();
    assert_eq!(usage.operations["PutItem"], 1, "{usage:?}");
    assert_eq!(usage.total(), 2, "{usage:?}");
    assert_eq!(tokens(&app, 1).await, ["second"]);
    assert_eq!(tokens(&app, 200).await, ["second"]);
}

#[tokio::test]
async fn cleared_events_are_removed_in_portions_and_nothing_else() {
    let app = with_events().await;
    app.create(201, "Título").await;
    assert_eq!(
        removed(&app, Duration::from_secs(60)).await,
        0,
        "not cleared"
    );
    app.store.clear_history(app.owner, now()).await.unwrap();
    let mut portions = Vec::new();
    loop {
        // No time is left for a second portion.
        let portion = removed(&app, Duration::from_nanos(1)).await;
        if portions.len() > 9 || (portion == 0 && !portions.is_empty()) {
            break;
        }
        portions.push(portion);
    }
    // A nanosecond may or may not have passed before the first portion.
    assert!(removed(&app, Duration::from_secs(60)).await + portions.iter().sum::<u64>() == 200);
    assert_eq!(removed(&app, Duration::from_secs(60)).await, 0);
    assert_eq!(tokens(&app, 200).await, ["second"]);
    assert!(app.store.post(PostId(201)).await.unwrap().is_some());
    assert!(
        app.store
            .post_version(PostId(201), 1)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(all(&app.store).await.len(), 1);
}

#[tokio::test]
async fn a_second_clearing_during_the_removal_removes_the_rest() {
    let app = with_events().await;
    app.store.clear_history(app.owner, now()).await.unwrap();
    assert_eq!(removed(&app, Duration::from_secs(60)).await, 200);
    let later = now() + SignedDuration::from_mins(1);
    app.store.clear_history(app.owner, later).await.unwrap();
    // A clock that is behind does not show cleared events again.
    app.store.clear_history(app.owner, now()).await.unwrap();
    assert!(tokens(&app, 7).await.is_empty());
    assert_eq!(removed(&app, Duration::from_secs(60)).await, 200);
    record(&app, 7, later + SignedDuration::from_secs(1), "after").await;
    assert_eq!(tokens(&app, 7).await, ["after"]);
}
