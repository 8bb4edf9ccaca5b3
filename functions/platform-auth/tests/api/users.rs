//! Administration of users.

use domain::platform::access::Role;
use platform_testkit::TestRequest;
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::app::{ADMIN, TestApp};

#[tokio::test]
async fn a_person_is_added_read_changed_and_removed() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    let body = json!({
        "name": " \u{202e}Bia Reis\u{2069} ", "email": "Bia@Agencia.test", "role": "editor",
        "id": 99, "password_hash": "x", "last_login_at": "2020-01-01T00:00:00Z", "created_at": "2020-01-01T00:00:00Z",
    });
    let answer = app.ask("POST", "/users", &admin, body).await;
    assert_eq!(answer.headers["location"], "/api/v1/users/2");
    let added = answer.expect(201).json;
    assert_eq!(
        added,
        json!({
            "id": 2, "name": "Bia Reis", "email": "Bia@Agencia.test", "role": "editor", "active": true,
            "second_factor": "email", "created_at": "2027-01-15T08:00:00Z", "last_login_at": null,
            "invitation_sent": true,
        })
    );
    let mail = app.mail.delivered.take().pop().unwrap();
    assert_eq!(mail.to, "Bia@Agencia.test");
    assert!(
        mail.text
            .contains("https://pauta.test/definir-senha?token=")
    );
    let body = json!({ "role": "gerente", "id": 1, "second_factor": "totp" });
    let changed = app
        .ask("PUT", "/users/2", &admin, body)
        .await
        .expect(200)
        .json;
    assert_eq!(changed["role"], "gerente");
    assert_eq!(changed["name"], "Bia Reis");
    assert_eq!(changed["second_factor"], "email");
    assert_eq!(
        app.ask("GET", "/users/2", &admin, Value::Null)
            .await
            .expect(200)
            .json,
        changed
    );
    app.ask("DELETE", "/users/2", &admin, Value::Null)
        .await
        .expect(204);
    for (method, body) in [
        ("GET", Value::Null),
        ("PUT", json!({})),
        ("DELETE", Value::Null),
    ] {
        app.ask(method, "/users/2", &admin, body)
            .await
            .assert_error(404, "not_found");
    }
    for path in [
        "/users/0",
        "/users/-1",
        "/users/x",
        "/users/18446744073709551616",
    ] {
        app.ask("GET", path, &admin, Value::Null)
            .await
            .assert_error(404, "not_found");
    }
}

#[tokio::test]
async fn users_are_listed_in_pages() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    for place in 0..11 {
        app.create_user(&format!("p{place}"), Role::Redator).await;
    }
    let page = app
        .ask("GET", "/users?page=2&per_page=5", &admin, Value::Null)
        .await
        .expect(200)
        .json;
    assert_eq!(
        (&page["page"], &page["per_page"], &page["total"]),
        (&json!(2), &json!(5), &json!(12))
    );
    let names: Vec<_> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| &user["name"])
        .collect();
    assert_eq!(names, ["p4", "p5", "p6", "p7", "p8"]);
    for query in ["per_page=0", "per_page=101", "page=0", "page=x"] {
        let answer = app
            .ask("GET", &format!("/users?{query}"), &admin, Value::Null)
            .await;
        answer.assert_error(422, "invalid_parameter");
    }
}

#[tokio::test]
async fn an_email_belongs_to_one_person() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    app.create_user("Bia", Role::Editor).await;
    let body = |email: &str| json!({ "name": "X", "email": email, "role": "editor" });
    let taken = app
        .ask("POST", "/users", &admin, body("BIA@agencia.TEST"))
        .await;
    taken.assert_error(409, "email_taken");
    assert_eq!(taken.json["issues"][0]["field"], "email");
    app.ask(
        "PUT",
        "/users/1",
        &admin,
        json!({ "email": "bia@agencia.test" }),
    )
    .await
    .assert_error(409, "email_taken");
    // The user may change the case of their own address; an address that is no longer in use is free.
    let changed = app
        .ask(
            "PUT",
            "/users/2",
            &admin,
            json!({ "email": "BIA@agencia.test" }),
        )
        .await
        .expect(200)
        .json;
    assert_eq!(changed["email"], "BIA@agencia.test");
    app.ask(
        "PUT",
        "/users/2",
        &admin,
        json!({ "email": "reis@agencia.test" }),
    )
    .await
    .expect(200);
    app.ask("POST", "/users", &admin, body("bia@agencia.test"))
        .await
        .expect(201);
    app.ask("DELETE", "/users/2", &admin, Value::Null)
        .await
        .expect(204);
    app.ask("POST", "/users", &admin, body("reis@agencia.test"))
        .await
        .expect(201);
}

#[tokio::test]
async fn fields_are_checked_together() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    let body = json!({ "name": " ", "email": "sem arroba", "role": "editor" });
    let answer = app.ask("POST", "/users", &admin, body).await;
    answer.assert_error(422, "invalid_fields");
    let fields: Vec<_> = answer.json["issues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| &issue["field"])
        .collect();
    assert_eq!(fields, ["name", "email"]);
    for body in [
        json!({ "name": "A", "email": "a@b.test", "role": "chefe" }),
        json!({ "name": "A", "email": "a@b.test" }),
        json!({ "name": 1, "email": "a@b.test", "role": "editor" }),
    ] {
        app.ask("POST", "/users", &admin, body)
            .await
            .assert_error(422, "invalid_fields");
    }
    app.ask(
        "PUT",
        "/users/1",
        &admin,
        json!({ "name": "n".repeat(201) }),
    )
    .await
    .assert_error(422, "invalid_fields");
}

#[tokio::test]
async fn the_last_active_administrator_stays() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    let other = app.create_user("Other", Role::Admin).await;
    app.set_active(other.id, false).await;
    for body in [json!({ "active": false }), json!({ "role": "gerente" })] {
        app.ask("PUT", "/users/1", &admin, body)
            .await
            .assert_error(409, "last_admin");
    }
    app.ask("DELETE", "/users/1", &admin, Value::Null)
        .await
        .assert_error(409, "last_admin");
    app.ask("DELETE", "/users/2", &admin, Value::Null)
        .await
        .expect(204);
    app.ask("PUT", "/users/1", &admin, json!({ "name": "Ana" }))
        .await
        .expect(200);
    app.create_user("Third", Role::Admin).await;
    app.ask("DELETE", "/users/1", &admin, Value::Null)
        .await
        .expect(204);
    app.ask("GET", "/users", &admin, Value::Null)
        .await
        .assert_error(401, "unauthenticated");
}

/// Sends all requests concurrently and returns the status codes in the order of the requests.
async fn at_once(
    app: &TestApp,
    asked: impl IntoIterator<Item = (&'static str, u64, String, Value)>,
) -> Vec<u16> {
    let running: Vec<_> = asked
        .into_iter()
        .map(|(method, id, token, body)| {
            let app = app.clone();
            tokio::spawn(async move {
                let path = format!("/users/{id}");
                app.ask(method, &path, &token, body).await.status.as_u16()
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for answer in running {
        statuses.push(answer.await.unwrap());
    }
    statuses
}

async fn active_admins(app: &TestApp) -> usize {
    let users = app.store.users().await.unwrap();
    users
        .iter()
        .filter(|user| user.active && user.role == Role::Admin)
        .count()
}

/// The requests of a demoted administrator are refused, so one, two or three of the four may be left.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn administrators_who_demote_each_other_leave_one() {
    for _ in 0..4 {
        let app = TestApp::new().await;
        let mut tokens = Vec::new();
        for name in ["b", "c", "d"] {
            app.create_user(name, Role::Admin).await;
            let email = format!("{name}@agencia.test");
            tokens.push(app.signed_in(&email).await.access);
        }
        tokens.push(app.signed_in(ADMIN).await.access);
        let asked = (1..=4)
            .zip(tokens)
            .map(|(id, token)| ("PUT", id, token, json!({ "role": "editor" })));
        let statuses = at_once(&app, asked).await;
        assert!(
            statuses.iter().all(|code| [200, 403, 409].contains(code)),
            "{statuses:?}"
        );
        let demoted = statuses.iter().filter(|code| **code == 200).count();
        let left = active_admins(&app).await;
        assert_eq!(left, 4 - demoted, "{statuses:?}");
        assert!(left >= 1, "{statuses:?}");
    }
}

/// No request takes a right from the other administrator, so only the rule of the last administrator decides.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_administrators_who_both_leave_one_stays() {
    let demote = ("PUT", json!({ "role": "editor" }));
    let deactivate = ("PUT", json!({ "active": false }));
    let remove = ("DELETE", Value::Null);
    for (first, second) in [
        (&demote, &demote),
        (&deactivate, &deactivate),
        (&remove, &remove),
        (&demote, &deactivate),
        (&deactivate, &remove),
        (&remove, &demote),
    ] {
        let app = TestApp::new().await;
        app.create_user("b", Role::Admin).await;
        let asked = [
            (first, app.signed_in(ADMIN).await.access),
            (second, app.signed_in("b@agencia.test").await.access),
        ];
        let asked = (1..=2)
            .zip(asked)
            .map(|(id, ((method, body), token))| (*method, id, token, body.clone()));
        let mut statuses = at_once(&app, asked).await;
        statuses.sort_unstable();
        assert!([200, 204].contains(&statuses[0]), "{statuses:?}");
        assert_eq!(statuses[1], 409, "{statuses:?}");
        assert_eq!(active_admins(&app).await, 1);
    }
}

/// The slower request has either lost its right or would remove the last administrator.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_administrators_who_end_each_other_one_stays() {
    for (method, body) in [
        ("PUT", json!({ "role": "editor" })),
        ("PUT", json!({ "active": false })),
        ("DELETE", Value::Null),
    ] {
        let app = TestApp::new().await;
        app.create_user("b", Role::Admin).await;
        let tokens = [
            app.signed_in("b@agencia.test").await.access,
            app.signed_in(ADMIN).await.access,
        ];
        let asked = (1..=2)
            .zip(tokens)
            .map(|(id, token)| (method, id, token, body.clone()));
        let mut statuses = at_once(&app, asked).await;
        statuses.sort_unstable();
        assert!([200, 204].contains(&statuses[0]), "{statuses:?}");
        assert!([401, 403, 409].contains(&statuses[1]), "{statuses:?}");
        assert_eq!(active_admins(&app).await, 1);
    }
}

#[tokio::test]
async fn only_administrators_manage_people() {
    let app = TestApp::new().await;
    for (name, role) in [
        ("ger", Role::Gerente),
        ("edi", Role::Editor),
        ("red", Role::Redator),
    ] {
        app.create_user(name, role).await;
        let token = app.signed_in(&format!("{name}@agencia.test")).await.access;
        for (method, path, body) in [
            ("GET", "/users", Value::Null),
            (
                "POST",
                "/users",
                json!({ "name": "A", "email": "a@b.test", "role": "admin" }),
            ),
            ("GET", "/users/1", Value::Null),
            ("PUT", "/users/1", json!({ "role": "editor" })),
            ("DELETE", "/users/1", Value::Null),
        ] {
            app.ask(method, path, &token, body.clone())
                .await
                .assert_error(403, "forbidden");
            app.ask(method, path, "", body)
                .await
                .assert_error(401, "unauthenticated");
        }
    }
}

#[tokio::test]
async fn a_repeated_addition_adds_once() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    let ask = || {
        let body = json!({ "name": "Bia", "email": "bia@agencia.test", "role": "editor" });
        TestRequest::post("/api/v1/users", body)
            .bearer(&admin)
            .headers(&[("idempotency-key", "add-bia")])
            .send(&app.router)
    };
    let first = ask().await;
    let second = ask().await;
    assert_eq!(second.headers["idempotency-replayed"], "true");
    assert_eq!(second.headers["location"], first.headers["location"]);
    assert_ne!(
        second.headers["x-request-id"],
        first.headers["x-request-id"]
    );
    assert_eq!(second.expect(201).json, first.expect(201).json);
    assert_eq!(app.mail.delivered.take().len(), 1);
}

#[tokio::test]
async fn a_person_is_added_though_the_invitation_is_not_sent() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await.access;
    app.mail
        .is_down
        .store(true, std::sync::atomic::Ordering::SeqCst);
    let body = json!({ "name": "Bia", "email": "bia@agencia.test", "role": "editor" });
    let added = app
        .ask("POST", "/users", &admin, body)
        .await
        .expect(201)
        .json;
    assert_eq!(added["invitation_sent"], false);
    app.ask("GET", "/users/2", &admin, Value::Null)
        .await
        .expect(200);
}

#[tokio::test]
async fn the_first_administrator_is_made_once() {
    let app = TestApp::new().await;
    let hash = || async {
        let random = embedded::random::SeededRandom::new(3);
        vault::password::hash(SecretString::from("qualquer outra senha"), &random)
            .await
            .unwrap()
    };
    let now = ports::Clock::now(&*app.clock);
    let (admin, added) = app
        .store
        .ensure_admin("X", "ADMIN@agencia.test", hash().await, now)
        .await
        .unwrap();
    assert_eq!((admin.name.as_str(), added), ("Admin", false));
    let (other, added) = app
        .store
        .ensure_admin("X", "x@agencia.test", hash().await, now)
        .await
        .unwrap();
    assert_eq!((other.role, added), (Role::Admin, true));
    // The existing user keeps the old password.
    app.signed_in(ADMIN).await;
}
