//! Counts of the posts by state.

use domain::platform::approval::Decision;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::app::TestApp;

/// Counts of all states: these, and no post in any other.
fn states(with: &[(&str, u64)]) -> Value {
    let all = [
        "parked",
        "retrying",
        "sending",
        "with_client",
        "adjustments",
        "rejected",
        "scheduled",
        "published",
        "approved",
        "draft",
    ];
    let mut states: Value = all
        .iter()
        .map(|state| ((*state).to_owned(), json!(0)))
        .collect();
    for (state, posts) in with {
        states[state] = json!(posts);
    }
    states
}

#[tokio::test]
async fn posts_are_counted_by_state_and_site_and_what_waits_is_named() {
    let app = TestApp::open().await;
    let second = app.add_site(&[app.editor.id]).await;
    app.draft_of(&app.editor, app.site).await;
    let adjusted = app.draft_of(&app.editor, second).await;
    app.change(adjusted, |post| post.decide(Decision::Adjustments))
        .await;
    let mut asked = Vec::new();
    for _ in 0..6 {
        let id = app.draft_of(&app.redator, app.site).await;
        let now = app.now();
        app.change(id, |post| {
            post.pending_approval = true;
            post.approval_requested_at = Some(now);
        })
        .await;
        app.clock.advance(SignedDuration::from_hours(3));
        asked.push(id);
    }
    // An edit does not change who waits longest.
    let edit = json!({ "title": "Pão de queijo" });
    app.put(&app.redator, &format!("/posts/{}", asked[0]), edit)
        .await;
    let parked = app.complete().await;
    app.act(parked, "publish").await;
    app.park(parked, "HTTP 401").await;
    let gone = app.draft_of(&app.editor, app.site).await;
    app.delete(&app.editor, &format!("/posts/{gone}")).await;

    let summary = app.get(&app.editor, "/posts/summary").await.json;
    assert_eq!(summary["total"], 9);
    assert_eq!(
        summary["states"],
        states(&[
            ("parked", 1),
            ("with_client", 6),
            ("adjustments", 1),
            ("draft", 1)
        ])
    );
    assert_eq!(
        summary["sites"],
        json!([
            {
                "site_id": app.site, "total": 8,
                "states": states(&[("parked", 1), ("with_client", 6), ("draft", 1)]),
            },
            { "site_id": second, "total": 1, "states": states(&[("adjustments", 1)]) },
        ])
    );
    let named = |list: &Value| -> Vec<u64> {
        let posts = list.as_array().unwrap().iter();
        posts.map(|post| post["id"].as_u64().unwrap()).collect()
    };
    let longest: Vec<u64> = asked.iter().take(5).map(|id| id.0).collect();
    assert_eq!(named(&summary["waiting"]), longest);
    assert_eq!(named(&summary["parked"]), [parked.0]);
    assert_eq!(
        summary["waiting"][0],
        json!({
            "id": asked[0], "site_id": app.site, "user_id": app.redator.id, "title": "Pão de queijo",
            "approval_requested_at": "2026-11-20T12:00:00Z", "updated_at": "2026-11-21T06:00:00Z",
        })
    );
}

#[tokio::test]
async fn each_role_counts_what_it_may_see() {
    let app = TestApp::open().await;
    app.draft_of(&app.redator, app.site).await;
    let colleague = app.draft_of(&app.editor, app.site).await;
    app.ask_client(colleague).await;
    let foreign = app.draft_of(&app.admin, app.foreign).await;
    app.ask_client(foreign).await;
    for (user, total, waiting) in [
        (&app.redator, 1, vec![]),
        (&app.editor, 2, vec![json!(colleague)]),
        (&app.gerente, 3, vec![json!(colleague), json!(foreign)]),
        (&app.admin, 3, vec![json!(colleague), json!(foreign)]),
    ] {
        let summary = app.get(user, "/posts/summary").await.json;
        assert_eq!(summary["total"], total);
        let named = summary["waiting"].as_array().unwrap().iter();
        assert_eq!(
            named.map(|post| post["id"].clone()).collect::<Vec<_>>(),
            waiting
        );
    }
}
