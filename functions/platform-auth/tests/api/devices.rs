//! Known devices, and unknown clients that exhaust the limits of an account.

use axum::http::header;
use platform_testkit::{TestRequest, TestResponse};
use serde_json::{Value, json};

use crate::app::{ADMIN, PASSWORD, TestApp};

const WRONG: &str = "errada errada";
const NEW: &str = "uma outra senha longa";

/// Sends with a cookie; none for an empty one.
async fn send(app: &TestApp, address: &str, path: &str, cookie: &str, body: Value) -> TestResponse {
    let mut request = TestRequest::post(format!("/api/v1{path}"), body);
    if !cookie.is_empty() {
        request = request.header(header::COOKIE, cookie);
    }
    let address = address.parse().unwrap();
    request.client(address).send(&app.router).await
}

async fn login(
    app: &TestApp,
    address: &str,
    cookie: &str,
    email: &str,
    password: &str,
) -> TestResponse {
    let body = json!({ "email": email, "password": password });
    send(app, address, "/auth/login", cookie, body).await
}

/// The cookie of a response as a browser sends it back.
fn cookie(answer: &TestResponse) -> String {
    let set = answer.headers[header::SET_COOKIE].to_str().unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/api/v1/auth"] {
        assert!(set.split("; ").any(|one| one == part), "{set}");
    }
    set.split(';').next().unwrap().to_owned()
}

/// Signs the administrator in and returns the cookie of the device.
async fn signed_in(app: &TestApp, address: &str) -> String {
    let first = login(app, address, "", ADMIN, PASSWORD).await;
    assert!(
        !first.headers.contains_key(header::SET_COOKIE),
        "one factor is no sign-in"
    );
    let body =
        json!({ "challenge": first.expect(200).json["challenge"], "code": app.mailed_code() });
    let second = send(app, address, "/auth/two-factor", "", body).await;
    let cookie = cookie(&second);
    second.expect(200);
    cookie
}

/// Wrong passwords from as many addresses, until the account is closed to strangers.
async fn closed_by_strangers(app: &TestApp) {
    for place in 1..=5 {
        let address = format!("198.51.100.{place}");
        login(app, &address, "", ADMIN, WRONG)
            .await
            .assert_error(401, "invalid_credentials");
    }
    login(app, "198.51.100.9", "", ADMIN, PASSWORD)
        .await
        .assert_error(429, "too_many_requests");
}

#[tokio::test]
async fn strangers_do_not_lock_out_a_device_that_signed_in_before() {
    let app = TestApp::new().await;
    let known = signed_in(&app, "203.0.113.1").await;
    closed_by_strangers(&app).await;
    // From the user's own network, and from an address of another client.
    for address in ["203.0.113.1", "198.51.100.1", "2001:db8::1"] {
        login(&app, address, &known, ADMIN, PASSWORD)
            .await
            .expect(200);
        login(&app, address, &known, &ADMIN.to_uppercase(), PASSWORD)
            .await
            .expect(200);
    }
    login(&app, "203.0.113.1", "", ADMIN, PASSWORD)
        .await
        .assert_error(429, "too_many_requests");
}

#[tokio::test]
async fn a_known_device_has_five_tries_of_its_own() {
    let app = TestApp::new().await;
    let known = signed_in(&app, "203.0.113.1").await;
    app.after(1);
    let other = signed_in(&app, "203.0.113.2").await;
    for _ in 0..5 {
        login(&app, "203.0.113.1", &known, ADMIN, WRONG)
            .await
            .assert_error(401, "invalid_credentials");
    }
    let refused = login(&app, "203.0.113.9", &known, ADMIN, PASSWORD).await;
    refused.assert_error(429, "too_many_requests");
    assert_eq!(refused.retry_after(), 900);
    // Neither its owner's other device nor the limit of strangers is touched.
    login(&app, "203.0.113.2", &other, ADMIN, PASSWORD)
        .await
        .expect(200);
    login(&app, "203.0.113.1", "", ADMIN, PASSWORD)
        .await
        .expect(200);
    app.after(900);
    login(&app, "203.0.113.1", &known, ADMIN, PASSWORD)
        .await
        .expect(200);
}

#[tokio::test]
async fn a_cookie_is_good_for_its_account_and_for_half_a_year() {
    let app = TestApp::new().await;
    app.create_user("Editor", domain::platform::access::Role::Editor)
        .await;
    let known = signed_in(&app, "203.0.113.1").await;
    // Five wrong ones at another account are counted as a stranger's.
    for _ in 0..5 {
        login(&app, "203.0.113.1", &known, "editor@agencia.test", WRONG)
            .await
            .assert_error(401, "invalid_credentials");
    }
    login(&app, "203.0.113.7", "", "editor@agencia.test", PASSWORD)
        .await
        .assert_error(429, "too_many_requests");
    let (name, value) = known.split_once('=').unwrap();
    let (since, proof) = value.split_once('.').unwrap();
    let later = since.parse::<i64>().unwrap() + 1;
    let forged = format!("{name}={later}.{proof}");
    closed_by_strangers(&app).await;
    login(&app, "203.0.113.1", &forged, ADMIN, PASSWORD)
        .await
        .assert_error(429, "too_many_requests");
    login(&app, "203.0.113.1", &known, ADMIN, PASSWORD)
        .await
        .expect(200);
    app.after(180 * 24 * 3600);
    closed_by_strangers(&app).await;
    login(&app, "203.0.113.1", &known, ADMIN, PASSWORD)
        .await
        .assert_error(429, "too_many_requests");
}

#[tokio::test(start_paused = true)]
async fn the_link_by_mail_is_a_way_in_for_a_new_device() {
    let app = TestApp::new().await;
    closed_by_strangers(&app).await;
    let body = json!({ "email": ADMIN });
    send(&app, "203.0.113.1", "/auth/password-reset", "", body)
        .await
        .expect(204);
    let body = json!({ "token": app.mailed_token(), "new_password": NEW });
    let done = send(
        &app,
        "203.0.113.1",
        "/auth/password-reset/confirm",
        "",
        body,
    )
    .await;
    let known = cookie(&done);
    done.expect(204);
    login(&app, "203.0.113.1", "", ADMIN, NEW)
        .await
        .assert_error(429, "too_many_requests");
    login(&app, "203.0.113.1", &known, ADMIN, NEW)
        .await
        .expect(200);
}

#[tokio::test(start_paused = true)]
async fn the_page_of_the_link_makes_the_device_known_too() {
    let app = TestApp::new().await;
    closed_by_strangers(&app).await;
    let body = json!({ "email": ADMIN });
    send(&app, "203.0.113.1", "/auth/password-reset", "", body)
        .await
        .expect(204);
    let password = NEW.replace(' ', "+");
    let token = app.mailed_token();
    let form = format!("token={token}&new_password={password}&repeated={password}");
    let request = TestRequest::form("/definir-senha", form);
    let done = request.send(&app.router).await;
    assert_eq!(done.status, 200, "{}", done.text);
    let known = cookie(&done);
    login(&app, "203.0.113.1", &known, ADMIN, NEW)
        .await
        .expect(200);
}

#[tokio::test]
async fn the_addresses_of_an_ipv6_network_are_one() {
    let app = TestApp::new().await;
    for place in 0..20 {
        let email = format!("n{place}@agencia.test");
        let address = format!("2001:db8:0:7::{place:x}");
        login(&app, &address, "", &email, "x")
            .await
            .assert_error(401, "invalid_credentials");
    }
    login(&app, "2001:db8:0:7:ffff::1", "", ADMIN, PASSWORD)
        .await
        .assert_error(429, "too_many_requests");
    login(&app, "2001:db8:0:8::1", "", ADMIN, PASSWORD)
        .await
        .expect(200);
}
