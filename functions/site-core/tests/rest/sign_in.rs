//! Credentials of REST requests.

use axum::body::Body;
use http::{Method, Request};

use crate::support::{Site, Who};

async fn with(site: &Site, header: &str, value: &str) -> (u16, String) {
    let request = Request::builder()
        .method(Method::GET)
        .uri("/rest/core/v2/posts")
        .header(header, value)
        .body(Body::empty())
        .unwrap();
    let answer = site.send(request).await;
    (
        answer.status,
        if answer.status == 200 {
            String::new()
        } else {
            answer.code()
        },
    )
}

#[tokio::test]
async fn a_name_or_an_address_with_spaces_or_without() {
    let site = Site::new().await;
    let secret = site.secret(Who::Author).to_owned();
    let spaced: String = secret
        .chars()
        .enumerate()
        .flat_map(|(at, letter)| {
            (at > 0 && at % 4 == 0)
                .then_some(' ')
                .into_iter()
                .chain([letter])
        })
        .collect();
    for login in ["author", "author@exemplo.com.br", "AUTHOR"] {
        for secret in [&secret, &spaced] {
            assert_eq!(
                with(&site, "authorization", &Site::basic(login, secret)).await,
                (200, String::new()),
                "{login}"
            );
        }
    }
    assert_eq!(
        with(&site, "x-authorization", &Site::basic("author", &secret))
            .await
            .0,
        200
    );
}

#[tokio::test]
async fn wrong_credentials_are_refused_on_public_routes_too() {
    let site = Site::new().await;
    let secret = site.secret(Who::Author).to_owned();
    for (login, password, code) in [
        ("unknown", secret.as_str(), "invalid_username"),
        ("unknown@exemplo.com.br", secret.as_str(), "invalid_email"),
        ("author", "wrong", "incorrect_password"),
        ("editor", secret.as_str(), "incorrect_password"),
    ] {
        assert_eq!(
            with(&site, "authorization", &Site::basic(login, password)).await,
            (401, code.to_owned())
        );
    }
    assert_eq!(with(&site, "authorization", "Basic ???").await.0, 401);
    assert_eq!(with(&site, "authorization", "Bearer abc").await.0, 200);
}

#[tokio::test]
async fn ten_wrong_passwords_a_minute() {
    let site = Site::new().await;
    let wrong = Site::basic("author", "wrong");
    for _ in 0..10 {
        assert_eq!(with(&site, "authorization", &wrong).await.0, 401);
    }
    let request = Request::get("/rest/core/v2/posts")
        .header("authorization", &wrong)
        .body(Body::empty())
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(answer.refusal(), (429, "rest_too_many_attempts".to_owned()));
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((50..=60).contains(&wait), "{wait}");
    // Neither another login nor correct credentials are throttled.
    assert_eq!(
        with(&site, "authorization", &Site::basic("editor", "wrong"))
            .await
            .0,
        401
    );
    let right = Site::basic("author", site.secret(Who::Author));
    assert_eq!(with(&site, "authorization", &right).await.0, 200);
    site.clock.advance(jiff::SignedDuration::from_secs(61));
    assert_eq!(with(&site, "authorization", &wrong).await.0, 401);
}

#[tokio::test]
async fn login_and_e_mail_share_one_limit() {
    let site = Site::new().await;
    for number in 0..10 {
        let login = ["author", "author@exemplo.com.br", "AUTHOR"][number % 3];
        let wrong = Site::basic(login, "wrong");
        assert_eq!(with(&site, "authorization", &wrong).await.0, 401);
    }
    for login in ["author", "author@exemplo.com.br"] {
        let wrong = Site::basic(login, "wrong");
        assert_eq!(with(&site, "authorization", &wrong).await.0, 429, "{login}");
    }
}

#[tokio::test]
async fn responses_to_signed_in_callers_are_not_cacheable() {
    let site = Site::new().await;
    assert!(
        site.get(Who::Author, "/posts")
            .await
            .header("cache-control")
            .contains("no-store")
    );
    assert_eq!(
        site.get(Who::Anonymous, "/posts")
            .await
            .header("cache-control"),
        ""
    );
}
