//! Test application: records and pictures in memory, and providers on loopback.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ai_client::AiClient;
use async_trait::async_trait;
use domain::platform::access::Role;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::{Post, PostFields};
use domain::platform::time_zone::zone_of;
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, FaultInjector};
use embedded::memory_blobs::MemoryBlobs;
use generation_worker::{Ports, Times};
use items::Table;
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use platform_store::PlatformStore;
use platform_testkit::{first_version, new_user, site};
use ports::Clock;
use service_fakes::{FakeServices, Service};
use settings::{
    AiProvider, Changes, ProviderAddresses, Saved, Settings, SettingsError, SettingsStore,
};

/// The user who asks.
pub const USER: UserId = UserId(1);
/// The site of every text.
pub const SITE: SiteId = SiteId(1);
/// The post of every image.
pub const POST: PostId = PostId(1);

/// The fake of a provider.
pub const fn service(provider: AiProvider) -> Service {
    match provider {
        AiProvider::OpenAi => Service::OpenAi,
        AiProvider::Anthropic => Service::Anthropic,
        AiProvider::Gemini => Service::Gemini,
    }
}

/// The key by which the fake of a provider behaves as `scenario` says.
pub fn key(provider: AiProvider, scenario: &str) -> String {
    let prefix = match provider {
        AiProvider::OpenAi => "sk",
        AiProvider::Anthropic => "sk-ant",
        AiProvider::Gemini => "AIza",
    };
    format!("{prefix}-{scenario}-0123456789")
}

/// No setting is saved: all of them come from the environment.
struct NothingSaved;

#[async_trait]
impl SettingsStore for NothingSaved {
    async fn load(&self) -> Result<Saved, SettingsError> {
        Ok(Saved::default())
    }

    async fn save(&self, _: &Saved, _: &Changes) -> Result<(), SettingsError> {
        Err(SettingsError::Conflict)
    }
}

/// Settings with a key for each of `providers`, the first of which is the default.
fn settings(providers: &[(AiProvider, &str)]) -> Settings {
    Settings::new(Arc::new(NothingSaved), |name| {
        if matches!(name, "AI_TEXT_PROVIDER" | "AI_IMAGE_PROVIDER") {
            return Some(providers.first()?.0.name().to_owned());
        }
        let (provider, scenario) = providers.iter().find(|(one, _)| one.key().name() == name)?;
        Some(key(*provider, scenario))
    })
}

pub struct TestApp {
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
    pub fakes: FakeServices,
    pub blobs: Arc<MemoryBlobs>,
    /// Providers with a key, with their scenarios; the first one is the default.
    pub providers: Vec<(AiProvider, String)>,
    engine: Engine,
}

impl TestApp {
    /// An application whose providers behave as these scenarios of the fakes say; the first one is the default.
    pub async fn new(providers: &[(AiProvider, &str)]) -> Self {
        let now: Timestamp = "2027-01-15T12:00:00Z".parse().unwrap();
        let clock = Arc::new(SettableClock::at(now));
        let engine = Engine::memory().unwrap();
        let store = platform_testkit::store(&engine).await;
        let fakes = FakeServices::start().await.unwrap();
        let environment = fakes.environment();
        let addresses = ProviderAddresses::of(|name| {
            let found = environment.iter().find(|(known, _)| *known == name)?;
            Some(found.1.clone())
        });
        let outbound = Outbound::new(Policy::local()).unwrap();
        let ai = AiClient::new(outbound, addresses.unwrap()).with_sleeper(clock.clone());
        let blobs = Arc::new(MemoryBlobs::default());
        let ports = Ports {
            store,
            settings: settings(providers),
            blobs: blobs.clone(),
            ai,
            clock: clock.clone(),
            sleeper: clock.clone(),
            zone: zone_of(None).unwrap(),
            times: Times::default(),
            stopping: Arc::new(AtomicBool::new(false)),
        };
        let providers = providers.iter();
        let app = Self {
            ports,
            clock,
            fakes,
            blobs,
            providers: providers
                .map(|(one, scenario)| (*one, key(*one, scenario)))
                .collect(),
            engine,
        };
        app.write_records(now).await;
        app
    }

    /// A user with a site and a post.
    async fn write_records(&self, now: Timestamp) {
        let store = &self.ports.store;
        let new = new_user("ana", Role::Editor);
        let user = store.create_user(new, None, now).await.unwrap();
        assert_eq!(user.id, USER);
        let site = site(SITE, USER, "https://padaria.example", now);
        store.create_site(&site, None).await.unwrap();
        let fields = PostFields {
            title: "Como escolher o pão".into(),
            ..PostFields::default()
        };
        let post = Post::draft(POST, USER, SITE, fields, 400, now);
        let version = first_version(&post, "<p>Do café da manhã ao jantar.</p>");
        store.create_post(&post, &version, &[]).await.unwrap();
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The worker's ports with a store that `inject` disturbs.
    pub fn disturbed(&self, inject: FaultInjector) -> Ports {
        let table = Table::new(self.engine.client_with_faults(inject), "platform");
        Ports {
            store: PlatformStore::new(table),
            ..self.ports.clone()
        }
    }

    /// Lets the worker store each piece of a text, and look for a cancellation at each pulse.
    pub fn store_every_piece(&mut self) {
        self.ports.times.text_every = Duration::ZERO;
        self.ports.times.pulse_every = Duration::ZERO;
    }

    /// Number of calls that a provider received.
    pub fn asked(&self, provider: AiProvider) -> usize {
        self.fakes.calls(service(provider)).len()
    }
}
