//! Test application: records in memory and hosts that do not resolve.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use outbound::{Outbound, Policy, Resolver};
use platform_sites::{Ports, api};
use platform_store::PlatformStore;
use platform_testkit::{TestApi, with_middleware};
use settings::{SealedSettings, Settings};
use vault::KeyRing;

/// Names with the addresses they stand for; every other name is unknown.
pub struct Names(pub BTreeMap<&'static str, IpAddr>);

#[async_trait::async_trait]
impl Resolver for Names {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.0
            .get(name)
            .map(|address| vec![*address])
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

pub struct TestApp {
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
}

impl TestApp {
    pub async fn local() -> Self {
        Self::with(Policy::local(), BTreeMap::new()).await
    }

    pub async fn with(policy: Policy, names: BTreeMap<&'static str, IpAddr>) -> Self {
        let start = Timestamp::from_second(1_900_000_000).unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(7));
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let keyring = Arc::new(KeyRing::generate(random.as_ref()));
        let table = store.table().clone();
        let saved = SealedSettings::new(table, keyring.clone(), random.clone());
        let settings = Settings::new(Arc::new(saved), |_| None);
        Self {
            ports: Ports {
                store,
                keyring,
                outbound: Outbound::with_resolver(policy, Arc::new(Names(names))).unwrap(),
                clock: clock.clone(),
                random,
                settings,
                mail_configured: true,
            },
            clock,
        }
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
        with_middleware(routes, self.ports.random.clone(), self.clock.clone(), true)
    }
}
