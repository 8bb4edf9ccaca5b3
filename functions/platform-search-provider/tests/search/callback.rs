//! Return from the provider's page.

use domain::platform::access::Role;
use http::Method;
use jiff::SignedDuration;
use platform_store::SecretChange;
use platform_testkit::{SearchCall, TestResponse, change_site};
use search_console::{Scope, SearchError};

use crate::app::TestApp;

/// The value of an attribute of the page's body.
fn told(page: &TestResponse, name: &str) -> String {
    let start = format!("data-{name}=\"");
    let (_, rest) = page.text.split_once(&start).unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

/// Checks a page that tells a failure.
#[track_caller]
fn failed(page: &TestResponse, status: u16, code: &str) {
    assert_eq!(page.status.as_u16(), status, "{code}: {}", page.text);
    assert_eq!(told(page, "status"), "error");
    assert_eq!(told(page, "code"), code);
    assert!(!told(page, "message").is_empty());
}

#[tokio::test]
async fn a_grant_connects_the_site_of_its_state() {
    let app = TestApp::new().await;
    let state = app.state().await;
    let page = app
        .callback(&format!("state={state}&code=4%2Fcode&scope=x"))
        .await;
    assert_eq!(page.status.as_u16(), 200);
    assert_eq!(told(&page, "status"), "connected");
    assert_eq!(told(&page, "site"), app.site.to_string());
    let connection = app.connection().await.unwrap();
    assert_eq!(connection.connected_by, app.editor.id);
    assert_eq!(
        app.console.calls(SearchCall::Exchange),
        [
            "cliente.apps.example 4/code https://pauta.example/painel/api/v1/search-provider/callback"
        ]
    );
}

#[tokio::test]
async fn the_page_runs_its_own_script_only_and_tells_the_platforms_origin() {
    let app = TestApp::new().await;
    let state = app.state().await;
    let hostile = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let page = app
        .callback(&format!("state={state}&error={hostile}"))
        .await;
    failed(&page, 400, "provider_refused");
    assert!(!page.text.contains("alert"), "{}", page.text);
    assert_eq!(told(&page, "origin"), "https://pauta.example");
    assert!(page.text.contains("postMessage"));
    assert!(page.text.contains(",d.origin)"));
    let header = |name: &str| page.headers[name].to_str().unwrap().to_owned();
    let policy = header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'sha256-"),
        "{policy}"
    );
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("referrer-policy"), "no-referrer");
    // The hash is that of the script.
    let (_, rest) = page.text.split_once("<script>").unwrap();
    let script = rest.split_once("</script>").unwrap().0;
    assert_eq!(page.text.matches("<script").count(), 1);
    assert!(policy.contains(&sha256(script)), "{policy}");
}

fn sha256(text: &str) -> String {
    use base64::Engine;
    use sha2::Digest;
    base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(text))
}

#[tokio::test]
async fn a_state_is_accepted_once() {
    let app = TestApp::new().await;
    let state = app.state().await;
    let query = format!("state={state}&code=4%2Fcode");
    app.callback(&query).await.expect(200);
    app.post("disconnect").await.expect(200);
    failed(&app.callback(&query).await, 400, "used_state");
    assert!(app.connection().await.is_none());
    assert_eq!(app.count(SearchCall::Exchange), 1);
}

#[tokio::test]
async fn a_state_is_accepted_for_thirty_minutes() {
    let app = TestApp::new().await;
    let (late, early) = (app.state().await, app.state().await);
    app.clock.advance(SignedDuration::from_secs(1_799));
    let query = format!("state={early}&code=4%2Fcode");
    app.callback(&query).await.expect(200);
    app.clock.advance(SignedDuration::from_secs(1));
    let query = format!("state={late}&code=4%2Fcode");
    failed(&app.callback(&query).await, 400, "expired_state");
    assert_eq!(app.count(SearchCall::Exchange), 1);
}

#[tokio::test]
async fn other_states_and_head_requests_change_nothing() {
    let app = TestApp::new().await;
    let state = app.state().await;
    for query in [
        String::new(),
        "code=4%2Fcode".to_owned(),
        format!("state={state}x&code=4%2Fcode"),
        format!("state=x{state}&code=4%2Fcode"),
        format!("state={state}&state={state}&code=4%2Fcode"),
        "state=%00%ff&code=1".to_owned(),
    ] {
        failed(&app.callback(&query).await, 400, "invalid_state");
    }
    let query = format!("state={state}&code=4%2Fcode");
    app.callback_by(Method::HEAD, &query).await;
    assert_eq!(app.count(SearchCall::Exchange), 0);
    // The state was not used by any of these.
    app.callback(&query).await.expect(200);
}

#[tokio::test]
async fn a_person_who_declines_is_told_so() {
    let app = TestApp::new().await;
    let state = app.state().await;
    let page = app
        .callback(&format!("state={state}&error=access_denied"))
        .await;
    failed(&page, 400, "access_denied");
    assert_eq!(app.count(SearchCall::Exchange), 0);
    let state = app.state().await;
    let page = app
        .callback(&format!("state={state}&error=admin_policy_enforced"))
        .await;
    failed(&page, 400, "provider_refused");
}

#[tokio::test]
async fn every_failure_of_the_exchange_has_its_page_and_stores_nothing() {
    let client = SearchError::InvalidClient {
        code: "redirect_uri_mismatch".into(),
        message: None,
    };
    let refused = SearchError::Refused {
        status: 400,
        reason: Some("invalid_scope".into()),
        message: None,
    };
    let away = SearchError::TimedOut {
        may_have_happened: true,
    };
    for (error, status, code) in [
        (SearchError::NoRefreshToken, 400, "no_refresh_token"),
        (
            SearchError::InvalidGrant { message: None },
            400,
            "invalid_code",
        ),
        (client, 502, "invalid_client"),
        (refused, 400, "provider_refused"),
        (away, 502, "provider_failed"),
        (SearchError::BadPayload, 502, "provider_failed"),
    ] {
        let app = TestApp::new().await;
        app.console.fail(SearchCall::Exchange, [error]);
        let state = app.state().await;
        let page = app.callback(&format!("state={state}&code=4%2Fcode")).await;
        failed(&page, status, code);
        assert!(app.connection().await.is_none(), "{code}");
        assert_eq!(app.count(SearchCall::Exchange), 1, "{code}");
        if code == "no_refresh_token" {
            let message = told(&page, "message");
            assert!(
                message.contains("myaccount.google.com/permissions"),
                "{message}"
            );
            assert!(message.contains("conecte o site de novo"), "{message}");
        }
    }
}

#[tokio::test]
async fn a_failed_exchange_leaves_an_earlier_connection_as_it_is() {
    let app = TestApp::connected().await;
    let before = app.connection().await;
    app.console
        .fail(SearchCall::Exchange, [SearchError::NoRefreshToken]);
    let state = app.state().await;
    app.callback(&format!("state={state}&code=4%2Fcode")).await;
    assert_eq!(app.connection().await, before);
}

#[tokio::test]
async fn permissions_that_were_not_granted_are_named() {
    for (scope, indexing, connects) in [
        (Scope::Webmasters, true, false),
        (Scope::Indexing, true, false),
        (Scope::Indexing, false, true),
        (Scope::Email, true, true),
    ] {
        let mut app = TestApp::new().await;
        app.ports.indexing.enabled = indexing;
        app.console.untick([scope]);
        let state = app.state().await;
        let page = app.callback(&format!("state={state}&code=4%2Fcode")).await;
        assert_eq!(app.connection().await.is_some(), connects, "{scope:?}");
        if !connects {
            failed(&page, 400, "missing_scope");
        }
    }
}

#[tokio::test]
async fn an_unknown_account_is_connected_without_its_address() {
    let app = TestApp::new().await;
    app.console
        .fail(SearchCall::AccountEmail, [SearchError::BadPayload]);
    let state = app.state().await;
    app.callback(&format!("state={state}&code=4%2Fcode"))
        .await
        .expect(200);
    assert_eq!(app.connection().await.unwrap().account_email, None);
}

#[tokio::test]
async fn a_user_who_lost_the_site_connects_nothing() {
    let app = TestApp::new().await;
    let state = app.state().await;
    let chief = platform_testkit::TestApi::create_user(&app, "bia", Role::Admin).await;
    change_site(&app.ports.store, app.site, |site| site.user_id = chief.id).await;
    let page = app.callback(&format!("state={state}&code=4%2Fcode")).await;
    failed(&page, 400, "not_allowed");
    assert_eq!(app.count(SearchCall::Exchange), 0);
    let site = app.ports.store.site(app.site).await.unwrap().unwrap();
    let mut back = site.clone();
    back.user_id = app.editor.id;
    back.version += 1;
    let store = &app.ports.store;
    store
        .update_site(&site, &back, SecretChange::Keep)
        .await
        .unwrap();
    // The site was removed.
    let state = app.state().await;
    store.delete_site(&back).await.unwrap();
    let page = app.callback(&format!("state={state}&code=4%2Fcode")).await;
    failed(&page, 400, "not_allowed");
}
