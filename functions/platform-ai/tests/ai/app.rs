//! Test application: records, files and queue in memory, and fakes of the providers.

use std::sync::Arc;

use ai_client::AiClient;
use async_trait::async_trait;
use axum::Router;
use domain::platform::access::Role;
use domain::platform::id::SiteId;
use domain::platform::site_record::Site;
use domain::platform::time_zone::zone_of;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use http::Method;
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use platform_ai::{ANSWER_TIME, Ports, api};
use platform_store::PlatformStore;
use platform_testkit::{TestApi, TestResponse, TestUser, with_middleware};
use ports::{Clock, QueueError, WorkMessage, WorkQueue};
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};
use settings::{AiProvider, ProviderAddresses, SealedSettings, Settings};
use vault::KeyRing;

/// Noon of 23 November 2026 in São Paulo.
const START: &str = "2026-11-23T15:00:00Z";
/// The end of every key; no response may contain it.
const CANARY: &str = "canario-9d71";

pub struct TestApp {
    pub ports: Ports,
    pub fakes: FakeServices,
    pub queue: Arc<MemoryQueue>,
    pub editor: TestUser,
    /// A member of the editor's site.
    pub writer: TestUser,
    /// The editor's site.
    pub site: SiteId,
    pub clock: Arc<SettableClock>,
    random: Arc<SeededRandom>,
}

/// The key of a provider that chooses a scenario of its fake; none for answers without faults.
pub fn key(provider: AiProvider, scenario: &str) -> String {
    let prefix = match provider {
        AiProvider::OpenAi => "sk",
        AiProvider::Anthropic => "sk-ant",
        AiProvider::Gemini => "AIza",
    };
    let words = [prefix, scenario, CANARY];
    let words = words.into_iter().filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The fake of a provider.
pub const fn fake(provider: AiProvider) -> Service {
    match provider {
        AiProvider::OpenAi => Service::OpenAi,
        AiProvider::Anthropic => Service::Anthropic,
        AiProvider::Gemini => Service::Gemini,
    }
}

impl TestApp {
    /// The application without an API key.
    pub async fn new() -> Self {
        Self::at(START, &[]).await
    }

    /// The application with keys that choose these scenarios.
    pub async fn with_keys(keys: &[(AiProvider, &str)]) -> Self {
        let environment: Vec<_> = keys
            .iter()
            .map(|(provider, scenario)| (provider.key().name(), key(*provider, scenario)))
            .collect();
        let environment: Vec<_> = environment.iter().map(|(k, v)| (*k, v.as_str())).collect();
        Self::at(START, &environment).await
    }

    /// The application at an instant with these settings in its environment.
    pub async fn at(start: &str, environment: &[(&str, &str)]) -> Self {
        let start: Timestamp = start.parse().unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(7));
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let keyring = Arc::new(KeyRing::generate(random.as_ref()));
        let saved = SealedSettings::new(store.table().clone(), keyring.clone(), random.clone());
        let fakes = FakeServices::start().await.unwrap();
        let addresses = fakes.environment();
        let addresses = ProviderAddresses::of(|name| {
            let found = addresses.iter().find(|(known, _)| *known == name)?;
            Some(found.1.clone())
        });
        let outbound = Outbound::new(Policy::local()).unwrap();
        let queue = Arc::new(MemoryQueue::default());
        let ports = Ports {
            settings: Settings::new(Arc::new(saved), |name| {
                let found = environment.iter().find(|(known, _)| *known == name)?;
                Some(found.1.to_owned())
            }),
            // Pauses between two calls pass at once.
            ai: AiClient::new(outbound, addresses.unwrap())
                .with_sleeper(Arc::new(SettableClock::at(start))),
            store,
            keyring,
            blobs: Arc::new(MemoryBlobs::default()),
            generations: queue.clone(),
            clock: clock.clone(),
            random: random.clone(),
            zone: zone_of(None).unwrap(),
            answer_time: ANSWER_TIME,
        };
        let user = |name, role| TestUser::create(&ports.store, &ports.keyring, name, role, start);
        let editor = user("eva", Role::Editor).await;
        let writer = user("rui", Role::Redator).await;
        let site = ports.store.next_site_id().await.unwrap();
        let record = Site {
            member_ids: vec![writer.id],
            ..platform_testkit::site(site, editor.id, "https://blog.example/", start)
        };
        ports.store.create_site(&record, None).await.unwrap();
        Self {
            ports,
            fakes,
            queue,
            editor,
            writer,
            site,
            clock,
            random,
        }
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A request of `user`. No response contains a part of a key.
    pub async fn send(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> TestResponse {
        let response = self.request_with(user, method, path, body, headers).await;
        let shown = format!("{:?} {}", response.headers, response.text);
        for part in ["canario", "9d71"] {
            assert!(!shown.contains(part), "{path}: {shown}");
        }
        response
    }

    /// A GET of the writer.
    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(&self.writer, Method::GET, path, Value::Null, &[])
            .await
    }

    /// A POST of the writer.
    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.post_with(path, body, &[]).await
    }

    pub async fn post_with(
        &self,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> TestResponse {
        self.send(&self.writer, Method::POST, path, body, headers)
            .await
    }

    /// Asks for a title for search engines.
    pub async fn title(&self) -> TestResponse {
        let body = json!({ "site_id": self.site.0, "title": "Café coado em casa" });
        self.post("/posts/generate-seo-title", body).await
    }

    /// The sums of all used tokens.
    pub async fn used(&self) -> Used {
        let summary = self.get("/tokens/summary").await.expect(200);
        let total = &summary.json["total"];
        let number = |name: &str| total[name].as_u64().unwrap();
        Used {
            calls: number("calls"),
            input_tokens: number("input_tokens"),
            output_tokens: number("output_tokens"),
            estimated_calls: number("estimated_calls"),
        }
    }

    /// What the fakes billed to the keys of these scenarios.
    pub fn billed(&self, keys: &[(AiProvider, &str)]) -> Used {
        let mut sum = Used::default();
        for (provider, scenario) in keys {
            let billed = self
                .fakes
                .billed(fake(*provider), &key(*provider, scenario));
            sum.calls += billed.calls;
            sum.input_tokens += billed.input_tokens;
            sum.output_tokens += billed.output_tokens;
        }
        sum
    }

    /// The number of calls that a provider received.
    pub fn asked(&self, provider: AiProvider) -> usize {
        self.fakes.calls(fake(provider)).len()
    }
}

/// Used tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used {
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub estimated_calls: u64,
}

/// A queue that takes no message.
pub struct Broken;

#[async_trait]
impl WorkQueue for Broken {
    async fn send(&self, _: &WorkMessage) -> Result<(), QueueError> {
        Err(QueueError("the queue is away".into()))
    }
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
