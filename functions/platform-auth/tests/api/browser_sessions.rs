//! Sessions of browsers: the cookie, its rotation, and requests that pages of other origins cause.

use axum::http::{Method, StatusCode, header};
use platform_testkit::{TestRequest, TestResponse};
use serde_json::{Value, json};

use crate::app::{ADMIN, PASSWORD, TestApp};

const PATH: &str = "/api/v1/auth/browser-session";
const NAME: &str = "__Secure-pauta-session";

/// The `Set-Cookie` headers of the session in a response.
fn set_cookies(answer: &TestResponse) -> Vec<&str> {
    answer
        .headers
        .get_all(header::SET_COOKIE)
        .iter()
        .map(|value| value.to_str().unwrap())
        .filter(|value| value.starts_with(NAME))
        .collect()
}

fn only_cookie(answer: &TestResponse) -> &str {
    let sets = set_cookies(answer);
    assert_eq!(sets.len(), 1, "{sets:?}");
    sets[0]
}

/// The name-value pair that the browser sends back.
fn cookie(answer: &TestResponse) -> String {
    only_cookie(answer).split(';').next().unwrap().to_owned()
}

async fn begin(app: &TestApp, headers: &[(&str, &str)]) -> TestResponse {
    let challenge = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let body = json!({ "challenge": challenge["challenge"], "code": app.mailed_code() });
    let request = TestRequest::json(Method::POST, PATH, body).headers(headers);
    let address = "203.0.113.1".parse().unwrap();
    request.client(address).send(&app.router).await
}

async fn send(app: &TestApp, method: Method, path: &str, headers: &[(&str, &str)]) -> TestResponse {
    TestRequest::new(method, path)
        .headers(headers)
        .send(&app.router)
        .await
}

async fn refresh(app: &TestApp, cookie: &str) -> TestResponse {
    let path = format!("{PATH}/refresh");
    send(app, Method::POST, &path, &[("cookie", cookie)]).await
}

async fn me(app: &TestApp, answer: &TestResponse) -> TestResponse {
    let token = answer.json["access_token"].as_str().unwrap();
    app.ask("GET", "/auth/me", token, Value::Null).await
}

#[tokio::test]
async fn no_script_and_no_other_route_gets_the_refresh_token() {
    let app = TestApp::new().await;
    let answer = begin(&app, &[]).await.expect(200);
    let set = only_cookie(&answer);
    for attribute in [
        "; HttpOnly",
        "; SameSite=Strict",
        "; Secure",
        "; Path=/api/v1/auth/browser-session",
        "; Max-Age=2592000",
    ] {
        assert!(set.contains(attribute), "{set}");
    }
    assert!(!set.contains("Domain"), "{set}");
    assert_eq!(answer.json["refresh_token"], Value::Null);
    assert_eq!(answer.json["token_type"], "Bearer");
    assert_eq!(answer.json["expires_in"], 900);
    assert_eq!(answer.json["user"]["email"], ADMIN);
    me(&app, &answer).await.expect(200);
    // The cookie alone is no credential of other routes.
    let own = cookie(&answer);
    send(&app, Method::GET, "/api/v1/auth/me", &[("cookie", &own)])
        .await
        .assert_error(401, "unauthenticated");
}

#[tokio::test]
async fn a_response_that_the_browser_did_not_get_is_given_again_for_a_minute() {
    let app = TestApp::new().await;
    let first = begin(&app, &[]).await.expect(200);
    let lost = refresh(&app, &cookie(&first)).await.expect(200);
    app.after(59);
    // A page that is reloaded while the request is on its way, from several tabs.
    for _ in 0..3 {
        let again = refresh(&app, &cookie(&first)).await.expect(200);
        assert_eq!(cookie(&again), cookie(&lost));
        me(&app, &again).await.expect(200);
    }
    // The first use counts, however often it is repeated.
    app.after(1);
    refresh(&app, &cookie(&first))
        .await
        .assert_error(401, "invalid_refresh_token");
    refresh(&app, &cookie(&lost))
        .await
        .assert_error(401, "invalid_refresh_token");
}

#[tokio::test]
async fn a_cookie_before_the_last_ends_the_session_at_once() {
    let app = TestApp::new().await;
    let first = begin(&app, &[]).await.expect(200);
    let second = refresh(&app, &cookie(&first)).await.expect(200);
    let third = refresh(&app, &cookie(&second)).await.expect(200);
    refresh(&app, &cookie(&first))
        .await
        .assert_error(401, "invalid_refresh_token");
    me(&app, &third).await.assert_error(401, "unauthenticated");
}

#[tokio::test]
async fn refreshing_replaces_the_cookie_and_a_later_use_ends_the_session() {
    let app = TestApp::new().await;
    let first = begin(&app, &[]).await.expect(200);
    let second = refresh(&app, &cookie(&first)).await.expect(200);
    assert_ne!(cookie(&second), cookie(&first));
    assert_eq!(second.json["refresh_token"], Value::Null);
    me(&app, &second).await.expect(200);
    app.after(60);
    refresh(&app, &cookie(&first))
        .await
        .assert_error(401, "invalid_refresh_token");
    me(&app, &second).await.assert_error(401, "unauthenticated");
    for other in [
        "",
        "x=1",
        NAME,
        &format!("{NAME}=1.2.3.4"),
        "pauta-session=x",
    ] {
        refresh(&app, other)
            .await
            .assert_error(401, "invalid_refresh_token");
    }
}

#[tokio::test]
async fn signing_out_ends_the_session_and_removes_the_cookie() {
    let app = TestApp::new().await;
    let answer = begin(&app, &[]).await.expect(200);
    let own = cookie(&answer);
    for _ in 0..2 {
        let gone = send(&app, Method::DELETE, PATH, &[("cookie", &own)]).await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
        let set = only_cookie(&gone);
        assert!(set.starts_with(&format!("{NAME}=;")), "{set}");
        assert!(set.contains("; Max-Age=0"), "{set}");
        assert!(set.contains("; Path=/api/v1/auth/browser-session"), "{set}");
    }
    me(&app, &answer).await.assert_error(401, "unauthenticated");
    refresh(&app, &own)
        .await
        .assert_error(401, "invalid_refresh_token");
    send(&app, Method::DELETE, PATH, &[]).await.expect(204);
}

#[tokio::test]
async fn a_planted_cookie_does_not_become_the_session() {
    let app = TestApp::new().await;
    let planted = cookie(&begin(&app, &[]).await.expect(200));
    let answer = begin(&app, &[("cookie", &planted)]).await.expect(200);
    assert_ne!(cookie(&answer), planted);
    // The planted session ends without effect on the new one.
    send(&app, Method::DELETE, PATH, &[("cookie", &planted)])
        .await
        .expect(204);
    me(&app, &answer).await.expect(200);
}

#[tokio::test]
async fn requests_that_pages_of_other_origins_cause_are_refused() {
    let app = TestApp::new().await;
    let answer = begin(&app, &[]).await.expect(200);
    let own = cookie(&answer);
    let refused: [&[(&str, &str)]; 17] = [
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "none")],
        &[("sec-fetch-site", "")],
        &[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://pauta.test"),
        ],
        &[("origin", "https://outro.test"), ("host", "pauta.test")],
        &[("origin", "https://outro.test"), ("host", "outro.test")],
        &[
            ("origin", "https://pauta.test:8081"),
            ("host", "pauta.test"),
        ],
        &[("origin", "http://pauta.test"), ("host", "pauta.test")],
        &[("origin", "ftp://pauta.test"), ("host", "pauta.test")],
        &[("origin", "https://ana@pauta.test"), ("host", "pauta.test")],
        &[
            ("origin", "https://pauta.test/pagina"),
            ("host", "pauta.test"),
        ],
        &[("origin", "https://pauta.test/"), ("host", "pauta.test")],
        &[("origin", "https://pauta.test:443"), ("host", "pauta.test")],
        &[("origin", "HTTPS://PAUTA.test"), ("host", "pauta.test")],
        &[("origin", "null"), ("host", "pauta.test")],
        &[("origin", ""), ("host", "pauta.test")],
    ];
    for headers in refused {
        begin(&app, headers)
            .await
            .assert_error(403, "foreign_origin");
        let headers = [headers, &[("cookie", own.as_str())]].concat();
        for (method, path) in [
            (Method::POST, format!("{PATH}/refresh")),
            (Method::DELETE, PATH.to_owned()),
        ] {
            send(&app, method, &path, &headers)
                .await
                .assert_error(403, "foreign_origin");
        }
    }
    me(&app, &answer).await.expect(200);
    let allowed: [&[(&str, &str)]; 3] = [
        &[("sec-fetch-site", "same-origin")],
        &[("origin", "https://pauta.test"), ("host", "pauta.test")],
        &[("origin", "https://pauta.test")],
    ];
    let mut last = own;
    for headers in allowed {
        let headers = [headers, &[("cookie", last.as_str())]].concat();
        let path = format!("{PATH}/refresh");
        last = cookie(&send(&app, Method::POST, &path, &headers).await.expect(200));
    }
}

#[tokio::test]
async fn a_form_of_another_page_cannot_sign_a_browser_in() {
    let app = TestApp::new().await;
    let challenge = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let challenge = challenge["challenge"].as_str().unwrap();
    let fields = format!("challenge={challenge}&code={}", app.mailed_code());
    TestRequest::form(PATH, fields)
        .send(&app.router)
        .await
        .assert_error(415, "unsupported_media_type");
}

#[tokio::test]
async fn wrong_codes_end_the_challenge_as_in_other_sign_ins() {
    let app = TestApp::new().await;
    let challenge = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let right = app.mailed_code();
    let wrong = if right == "000000" {
        "000001"
    } else {
        "000000"
    };
    for code in [wrong, wrong, wrong, wrong, wrong, right.as_str()] {
        let body = json!({ "challenge": challenge["challenge"], "code": code });
        let answer = TestRequest::json(Method::POST, PATH, body)
            .client("203.0.113.1".parse().unwrap())
            .send(&app.router)
            .await;
        answer.assert_error(401, "invalid_code");
        assert!(set_cookies(&answer).is_empty());
    }
}
