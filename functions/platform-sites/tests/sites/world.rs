//! An agency in memory: its store, its people, and hosts that are not there.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use domain::access::Role;
use domain::id::UserId;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use items::Table;
use jiff::Timestamp;
use outbound::{Outbound, Policy, Resolver};
use platform_sites::{Ports, api};
use platform_store::{Challenge, FactorUse, NewSession, NewUser, PlatformStore, SignIn};
use ports::Clock;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tower::ServiceExt;
use vault::KeyRing;
use vault::session_token::{Claims, issue};
use web::layers::{Surroundings, wrap};

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

pub struct World {
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

impl World {
    pub async fn local() -> Self {
        Self::with(Policy::local(), BTreeMap::new()).await
    }

    pub async fn with(policy: Policy, names: BTreeMap<&'static str, IpAddr>) -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "platform");
        table.create().await.unwrap();
        let start = Timestamp::from_second(1_900_000_000).unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(7));
        Self {
            ports: Ports {
                store: PlatformStore::new(table),
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
        let surroundings = Surroundings {
            random: self.ports.random.clone(),
            clock: self.clock.clone(),
            debug: true,
        };
        wrap(router, surroundings)
    }

    pub async fn person(&self, name: &str, role: Role) -> Person {
        let Ports { store, keyring, .. } = &self.ports;
        let now = self.clock.now();
        let new = NewUser {
            name: name.to_owned(),
            email: format!("{name}@agencia.test"),
            role,
            active: true,
        };
        let user = store.create_user(new, None, now).await.unwrap();
        let account = store.account(user.id).await.unwrap().unwrap();
        let challenge = Challenge::new(format!("challenge-{name}"), &account, None, now);
        store.create_challenge(&challenge).await.unwrap();
        let session = NewSession {
            id: format!("session-{name}"),
            refresh: keyring.token_hash("refresh", &SecretString::from(name)),
        };
        let done = store
            .sign_in(&challenge, &account, FactorUse::Challenge, session, now)
            .await
            .unwrap();
        assert_eq!(done, SignIn::Done);
        Person {
            id: user.id,
            role,
            session: format!("session-{name}"),
        }
    }

    fn token(&self, person: &Person) -> String {
        let now = self.clock.now();
        let role = person.role.name();
        let claims = Claims::issued_now(person.id.to_string(), role, &person.session, now);
        let token = issue(&self.ports.keyring, &claims).unwrap();
        token.expose_secret().to_owned()
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
