//! The local system with its workers, whose providers are fakes, and a client of its interface.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use domain::platform::access::Role;
use http::{HeaderName, HeaderValue, Method, header};
use local::parts::Data;
use local::system::{Options, System};
use outbound::{Body, Outbound, Policy, Request};
use platform_store::NewUser;
use serde_json::{Value, json};
use service_fakes::FakeServices;
use settings::ProviderAddresses;

/// Longer than any answer takes.
const DEADLINE: Duration = Duration::from_secs(60);

/// Addresses of the fakes.
pub fn addresses(fakes: &FakeServices) -> ProviderAddresses {
    let addresses: HashMap<_, _> = fakes.environment().into_iter().collect();
    ProviderAddresses::of(|name| addresses.get(name).cloned()).unwrap()
}

/// A response.
pub struct Answer {
    pub status: u16,
    pub json: Value,
}

/// The running system, and an administrator of it.
pub struct Desk {
    pub fakes: FakeServices,
    pub system: System,
    outbound: Outbound,
    token: String,
}

impl Desk {
    /// Starts everything.
    pub async fn open() -> Self {
        let fakes = FakeServices::start().await.unwrap();
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let options = Options {
            platform: anywhere,
            site: anywhere,
            host_names: Vec::new(),
            data: Data::Memory,
        };
        let mut system = System::prepare(options).await.unwrap();
        system.call_providers_at(addresses(&fakes));
        system.serve().unwrap();
        let token = signed_in(&system).await;
        Self {
            fakes,
            system,
            outbound: Outbound::new(Policy::local()).unwrap(),
            token,
        }
    }

    /// Sends a request with a `Prefer` header; `path` follows `/api/v1`.
    pub async fn ask_waiting(
        &self,
        method: Method,
        path: &str,
        body: Value,
        prefer: Option<&str>,
    ) -> Answer {
        let address = format!("{}/api/v1{path}", self.system.platform_url());
        let bearer = HeaderValue::from_str(&format!("Bearer {}", self.token)).unwrap();
        let mut request = Request::new(method, address.parse().unwrap())
            .deadline(DEADLINE)
            .header(header::AUTHORIZATION, bearer);
        if let Some(prefer) = prefer {
            let prefer = HeaderValue::from_str(prefer).unwrap();
            request = request.header(HeaderName::from_static("prefer"), prefer);
        }
        if !body.is_null() {
            request = request.body(Body::Json(body));
        }
        let response = self.outbound.send(request).await.unwrap();
        Answer {
            status: response.status.as_u16(),
            json: serde_json::from_slice(&response.body).unwrap_or_default(),
        }
    }

    /// Sends a request that must succeed.
    pub async fn ask(&self, method: Method, path: &str, body: Value) -> Value {
        let Answer { status, json } = self.ask_waiting(method, path, body, None).await;
        assert!((200..300).contains(&status), "{path}: {status} {json}");
        json
    }

    /// A page of the content site.
    pub async fn page(&self, address: &str) -> String {
        let page = self.outbound.send(Request::get(address.parse().unwrap()));
        String::from_utf8(page.await.unwrap().body.to_vec()).unwrap()
    }

    /// Saves API keys.
    pub async fn save_keys(&self, keys: Value) {
        self.ask(Method::PUT, "/settings/api-keys", keys).await;
    }

    /// Reads a generation until it has ended.
    pub async fn end_of(&self, generation: &Value) -> Value {
        let path = format!("/generations/{}", generation["id"]);
        loop {
            let wait = Some("wait=20");
            let read = self.ask_waiting(Method::GET, &path, json!(null), wait);
            let generation = read.await.json;
            if !generation["ended_at"].is_null() {
                return generation;
            }
        }
    }

    /// Stops everything; nothing that was sent to a provider broke its rules.
    pub async fn close(self) {
        self.system.stop().await;
        assert_eq!(self.fakes.violations(), Vec::<String>::new());
    }
}

async fn signed_in(system: &System) -> String {
    let (store, now) = (&system.parts().store, system.parts().clock.now());
    let new = NewUser {
        name: "chefe".to_owned(),
        email: "chefe@agencia.test".to_owned(),
        role: Role::Admin,
        active: true,
    };
    let user = store.create_user(new, None, now).await.unwrap();
    let keyring = &system.parts().keyring;
    platform_testkit::sign_in(store, keyring, &user, "chefe", now).await
}
