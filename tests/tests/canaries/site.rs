//! The content site, with its application passwords.

use http::Method;
use pauta_tests::app::{Basic, TestRequest};
use serde_json::{Value, json};

use super::{MISPLACED, SITE_USER_PASSWORD, Walk, Walking, app, searched, spoilt};

fn calls(turn: usize) -> Vec<TestRequest> {
    let post = json!({ "title": "Um", "content": "<p>Um</p>", "status": "publish" });
    let person = json!({
        "username": format!("pessoa{turn}"),
        "email": format!("pessoa{turn}@site.test"),
        "password": SITE_USER_PASSWORD,
        "roles": ["author"],
    });
    let own = "/core/v2/users/me";
    let all = [
        (Method::GET, "/".to_owned(), Value::Null),
        (
            Method::GET,
            "/core/v2/posts?context=edit".into(),
            Value::Null,
        ),
        (Method::POST, "/core/v2/posts".into(), post),
        (
            Method::POST,
            "/core/v2/posts/1".into(),
            json!({ "title": "Dois" }),
        ),
        (Method::DELETE, "/core/v2/posts/1".into(), Value::Null),
        (Method::GET, "/core/v2/media".into(), Value::Null),
        (
            Method::POST,
            "/core/v2/categories".into(),
            json!({ "name": format!("Pães {turn}") }),
        ),
        (
            Method::GET,
            "/core/v2/users?context=edit".into(),
            Value::Null,
        ),
        (Method::POST, "/core/v2/users".into(), person),
        (Method::GET, own.into(), Value::Null),
        (
            Method::POST,
            own.into(),
            json!({ "password": SITE_USER_PASSWORD }),
        ),
        (
            Method::GET,
            format!("{own}/application-passwords"),
            Value::Null,
        ),
        (
            Method::POST,
            format!("{own}/application-passwords"),
            json!({ "name": format!("Aplicativo {turn}") }),
        ),
    ];
    let call = |(method, path, body)| TestRequest::json(method, format!("/rest{path}"), body);
    all.into_iter().map(call).collect()
}

async fn walk() -> Walk {
    let (app, failures) = app().await;
    let login = app.basic();
    for call in calls(0) {
        app.ask_site(Some(&login), call).await;
    }
    for operations in 0..8 {
        for call in calls(1 + operations) {
            failures.store_fails_after(i64::try_from(operations).unwrap());
            app.ask_site(Some(&login), call).await;
        }
    }
    failures.store_works();
    for call in calls(20) {
        for spoilt in spoilt::variants(&call) {
            app.ask_site(Some(&login), spoilt).await;
        }
        app.ask_site(None, call).await;
    }
    // Wrong logins come last, because they count towards a limit.
    for (user, password) in [
        (&*app.site_login.user, MISPLACED),
        ("ninguem", SITE_USER_PASSWORD),
        (MISPLACED, MISPLACED),
    ] {
        for call in calls(30) {
            app.ask_site(Some(&Basic::of(user, password)), call).await;
        }
    }
    searched("the content site", &app, &failures).await
}

/// All walks of this module.
pub fn walks() -> Vec<Walking> {
    vec![Box::pin(walk())]
}
