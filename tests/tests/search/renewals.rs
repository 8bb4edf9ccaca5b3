//! Renewal of access: margin, one at a time, and what each refusal means for the connection.

use futures_util::future::join_all;
use http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};
use service_fakes::Service;

use crate::agency::Agency;

/// Longer than an access token lives.
const LATER: SignedDuration = SignedDuration::from_mins(61);

#[tokio::test]
async fn a_token_is_renewed_within_two_minutes_of_its_end() {
    let agency = Agency::connected().await;
    let clock = &agency.prepared.app.clock;
    clock.advance(SignedDuration::from_secs(3_599 - 125));
    agency.publish().await;
    assert_eq!(agency.token_requests("refresh_token"), 0);
    clock.advance(SignedDuration::from_secs(10));
    agency.publish().await;
    assert_eq!(agency.token_requests("refresh_token"), 1);
    agency.close();
}

#[tokio::test]
async fn simultaneous_requests_renew_once() {
    let agency = Agency::connected().await;
    let post = agency.publish().await;
    agency.prepared.app.clock.advance(LATER);
    let path = |days: u32| {
        format!(
            "/search-provider/performance?content_id={}&days={days}",
            post["id"]
        )
    };
    let reports = (7..13).map(|days| {
        let (agency, path) = (&agency, path(days));
        async move {
            agency
                .send(Method::GET, &path, Value::Null)
                .await
                .status
                .as_u16()
        }
    });
    let statuses = join_all(reports).await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    assert_eq!(agency.token_requests("refresh_token"), 1);
    agency.close();
}

#[tokio::test]
async fn an_access_token_that_google_ends_early_is_renewed() {
    let agency = Agency::connected().await;
    agency.fakes.expire_access_tokens();
    let post = agency.publish().await;
    assert_eq!(agency.results(&post, "console_indexing").await, ["sent"]);
    assert_eq!(agency.notifications(&post), 1);
    assert_eq!(agency.token_requests("refresh_token"), 1);
    agency.close();
}

#[tokio::test]
async fn a_withdrawn_grant_revokes_the_connection_until_it_is_made_again() {
    let agency = Agency::connected().await;
    agency.fakes.revoke_grants();
    agency.prepared.app.clock.advance(LATER);
    let post = agency.publish().await;
    agency.wait_for_attempts().await;
    assert_eq!(agency.results(&post, "console_indexing").await, ["failed"]);
    assert_eq!(agency.results(&post, "console_sitemap").await, ["failed"]);
    let status = agency.status().await;
    assert_eq!(status["status"], "revoked");
    assert!(status["last_error"].is_string());
    assert_eq!(agency.token_requests("refresh_token"), 1);
    let body = json!({ "content_id": post["id"] });
    let answer = agency
        .send(Method::POST, "/search-provider/reindex", body)
        .await;
    assert_eq!(answer.status.as_u16(), 409, "{}", answer.text);
    agency.connect().await;
    assert_eq!(agency.status().await["status"], "connected");
    let post = agency.publish().await;
    assert_eq!(agency.results(&post, "console_indexing").await, ["sent"]);
    agency.close();
}

#[tokio::test]
async fn other_failures_are_errors_and_end_with_the_next_renewal() {
    for fault in [
        "invalid_client",
        "unauthorized_client",
        "invalid_scope",
        "access_denied",
        "admin_policy_enforced",
        "429",
        "500",
        "503",
        "html-502",
        "garbage",
        "reset",
    ] {
        let agency = Agency::connected().await;
        let post = agency.publish().await;
        agency.prepared.app.clock.advance(LATER);
        agency.fail(Service::GoogleOauth, fault);
        let path = format!("/search-provider/performance?content_id={}", post["id"]);
        let answer = agency.send(Method::GET, &path, Value::Null).await;
        assert!(answer.status.is_server_error(), "{fault}: {}", answer.text);
        let status = agency.status().await;
        assert_eq!(status["status"], "error", "{fault}");
        assert!(
            status["last_error"].is_string() && status["retry_at"].is_string(),
            "{fault}: {status}"
        );
        agency.fakes.clear();
        agency.wait_for_attempts().await;
        assert_eq!(agency.status().await["status"], "connected", "{fault}");
        agency.ask(Method::GET, &path, Value::Null).await;
        agency.close();
    }
}
