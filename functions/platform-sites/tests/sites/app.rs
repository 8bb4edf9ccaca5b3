//! Test application: records in memory, signed-in people, and hosts that do not resolve.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use domain::platform::access::Role;
use domain::platform::id::UserId;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use jiff::Timestamp;
use outbound::{Outbound, Policy, Resolver};
use platform_http::layers::{MiddlewareConfig, wrap};
use platform_sites::{Ports, api};
use platform_testkit::{access_token, begin_session, new_user};
use ports::Clock;
use serde_json::Value;
use tower::ServiceExt;
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

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: UserId,
    role: Role,
    session: String,
}

#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub json: Value,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    pub fn issue_fields(&self) -> Vec<String> {
        let issues = self.json["issues"].as_array().cloned().unwrap_or_default();
        issues
            .iter()
            .map(|issue| issue["field"].as_str().unwrap().to_owned())
            .collect()
    }
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

    fn router(&self) -> Router {
        let (router, _) = api(self.ports.clone()).split_for_parts();
        let middleware = MiddlewareConfig {
            random: self.ports.random.clone(),
            clock: self.clock.clone(),
            debug: true,
        };
        wrap(router, middleware)
    }

    pub async fn person(&self, name: &str, role: Role) -> Person {
        let Ports { store, keyring, .. } = &self.ports;
        let now = self.clock.now();
        let user = store
            .create_user(new_user(name, role), None, now)
            .await
            .unwrap();
        let session = format!("session-{name}");
        begin_session(store, keyring, user.id, &session, now).await;
        Person {
            id: user.id,
            role,
            session,
        }
    }

    fn token(&self, person: &Person) -> String {
        let (keyring, now) = (&self.ports.keyring, self.clock.now());
        access_token(keyring, person.id, person.role, &person.session, now)
    }

    /// A request of `person`, with a body unless it is null.
    pub async fn ask(&self, person: &Person, method: Method, path: &str, body: Value) -> Answer {
        self.ask_with(person, method, path, body, &[]).await
    }

    pub async fn ask_with(
        &self,
        person: &Person,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", self.token(person)),
            );
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = if body.is_null() {
            Body::empty()
        } else {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.to_string())
        };
        self.send(request.body(body).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&body).into_owned();
        Answer {
            status,
            headers,
            json: serde_json::from_str(&text).unwrap_or_default(),
            text,
        }
    }
}
