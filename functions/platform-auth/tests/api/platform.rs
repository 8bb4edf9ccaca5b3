//! Health, and the description of the interface.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::access::Permission;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use platform_auth::{Ports, api};
use platform_store::PlatformStore;
use ports::Clock;
use serde_json::{Value, json};
use vault::KeyRing;

use crate::stage::{Post, Stage};

fn description() -> Value {
    let random = Arc::new(SeededRandom::new(7));
    let table = items::Table::new(Engine::memory().unwrap().client(), "platform");
    let ports = Ports {
        store: PlatformStore::new(table),
        keyring: Arc::new(KeyRing::generate(&*random)),
        clock: Arc::new(SettableClock::at(Timestamp::UNIX_EPOCH)),
        random,
        mail: Arc::<Post>::default(),
        base_url: "https://pauta.test".parse().unwrap(),
    };
    serde_json::to_value(api(ports).split_for_parts().1).unwrap()
}

#[tokio::test]
async fn health_tells_how_late_the_work_is() {
    let stage = Stage::new().await;
    let fresh = stage.ask("GET", "/health", "", Value::Null).await.ok(200);
    assert_eq!(
        fresh,
        json!({ "status": "ok", "version": "0.1.0", "oldest_due_job_seconds": null, "last_tick_seconds": null })
    );
    let tick = platform_store::Tick {
        at: stage.clock.now(),
        next: platform_store::DueCursors::default(),
    };
    stage.store.record_tick(&tick).await.unwrap();
    stage.after(300);
    let late = stage.ask("GET", "/health", "", Value::Null).await.ok(200);
    assert_eq!(
        (&late["status"], &late["last_tick_seconds"]),
        (&json!("ok"), &json!(300))
    );
    stage.after(1);
    let late = stage.ask("GET", "/health", "", Value::Null).await.ok(200);
    assert_eq!(late["status"], "degraded");
}

#[tokio::test]
async fn the_description_is_served() {
    let stage = Stage::new().await;
    let answer = stage.ask("GET", "/openapi.json", "", Value::Null).await;
    assert_eq!(answer.headers["content-type"], "application/json");
    let served = answer.ok(200);
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
    assert_eq!(ids.len(), 18);
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
    let stage = Stage::new().await;
    let tokens = stage.signed_in(crate::stage::ADMIN).await;
    stage.store.table().meter().take();
    for path in ["/health", "/openapi.json", "/auth/me", "/users", "/users/1"] {
        for method in ["GET", "HEAD"] {
            assert_eq!(
                stage
                    .ask(method, path, &tokens.access, Value::Null)
                    .await
                    .status,
                200
            );
        }
    }
    assert!(stage.store.table().meter().take().write_units == 0.0);
}
