//! What one function saves, the next request to another warm function uses.

use std::sync::Arc;

use axum::Router;
use http::Method;
use local::parts::Parts;
use local::work::Workers;
use pauta_tests::app::{TestApp, TestRequest};
use platform_store::PlatformStore;
use ports::WorkMessage;
use serde_json::{Value, json};
use service_fakes::Service;
use settings::{SealedSettings, Settings};

/// A second process on the same records: routes and workers with a reader of settings of their own.
struct OtherProcess {
    router: Router,
    workers: Workers,
}

impl OtherProcess {
    fn start(app: &TestApp) -> Self {
        let parts = &app.parts;
        let table = parts.store.table().clone();
        let saved = SealedSettings::new(table.clone(), parts.keyring.clone(), parts.random.clone());
        let parts = Parts {
            store: PlatformStore::new(table),
            settings: Settings::new(Arc::new(saved), |_| None),
            ..parts.clone()
        };
        Self {
            router: local::platform::assemble(&parts).0,
            workers: Workers::of(&parts, &local::site::records(&parts)),
        }
    }

    async fn ask(&self, app: &TestApp, method: Method, path: &str, body: Value) -> Value {
        let request = TestRequest::json(method, format!("/api/v1{path}"), body)
            .bearer(&app.administrator.token);
        let answer = request.send(&self.router).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer.json
    }

    async fn title(&self, app: &TestApp) -> Value {
        let about = json!({ "site_id": 1, "title": "Pão" });
        self.ask(app, Method::POST, "/posts/generate-seo-title", about)
            .await
    }

    /// Generates an article with this process's worker.
    async fn article(&self, app: &TestApp) -> Value {
        let wanted = json!({ "site_id": 1, "prompt": "Pão" });
        let begun = self
            .ask(app, Method::POST, "/posts/generate-content", wanted)
            .await;
        let Some(WorkMessage::Generation { generation_id }) = app.parts.queue.try_next() else {
            panic!("no message");
        };
        generation_worker::process(&self.workers.generation, generation_id)
            .await
            .unwrap();
        let path = format!("/generations/{}", begun["id"]);
        self.ask(app, Method::GET, &path, Value::Null).await
    }
}

async fn save(app: &TestApp, page: &str, body: Value) {
    let request = TestRequest::json(Method::PUT, format!("/api/v1/settings/{page}"), body);
    app.ask(Some(&app.administrator), request).await.expect(200);
}

fn last_key(app: &TestApp) -> String {
    let calls = app.fakes.calls(Service::OpenAi);
    let key = calls.last().unwrap().header("authorization").unwrap();
    key.trim_start_matches("Bearer ").to_owned()
}

#[tokio::test]
async fn a_change_takes_effect_in_the_next_request_of_another_process() {
    let app = TestApp::new().await;
    save(&app, "api-keys", json!({ "OPENAI_API_KEY": "sk-primeira" })).await;
    let other = OtherProcess::start(&app);
    assert_eq!(other.title(&app).await["provider"], "openai");
    assert_eq!(other.article(&app).await["provider"], "openai");
    assert_eq!(last_key(&app), "sk-primeira");

    save(&app, "api-keys", json!({ "OPENAI_API_KEY": "sk-segunda" })).await;
    other.title(&app).await;
    assert_eq!(last_key(&app), "sk-segunda");
    other.article(&app).await;
    assert_eq!(last_key(&app), "sk-segunda");

    let models = json!({ "OPENAI_MODEL": "gpt-5.6-terra", "OPENAI_MODEL_SMALL": "gpt-5.4-mini" });
    save(&app, "ai-models", models).await;
    assert_eq!(other.title(&app).await["model"], "gpt-5.4-mini");
    assert_eq!(other.article(&app).await["model"], "gpt-5.6-terra");

    save(
        &app,
        "api-keys",
        json!({ "ANTHROPIC_API_KEY": "sk-ant-terceira" }),
    )
    .await;
    assert_eq!(other.title(&app).await["provider"], "openai");
    let choice = json!({ "kind": "text", "provider": "anthropic" });
    save(&app, "ai-defaults", choice).await;
    assert_eq!(other.title(&app).await["provider"], "anthropic");
    assert_eq!(other.article(&app).await["provider"], "anthropic");
    assert_eq!(app.fakes.violations(), Vec::<String>::new());
}
