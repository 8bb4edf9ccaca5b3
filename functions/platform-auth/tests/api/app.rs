//! Test application: the routes of users and sessions with a settable clock and captured mail.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::Router;
use domain::platform::access::Role;
use domain::platform::id::UserId;
use domain::platform::time_zone::zone_of;
use domain::platform::user::User;
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, FaultInjector, InjectedFault};
use embedded::mail::MemoryMail;
use embedded::random::SeededRandom;
use items::Table;
use jiff::{SignedDuration, Timestamp};
use platform_auth::{Ports, api};
use platform_store::{DueCursors, NewUser, PlatformStore, Tick};
use platform_testkit::{TestRequest, TestResponse, new_user, with_middleware};
use ports::{Clock, Mail, MailError, MailMessage};
use secrecy::SecretString;
use serde_json::{Value, json};
use settings::Settings;
use vault::KeyRing;

/// Password of the administrator and of every user that [`TestApp::create_user`] adds.
pub const PASSWORD: &str = "uma senha bem longa";
pub const ADMIN: &str = "Admin@Agencia.test";

/// Mail whose connection can be interrupted.
#[derive(Default)]
pub struct InterruptibleMail {
    pub delivered: MemoryMail,
    pub is_down: AtomicBool,
}

#[async_trait::async_trait]
impl Mail for InterruptibleMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        if self.is_down.load(Ordering::SeqCst) {
            return Err(MailError::Temporary("421".to_owned()));
        }
        self.delivered.send(message).await
    }
}

#[derive(Clone)]
pub struct TestApp {
    pub store: PlatformStore,
    pub clock: Arc<SettableClock>,
    pub mail: Arc<InterruptibleMail>,
    pub router: Router,
    /// Whether the store refuses single writes, as on a full disk.
    pub full: Arc<AtomicBool>,
    /// Single writes that reached the store.
    pub writes: Arc<AtomicUsize>,
}

pub struct Tokens {
    pub access: String,
    pub refresh: String,
}

impl Tokens {
    pub fn of(json: &Value) -> Self {
        Self {
            access: json["access_token"].as_str().unwrap().to_owned(),
            refresh: json["refresh_token"].as_str().unwrap().to_owned(),
        }
    }
}

impl TestApp {
    /// A platform with one administrator, [`ADMIN`].
    pub async fn new() -> Self {
        let random = Arc::new(SeededRandom::new(7));
        let clock = Arc::new(SettableClock::at(
            Timestamp::from_second(1_800_000_000).unwrap(),
        ));
        let (full, writes) = <(Arc<AtomicBool>, Arc<AtomicUsize>)>::default();
        let disturb: FaultInjector = Arc::new({
            let (full, writes) = (full.clone(), writes.clone());
            move |operation| match operation {
                "PutItem" if full.load(Ordering::SeqCst) => InjectedFault::Throttle,
                "PutItem" => {
                    writes.fetch_add(1, Ordering::SeqCst);
                    InjectedFault::None
                }
                _ => InjectedFault::None,
            }
        });
        let client = Engine::memory().unwrap().client_with_faults(disturb);
        let table = Table::new(client, "platform");
        table.create().await.unwrap();
        let store = PlatformStore::new(table);
        let mail = Arc::<InterruptibleMail>::default();
        let ports = Ports {
            store: store.clone(),
            keyring: Arc::new(KeyRing::generate(&*random)),
            clock: clock.clone(),
            random: random.clone(),
            mail: mail.clone(),
            settings: Settings::of_environment(|_| None),
            base_url: "https://pauta.test".parse().unwrap(),
            zone: zone_of(Some("America/Manaus")).unwrap(),
        };
        let (routes, _) = api(ports).split_for_parts();
        let router = with_middleware(routes, random, clock.clone(), true);
        let app = Self {
            store,
            clock,
            mail,
            router,
            full,
            writes,
        };
        app.create_user("Admin", Role::Admin).await;
        app
    }

    /// Adds a user called `name` with [`PASSWORD`] and `{name}@Agencia.test`.
    pub async fn create_user(&self, name: &str, role: Role) -> User {
        let hash = vault::password::hash(SecretString::from(PASSWORD), &SeededRandom::new(1))
            .await
            .unwrap();
        let new = NewUser {
            email: format!("{name}@Agencia.test"),
            ..new_user(name, role)
        };
        self.store
            .create_user(new, Some(hash), self.clock.now())
            .await
            .unwrap()
    }

    /// The publishing tick runs.
    pub async fn tick(&self) {
        let tick = Tick {
            at: self.clock.now(),
            next: DueCursors::default(),
        };
        self.store.record_tick(&tick).await.unwrap();
    }

    pub fn after(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    pub async fn ask(&self, method: &str, path: &str, token: &str, body: Value) -> TestResponse {
        self.ask_from("203.0.113.1", method, path, token, body)
            .await
    }

    pub async fn ask_from(
        &self,
        address: &str,
        method: &str,
        path: &str,
        token: &str,
        body: Value,
    ) -> TestResponse {
        let method = method.parse().unwrap();
        let mut request = TestRequest::json(method, format!("/api/v1{path}"), body);
        if !token.is_empty() {
            request = request.bearer(token);
        }
        let address = address.parse().unwrap();
        request.client(address).send(&self.router).await
    }

    pub async fn login(&self, email: &str, password: &str) -> TestResponse {
        let body = json!({ "email": email, "password": password });
        self.ask("POST", "/auth/login", "", body).await
    }

    pub async fn two_factor(&self, challenge: &Value, code: &str) -> TestResponse {
        let body = json!({ "challenge": challenge, "code": code });
        self.ask("POST", "/auth/two-factor", "", body).await
    }

    pub async fn refresh(&self, token: &str) -> TestResponse {
        let body = json!({ "refresh_token": token });
        self.ask("POST", "/auth/refresh", "", body).await
    }

    pub async fn me(&self, tokens: &Tokens) -> TestResponse {
        self.ask("GET", "/auth/me", &tokens.access, Value::Null)
            .await
    }

    /// The six digits of the last mail.
    pub fn mailed_code(&self) -> String {
        let mail = self.mail.delivered.take().pop().unwrap();
        mail.text
            .split_whitespace()
            .find(|word| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()))
            .unwrap()
            .to_owned()
    }

    /// The token of the link in the last mail.
    pub fn mailed_token(&self) -> String {
        let mail = self.mail.delivered.take().pop().unwrap();
        let (_, rest) = mail
            .text
            .split_once("https://pauta.test/definir-senha?token=")
            .unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }

    /// Signs a user in with a code by mail.
    pub async fn signed_in(&self, email: &str) -> Tokens {
        let challenge = self.login(email, PASSWORD).await.expect(200).json;
        let code = self.mailed_code();
        Tokens::of(
            &self
                .two_factor(&challenge["challenge"], &code)
                .await
                .expect(200)
                .json,
        )
    }

    /// Deactivates or reactivates a user.
    pub async fn set_active(&self, user: UserId, active: bool) {
        self.store
            .change_user(user, |user| user.active = active)
            .await
            .unwrap();
    }
}
