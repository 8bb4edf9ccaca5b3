//! Test application: users, and a log in memory.

use std::sync::Arc;

use axum::Router;
use domain::platform::access::Role;
use domain::platform::log::{LogEntry, LogLevel};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::Method;
use items::Table;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::LogStore;
use platform_logs::{Ports, api};
use platform_store::PlatformStore;
use platform_testkit::{TestApi, TestResponse, TestUser, with_middleware};
use ports::Clock;
use serde_json::{Value, json};
use vault::KeyRing;

pub struct TestApp {
    ports: Ports,
    random: Arc<SeededRandom>,
    clock: Arc<SettableClock>,
    pub gerente: TestUser,
}

impl TestApi for TestApp {
    fn store(&self) -> &PlatformStore {
        &self.ports.store
    }

    fn keyring(&self) -> &KeyRing {
        &self.ports.keyring
    }

    fn clock(&self) -> &SettableClock {
        &self.clock
    }

    fn router(&self) -> Router {
        let (routes, _) = api(self.ports.clone()).split_for_parts();
        with_middleware(routes, self.random.clone(), self.clock.clone(), false)
    }
}

impl TestApp {
    /// An empty log, on 23 November 2026 at noon in Brasília.
    pub async fn new() -> Self {
        let start: Timestamp = "2026-11-23T15:00:00Z".parse().unwrap();
        let random = Arc::new(SeededRandom::new(7));
        let clock = Arc::new(SettableClock::at(start));
        let engine = Engine::memory().unwrap();
        let table = Table::new(engine.client(), "log");
        table.create().await.unwrap();
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let ports = Ports {
            store: platform_testkit::store(&engine).await,
            logs: LogStore::new(table, zone),
            keyring: Arc::new(KeyRing::generate(random.as_ref())),
            clock: clock.clone(),
        };
        let (store, keyring) = (&ports.store, &ports.keyring);
        let gerente = TestUser::create(store, keyring, "gerente", Role::Gerente, start).await;
        Self {
            ports,
            random,
            clock,
            gerente,
        }
    }

    /// Adds an entry that was raised some minutes ago.
    pub async fn append(&self, level: LogLevel, channel: &str, message: &str, minutes: i64) {
        let at = self.clock.now() - SignedDuration::from_mins(minutes);
        let context = json!({ "request_id": "4be1-77a0", "host_status": 401 });
        let entry = LogEntry {
            level,
            channel: channel.to_owned(),
            message: message.to_owned(),
            context: context.as_object().unwrap().clone(),
            source_ref: Some("steps.rs:12".to_owned()),
            count: 2,
            first_at: at,
            last_at: at,
        };
        self.ports.logs.append(&[entry]).await.unwrap();
    }

    /// Six entries of yesterday and today.
    pub async fn filled() -> Self {
        let app = Self::new().await;
        for (level, channel, message, minutes) in [
            (LogLevel::Warning, "platform-posts", "ontem, aviso", 24 * 60),
            (LogLevel::Error, "site-core", "ontem, erro", 24 * 60 - 1),
            (LogLevel::Critical, "search-worker", "hoje, crítico", 30),
            (LogLevel::Error, "platform-posts", "hoje, erro", 20),
            (LogLevel::Error, "site-core", "hoje, erro do site", 10),
            (LogLevel::Warning, "site-core", "hoje, aviso", 5),
        ] {
            app.append(level, channel, message, minutes).await;
        }
        app
    }

    pub async fn ask(&self, method: Method, path: &str, body: Value) -> TestResponse {
        self.request(&self.gerente, method, path, body).await
    }

    pub async fn list(&self, query: &str) -> Value {
        let path = format!("/logs?{query}");
        let answer = self.ask(Method::GET, &path, Value::Null).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text);
        answer.json
    }

    /// The messages of a list.
    pub async fn messages(&self, query: &str) -> Vec<String> {
        let listed = self.list(query).await;
        let items = listed["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["message"].as_str().unwrap().to_owned())
            .collect()
    }
}
