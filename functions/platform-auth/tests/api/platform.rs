//! Health, and the description of the interface.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use domain::platform::access::Permission;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform_auth::{Ports, api};
use platform_store::PlatformStore;
use ports::Clock;
use serde_json::{Value, json};
use settings::Settings;
use vault::KeyRing;

use crate::app::{InterruptibleMail, TestApp};

fn description() -> Value {
    let random = Arc::new(SeededRandom::new(7));
    let table = items::Table::new(Engine::memory().unwrap().client(), "platform");
    let ports = Ports {
        store: PlatformStore::new(table),
        keyring: Arc::new(KeyRing::generate(&*random)),
        clock: Arc::new(SettableClock::at(Timestamp::UNIX_EPOCH)),
        random,
        mail: Arc::<InterruptibleMail>::default(),
        settings: Settings::of_environment(|_| None),
        base_url: "https://pauta.test".parse().unwrap(),
        zone: TimeZone::UTC,
    };
    serde_json::to_value(api(ports).split_for_parts().1).unwrap()
}

async fn health(app: &TestApp) -> Value {
    app.ask("GET", "/health", "", Value::Null)
        .await
        .expect(200)
        .json
}

#[tokio::test]
async fn health_tells_how_late_the_work_is() {
    let app = TestApp::new().await;
    app.tick().await;
    assert_eq!(
        health(&app).await,
        json!({ "status": "ok", "version": "0.1.0", "oldest_due_job_seconds": null, "last_tick_seconds": 0, "store_writable": true })
    );
    app.after(300);
    let late = health(&app).await;
    assert_eq!(
        (&late["status"], &late["last_tick_seconds"]),
        (&json!("ok"), &json!(300))
    );
    app.after(1);
    assert_eq!(health(&app).await["status"], "degraded");
}

#[tokio::test]
async fn a_tick_that_never_ran_is_not_well() {
    let app = TestApp::new().await;
    let shown = health(&app).await;
    assert_eq!(
        (&shown["status"], &shown["last_tick_seconds"]),
        (&json!("degraded"), &Value::Null)
    );
}

#[tokio::test]
async fn a_job_that_cannot_be_read_shows_as_late() {
    let app = TestApp::new().await;
    let now = app.clock.now();
    let key = items::Key::new("JOB#7", "JOB");
    let poison = items::Entry::new(key, &"no job").unwrap();
    let poison = poison.due("JOB", now.as_second());
    let table = app.store.table();
    table.put(poison, items::Condition::Any).await.unwrap();
    app.after(301);
    app.tick().await;
    let shown = health(&app).await;
    assert_eq!(
        (&shown["status"], &shown["oldest_due_job_seconds"]),
        (&json!("degraded"), &json!(301))
    );
}

#[tokio::test]
async fn health_tells_when_the_store_takes_no_writes() {
    let app = TestApp::new().await;
    app.tick().await;
    app.full.store(true, Ordering::SeqCst);
    // The tick's own record proves the last ninety seconds.
    assert_eq!(health(&app).await["store_writable"], true);
    app.after(90);
    let full = health(&app).await;
    assert_eq!(
        (&full["status"], &full["store_writable"]),
        (&json!("degraded"), &json!(false))
    );
    app.full.store(false, Ordering::SeqCst);
    let free = health(&app).await;
    assert_eq!(
        (&free["status"], &free["store_writable"]),
        (&json!("ok"), &json!(true))
    );
}

#[tokio::test]
async fn asking_for_health_writes_at_most_once_in_ninety_seconds() {
    let app = TestApp::new().await;
    let written = || app.writes.load(Ordering::SeqCst);
    let before = written();
    for _ in 0..23 {
        health(&app).await;
        app.after(4);
    }
    assert_eq!(written(), before + 1);
    health(&app).await;
    assert_eq!(written(), before + 2);
    // While the tick runs, nothing is written at all.
    app.tick().await;
    let before = written();
    for _ in 0..4 {
        app.after(20);
        health(&app).await;
    }
    assert_eq!(written(), before);
}

#[tokio::test]
async fn the_description_is_served() {
    let app = TestApp::new().await;
    let answer = app.ask("GET", "/openapi.json", "", Value::Null).await;
    assert_eq!(answer.headers["content-type"], "application/json");
    let served = answer.expect(200).json;
    assert!(served["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = served["paths"].as_object().unwrap();
    for path in description()["paths"].as_object().unwrap().keys() {
        assert!(paths.contains_key(path), "{path}");
    }
}

#[test]
fn every_operation_names_itself_its_permission_and_its_failures() {
    let document = description();
    let known: BTreeSet<_> = Permission::ALL
        .iter()
        .map(|permission| permission.name())
        .collect();
    let mut ids = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/v1/"), "{path}");
        for (method, operation) in operations.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id}");
            let permission = operation["x-permission"].as_str().unwrap();
            let public = permission == "public";
            assert!(public || known.contains(permission), "{method} {path}");
            assert_eq!(
                operation["security"] == json!([{ "bearer": [] }]),
                !public,
                "{id}"
            );
            let responses = operation["responses"].as_object().unwrap();
            assert!(public || responses.contains_key("401"), "{id}");
            for (status, response) in responses {
                let failure = status.starts_with(['4', '5']);
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(
                    schema == "#/components/schemas/ErrorBody",
                    failure,
                    "{id} {status}"
                );
            }
        }
    }
    assert_eq!(ids.len(), 21);
    let text = document.to_string();
    for (at, _) in text.match_indices("#/components/schemas/") {
        let name = text[at + 21..].split('"').next().unwrap();
        assert!(
            document["components"]["schemas"][name].is_object(),
            "{name}"
        );
    }
}

#[tokio::test]
async fn reading_changes_nothing() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(crate::app::ADMIN).await;
    app.tick().await;
    app.store.table().meter().take();
    for path in ["/health", "/openapi.json", "/auth/me", "/users", "/users/1"] {
        for method in ["GET", "HEAD"] {
            assert_eq!(
                app.ask(method, path, &tokens.access, Value::Null)
                    .await
                    .status,
                200
            );
        }
    }
    assert!(app.store.table().meter().take().write_units == 0.0);
}
