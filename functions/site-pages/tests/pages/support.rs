//! A site in memory with the router of its pages.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use domain::site::{Kind, Status};
use embedded::clock::SettableClock;
use http::{HeaderMap, Request, header};
use http_body_util::BodyExt;
use items::Table;
use outbound::{Outbound, Policy};
use secrecy::{ExposeSecret, SecretString};
use site_pages::{Options, Ports, router};
use site_store::{Content, ContentChange, Seed, SiteStore, Sites, Tenant};
pub use site_testkit::HOME;
use site_testkit::{Mails, Records};
use tower::ServiceExt;
use vault::KeyRing;

pub struct Site {
    router: Router,
    pub store: SiteStore,
    pub clock: Arc<SettableClock>,
    /// The administrator and their own password.
    pub admin: u64,
    pub password: String,
    pub keyring: Arc<KeyRing>,
    /// The site's table.
    pub table: Table,
    pub mails: Arc<Mails>,
}

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// All values of `Link`.
    pub fn links(&self) -> Vec<&str> {
        let values = self.headers.get_all("link").iter();
        values.map(|value| value.to_str().unwrap()).collect()
    }

    pub fn location(&self) -> (u16, &str) {
        (self.status, self.header("location"))
    }

    /// Cookie set by the response, in the form in which a browser returns it.
    pub fn cookie(&self) -> String {
        let set = self.header("set-cookie");
        set.split(';').next().unwrap_or_default().to_owned()
    }

    pub fn has(&self, text: &str) -> bool {
        self.text.contains(text)
    }
}

impl Site {
    pub async fn new() -> Self {
        Self::with(Options::at(HOME)).await
    }

    pub async fn with(options: Options) -> Self {
        // As deployed: requests to this machine and to private networks are refused.
        Self::made(options, Policy::cloud()).await
    }

    /// A site that may send requests to other sites as `policy` allows.
    pub async fn reaching(policy: Policy) -> Self {
        Self::made(Options::at(HOME), policy).await
    }

    async fn made(options: Options, policy: Policy) -> Self {
        let records = Records::new().await;
        let (keyring, clock) = (Arc::clone(&records.keyring), records.clock.clone());
        let store = Sites::new(records.parts.clone())
            .site(&Tenant::main())
            .unwrap();
        let seed = Seed {
            title: "Cozinha & Cia".to_owned(),
            login: "admin".to_owned(),
            email: "admin@exemplo.com.br".to_owned(),
            name: "Ana <Souza>".to_owned(),
            password_name: "teste".to_owned(),
            password: None,
        };
        let seeded = store.seed(&keyring, &seed).await.unwrap();
        let admin = seeded.administrator.id;
        let given = SecretString::from("correct horse battery");
        let password = store.seed_sign_in(admin, Some(given)).await.unwrap();
        let mails = Mails::new(records.parts.clone(), Arc::clone(&keyring));
        let ports = Ports {
            work: mails.clone(),
            sleeper: clock.clone(),
            spam: records.spam(|_| None),
            outbound: Outbound::new(policy).unwrap(),
            head_settings: Arc::default(),
            sites: Arc::new(Sites::new(records.parts.clone())),
            table: records.table.clone(),
            keyring: Arc::clone(&keyring),
            clock: clock.clone(),
            options,
        };
        Self {
            router: router(ports),
            store,
            clock,
            admin,
            password: password.unwrap().expose_secret().to_owned(),
            keyring,
            table: records.table,
            mails,
        }
    }

    pub async fn add(&self, kind: Kind, change: ContentChange) -> Arc<Content> {
        self.store.create(kind, self.admin, &change).await.unwrap()
    }

    /// A published post.
    pub async fn post(&self, title: &str, content: &str) -> Arc<Content> {
        self.add(Kind::Post, published(title, content)).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        // Advances the clock so that every request refreshes the read model.
        self.clock.advance(jiff::SignedDuration::from_millis(200));
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn submit(&self, path: &str, headers: &[(&str, &str)], form: &str) -> Answer {
        let mut request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::HOST, "exemplo.com.br");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(form.to_owned())).unwrap())
            .await
    }
}

pub fn published(title: &str, content: &str) -> ContentChange {
    ContentChange {
        title: Some(title.to_owned()),
        content: Some(content.to_owned()),
        status: Some(Status::Publish),
        may_publish: true,
        ..ContentChange::default()
    }
}
