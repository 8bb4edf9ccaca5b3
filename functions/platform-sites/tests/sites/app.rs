//! Test application: records in memory, signed-in people, and hosts that do not resolve.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use domain::platform::access::Role;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::Method;
use jiff::Timestamp;
use outbound::{Outbound, Policy, Resolver};
use platform_http::layers::{MiddlewareConfig, wrap};
use platform_sites::{Ports, api};
use platform_testkit::{TestRequest, TestResponse, TestUser};
use ports::Clock;
use serde_json::Value;
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
        Self {
            ports: Ports {
                store: platform_testkit::store(&Engine::memory().unwrap()).await,
                keyring: Arc::new(KeyRing::generate(random.as_ref())),
                outbound: Outbound::with_resolver(policy, Arc::new(Names(names))).unwrap(),
                clock: clock.clone(),
                random,
                mail_configured: true,
            },
            clock,
        }
    }

    pub fn router(&self) -> Router {
        let (router, _) = api(self.ports.clone()).split_for_parts();
        let middleware = MiddlewareConfig {
            random: self.ports.random.clone(),
            clock: self.clock.clone(),
            debug: true,
        };
        wrap(router, middleware)
    }

    pub async fn person(&self, name: &str, role: Role) -> TestUser {
        let Ports { store, keyring, .. } = &self.ports;
        TestUser::create(store, keyring, name, role, self.clock.now()).await
    }

    /// The response to a request of `user`, with a body unless it is null.
    pub async fn ask(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
    ) -> TestResponse {
        self.ask_with(user, method, path, body, &[]).await
    }

    /// The response to a request with headers of its own.
    pub async fn ask_with(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> TestResponse {
        TestRequest::json(method, format!("/api/v1{path}"), body)
            .bearer(&user.token(&self.ports.keyring, self.clock.now()))
            .headers(headers)
            .send(&self.router())
            .await
    }
}
