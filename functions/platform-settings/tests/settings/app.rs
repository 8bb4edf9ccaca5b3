//! Test application: two processes of the function over one store.

use std::sync::Arc;

use axum::Router;
use domain::platform::access::Role;
use domain::platform::time_zone::zone_of;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::Method;
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use platform_settings::{Ports, api};
use platform_store::PlatformStore;
use platform_testkit::{TestApi, TestResponse, TestUser, with_middleware};
use serde_json::Value;
use settings::ProviderAddresses;
use settings::{SealedSettings, Settings};
use vault::KeyRing;

use crate::test_message::Scripted;

/// Environment of the function.
const ENVIRONMENT: [(&str, &str); 4] = [
    ("UNSPLASH_ACCESS_KEY", "environment-key-0f11"),
    ("SMTP_HOST", "smtp.operator.example"),
    ("SMTP_PASSWORD", "password-of-the-operator"),
    ("MAIL_FROM", "Pauta <pauta@operator.example>"),
];

pub struct TestApp {
    pub ports: Ports,
    pub admin: TestUser,
    clock: Arc<SettableClock>,
    random: Arc<SeededRandom>,
}

impl TestApp {
    pub async fn new() -> Self {
        let start = Timestamp::from_second(1_900_000_000).unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(7));
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let keyring = Arc::new(KeyRing::generate(random.as_ref()));
        let ports = Ports {
            settings: of_process(&store, &keyring, &random),
            store,
            keyring,
            mail: Arc::new(Scripted::default()),
            outbound: Outbound::new(Policy::local()).unwrap(),
            providers: ProviderAddresses::of(|_| None).unwrap(),
            zone: zone_of(None).unwrap(),
            clock: clock.clone(),
            random: random.clone(),
        };
        let admin = TestUser::create(&ports.store, &ports.keyring, "dona", Role::Admin, start);
        Self {
            admin: admin.await,
            ports,
            clock,
            random,
        }
    }

    /// The application under the network policy of a deployed function.
    pub async fn deployed() -> Self {
        let mut app = Self::new().await;
        app.ports.outbound = Outbound::new(Policy::cloud()).unwrap();
        app
    }

    /// Another process of the function, which has served before.
    pub fn other_process(&self) -> Self {
        let ports = Ports {
            settings: of_process(&self.ports.store, &self.ports.keyring, &self.random),
            ..self.ports.clone()
        };
        Self {
            ports,
            admin: self.admin.clone(),
            clock: self.clock.clone(),
            random: self.random.clone(),
        }
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.request(&self.admin, Method::GET, path, Value::Null)
            .await
    }

    pub async fn put(&self, path: &str, body: Value) -> TestResponse {
        self.request(&self.admin, Method::PUT, path, body).await
    }

    /// The members of the setting `key` on a page.
    pub async fn setting(&self, path: &str, key: &str) -> Value {
        let page = self.get(path).await.expect(200);
        setting(&page, key)
    }
}

/// The members of the setting `key` in a response.
pub fn setting(page: &TestResponse, key: &str) -> Value {
    let items = page.json["items"].as_array().unwrap();
    items
        .iter()
        .find(|item| item["key"] == key)
        .unwrap()
        .clone()
}

/// The fields and codes of a refused request.
pub fn issues(refused: &TestResponse) -> Vec<(&str, &str)> {
    let issues = refused.json["issues"].as_array().unwrap();
    issues
        .iter()
        .map(|issue| {
            (
                issue["field"].as_str().unwrap(),
                issue["code"].as_str().unwrap(),
            )
        })
        .collect()
}

fn of_process(
    store: &PlatformStore,
    keyring: &Arc<KeyRing>,
    random: &Arc<SeededRandom>,
) -> Settings {
    let saved = SealedSettings::new(store.table().clone(), keyring.clone(), random.clone());
    Settings::new(Arc::new(saved), |name| {
        let found = ENVIRONMENT.iter().find(|(known, _)| *known == name)?;
        Some(found.1.to_owned())
    })
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
        with_middleware(routes, self.random.clone(), self.clock.clone(), true)
    }
}
