//! Checks of a user who already has as many as one may (docs/architecture.md#heavy-work).

use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc;

use domain::platform::access::Role;
use heavy_work::{CallerKey, caller};
use http::header;
use platform_testkit::{TestApi, TestRequest, TestResponse, TestUser};
use ports::Clock;
use serde_json::json;
use tokio::task::JoinSet;

use crate::app::TestApp;

/// Computations of one user: one runs, and four wait.
const OF_ONE_USER: usize = 5;

async fn check(app: &TestApp, user: &TestUser) -> TestResponse {
    let request = TestRequest::post(
        "/api/v1/posts/check-grammar",
        json!({ "text": "Fui à pé." }),
    );
    let token = user.token(app.keyring(), app.clock().now());
    let request = request
        .bearer(&token)
        .client(IpAddr::V4(Ipv4Addr::LOCALHOST));
    request.send(&app.router()).await
}

#[tokio::test]
async fn checks_of_a_user_beyond_those_that_may_wait_are_refused() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Redator).await;
    let rui = app.create_user("rui", Role::Redator).await;
    let mut held = JoinSet::new();
    let (began, begun) = mpsc::channel();
    let mut ends = Vec::new();
    for _ in 0..OF_ONE_USER {
        let (end, ended) = mpsc::channel::<()>();
        let began = began.clone();
        let work = heavy_work::run(1, move |_| {
            began.send(()).unwrap();
            let _ = ended.recv();
        });
        held.spawn(caller::within(CallerKey::platform_user(ana.id.0), work));
        ends.push(end);
    }
    while begun.try_recv().is_err() {
        tokio::task::yield_now().await;
    }
    let refused = check(&app, &ana).await;
    refused.assert_error(503, "unavailable");
    assert_eq!(refused.headers[header::RETRY_AFTER], "2");
    check(&app, &rui).await.expect(200);
    drop(ends);
    for done in held.join_all().await {
        done.unwrap();
    }
    check(&app, &ana).await.expect(200);
}
