//! Test application: the whole platform in one process, with a content site and fakes of the providers that listen on
//! a port. The routers are the deployed ones; the clock is set by the test, and users are signed in.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::Request;
use domain::platform::access::Role;
use domain::platform::user::User;
use embedded::clock::SettableClock;
use embedded::random::SeededRandom;
use http::{HeaderName, Method, header};
use image::ImageFormat;
use jiff::Timestamp;
use local::first_start::{self, SiteLogin};
use local::parts::{Data, Parts};
use platform_store::{NewUser, PlatformStore};
use platform_testkit::FakeSearchConsole;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use service_fakes::FakeServices;
use settings::{ProviderAddresses, SealedSettings, Settings};
use site_api::SeoServices;
use site_store::Sites;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use vault::PasswordHash;

use crate::pictures::picture;

mod echo;
mod mailbox;
mod objects;
mod operations;
mod response_log;
mod sample_requests;
mod sign_in;
mod usage;

pub use echo::Echo;
pub use mailbox::MAILBOX_CLIENT_SECRET;
pub use objects::Objects;
pub use platform_testkit::{Operation, RequestBody, TestRequest, TestResponse};
pub use response_log::LoggedResponse;
use response_log::ResponseLog;
pub use sample_requests::{STOCK_PHOTO, sample_request};
use usage::UsageMeters;

/// The password of every user except the first administrator.
pub const PASSWORD: &str = "uma-senha-de-teste-comprida";

/// Secret of the deployment at the service of keyword research.
pub const RESEARCH_SECRET: &str = "segredo-da-pesquisa-de-palavras-31f8";

/// Time at which a test application starts.
const NOW: &str = "2027-01-15T08:00:00Z";

/// The platform and a content site in one process; stops when dropped.
pub struct TestApp {
    /// Adapters and records of the application.
    pub parts: Parts,
    /// The time.
    pub clock: Arc<SettableClock>,
    /// The description of the platform's API.
    pub description: Value,
    /// The first administrator, signed in; owns the connected site.
    pub administrator: SignedInUser,
    /// The login on the content site.
    pub site_login: SiteLogin,
    platform: Router,
    site: Router,
    records: Arc<Sites>,
    hash: PasswordHash,
    /// Switch for a host and providers that fail and repeat their input.
    pub echo: Echo,
    /// Fakes of the providers of texts, images and stock photos.
    pub fakes: FakeServices,
    /// The search provider, whose account owns the connected site.
    pub search: Arc<FakeSearchConsole>,
    outbound: Arc<AtomicU64>,
    responses: ResponseLog,
    meters: UsageMeters,
    listener: JoinHandle<()>,
}

/// A user with an access token.
#[derive(Debug, Clone)]
pub struct SignedInUser {
    /// The user.
    pub user: User,
    /// The access token.
    pub token: String,
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

impl TestApp {
    /// Starts an application. Its site (identifier 1) is connected and has the client's e-mail address.
    pub async fn new() -> Self {
        Self::with_parts(|_| {}).await
    }

    /// Starts an application with parts replaced by `replace`.
    pub async fn with_parts(replace: impl FnOnce(&mut Parts)) -> Self {
        Self::with_data(&Data::Memory, replace).await
    }

    /// Starts an application whose data are stored in a folder, with parts replaced by `replace`.
    pub async fn in_folder(folder: &Path, replace: impl FnOnce(&mut Parts)) -> Self {
        Self::with_data(&Data::Folder(folder.to_owned()), replace).await
    }

    async fn with_data(data: &Data, replace: impl FnOnce(&mut Parts)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let mut parts = Parts::new(data, "http://localhost", &address)
            .await
            .unwrap();
        let now: Timestamp = NOW.parse().unwrap();
        let clock = Arc::new(SettableClock::at(now));
        parts.clock = clock.clone();
        parts.sleeper = clock.clone();
        parts.random = Arc::new(SeededRandom::new(7));
        // Fakes of the providers answer at the content site's address.
        let (fakes, providers) = FakeServices::beside(address.clone());
        let addresses: HashMap<_, _> = fakes.environment().into_iter().collect();
        parts.providers = ProviderAddresses::of(|name| addresses.get(name).cloned()).unwrap();
        parts.mailboxes = mailbox::mailboxes(&parts, &fakes);
        let search = Arc::new(FakeSearchConsole::owning(&format!("{address}/")));
        parts.search_console = search.clone();
        replace(&mut parts);
        // Without the environment of the machine that runs the test.
        let saved = SealedSettings::new(
            parts.store.table().clone(),
            parts.keyring.clone(),
            parts.random.clone(),
        );
        parts.settings = Settings::new(Arc::new(saved), |_| None);
        parts.seo = SeoServices::of_environment(
            &parts.outbound,
            &parts.clock,
            parts.settings.clone(),
            |name| match name {
                "KEYWORD_RESEARCH_CLIENT_SECRET" => Some(RESEARCH_SECRET.to_owned()),
                name => addresses.get(name).cloned(),
            },
        )
        .unwrap();
        let meters = UsageMeters::attach(&mut parts);
        let first = first_start::prepare(&parts).await.unwrap();
        let (platform, description) = local::platform::assemble(&parts);
        let records = local::site::records(&parts);
        let site = local::site::assemble(&parts, &records);
        let outbound = Arc::<AtomicU64>::default();
        let counter = outbound.clone();
        let counted = site
            .clone()
            .merge(providers)
            .layer(axum::middleware::map_request(move |request: Request| {
                counter.fetch_add(1, Ordering::SeqCst);
                std::future::ready(request)
            }));
        let echo = Echo::default();
        let counted = echo.before(counted);
        let listener = tokio::spawn(async move {
            axum::serve(listener, counted).await.unwrap();
        });
        let hash = vault::password::hash(SecretString::from(PASSWORD), &*parts.random)
            .await
            .unwrap();
        let email = first.administrator_email.unwrap();
        let account = parts.store.account_by_email(&email).await.unwrap().unwrap();
        let administrator = sign_in(&parts, account.user().clone()).await;
        Self {
            description: serde_json::to_value(&description).unwrap(),
            administrator,
            site_login: first.site_login.unwrap(),
            parts,
            clock,
            platform,
            site,
            records,
            hash,
            echo,
            fakes,
            search,
            outbound,
            responses: ResponseLog::default(),
            meters,
            listener,
        }
    }

    /// Adds a user with [`PASSWORD`], signed in.
    pub async fn signed_in_user(&self, name: &str, role: Role) -> SignedInUser {
        let user = self.user(name, role).await;
        sign_in(&self.parts, user).await
    }

    /// Adds a user with [`PASSWORD`].
    pub async fn user(&self, name: &str, role: Role) -> User {
        let new = NewUser {
            name: name.to_owned(),
            email: format!("{name}@agencia.test"),
            role,
            active: true,
        };
        let hash = PasswordHash::from_stored(self.hash.as_str());
        let now = self.parts.clock.now();
        self.parts
            .store
            .create_user(new, Some(hash), now)
            .await
            .unwrap()
    }

    /// Number of calls to the site and to providers since the previous call of this function.
    pub fn outbound_calls(&self) -> u64 {
        self.outbound.swap(0, Ordering::SeqCst)
    }

    /// Sends a request of `person`, or of a caller without a session, to the platform.
    pub async fn ask(&self, person: Option<&SignedInUser>, request: TestRequest) -> TestResponse {
        self.ask_with(person, request, &[]).await
    }

    /// Sends a request with further headers to the platform.
    pub async fn ask_with(
        &self,
        person: Option<&SignedInUser>,
        mut request: TestRequest,
        headers: &[(HeaderName, &str)],
    ) -> TestResponse {
        if let Some(person) = person {
            request = request.bearer(&person.token);
        }
        for (name, value) in headers {
            request = request.header(name.clone(), value);
        }
        self.send_logged(&self.platform, request).await
    }

    /// Sends a request to the content site in process, with its login or without credentials.
    pub async fn ask_site(&self, login: Option<&Basic>, request: TestRequest) -> TestResponse {
        let request = match login {
            Some(Basic(value)) => request.header(header::AUTHORIZATION, value),
            None => request,
        };
        self.send_logged(&self.site, request).await
    }

    /// Restarts the site's process: the next request reaches one with empty caches.
    pub fn restart_site(&mut self) {
        self.records = local::site::records(&self.parts);
        self.site = local::site::assemble(&self.parts, &self.records);
    }

    /// Restarts the platform's process: the next request reaches one with empty caches.
    pub fn restart_platform(&mut self) {
        self.parts.store = PlatformStore::new(self.parts.store.table().clone());
        self.platform = local::platform::assemble(&self.parts).0;
    }

    /// The login on the content site as a header value.
    pub fn basic(&self) -> Basic {
        let login = &self.site_login;
        Basic::of(&login.user, login.password.expose_secret())
    }

    /// Creates a post that meets every requirement, with a picture, through the API. Returns the identifiers of the
    /// post and the picture.
    pub async fn ready_post(&self, person: &SignedInUser, site: u64) -> (u64, u64) {
        let post = self
            .ask(
                Some(person),
                TestRequest::post("/api/v1/posts", ready(site)),
            )
            .await
            .expect(201);
        let post = post.json["id"].as_u64().unwrap();
        let media = self.ask(Some(person), upload(post)).await.expect(201).json["id"]
            .as_u64()
            .unwrap();
        (post, media)
    }
}

/// A value of the `Authorization` header.
#[derive(Clone)]
pub struct Basic(String);

impl Basic {
    /// Encodes a login.
    pub fn of(user: &str, password: &str) -> Self {
        use base64::Engine as _;
        let coded = base64::engine::general_purpose::STANDARD.encode(format!("{user}:{password}"));
        Self(format!("Basic {coded}"))
    }
}

/// A post that meets every requirement except for the picture.
pub fn ready(site: u64) -> Value {
    json!({
        "site_id": site,
        "title": "Pão de fermentação natural",
        "body": format!("<p>{}</p>", "Farinha, água, sal e tempo. ".repeat(20)),
    })
}

/// The upload of a picture for `post`.
pub fn upload(post: u64) -> TestRequest {
    let file = picture(ImageFormat::Jpeg, 640, 400);
    let mut form = format!(
        "--limite\r\nContent-Disposition: form-data; name=\"content_id\"\r\n\r\n{post}\r\n--limite\r\nContent-Disposition: form-data; name=\"file\"; filename=\"pao.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
    )
    .into_bytes();
    form.extend_from_slice(&file);
    form.extend_from_slice(b"\r\n--limite--\r\n");
    TestRequest::new(Method::POST, "/api/v1/media").body(RequestBody::Multipart(form.into()))
}

async fn sign_in(parts: &Parts, user: User) -> SignedInUser {
    let now = parts.clock.now();
    let id = parts.random.uuid().to_string();
    let token = platform_testkit::sign_in(&parts.store, &parts.keyring, &user, &id, now).await;
    SignedInUser { user, token }
}
