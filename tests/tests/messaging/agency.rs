//! An agency that reaches the client of its site by mail and over WhatsApp.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{SignedInUser, TestRequest, TestResponse};
use pauta_tests::prepared_app::PreparedApp;
use serde_json::{Value, json};
use service_fakes::{
    FakeServices, MailServer, MessageTemplate, SentMessage, Service, TemplateStatus,
};

/// Pause between two attempts of a notification.
const PAUSE: SignedDuration = SignedDuration::from_mins(5);

/// The client's number.
pub const NUMBER: &str = "5511988887777";

/// The client's e-mail address.
pub const CLIENT: &str = "cliente@padaria.example";

/// The address of the person who writes and asks.
pub const AUTHOR: &str = "chefe@agencia.test";

/// Messaging services, each with a name of the settings.
pub const PROVIDERS: [(Service, &str); 3] = [
    (Service::Graph, "cloud"),
    (Service::Evolution, "evolution"),
    (Service::ZApi, "zapi"),
];

/// Template of approval requests.
pub const REQUEST: &str = "pedido_de_aprovacao";

/// Template of notices of a publication.
pub const PUBLISHED: &str = "post_publicado";

/// A platform with a content site, the fakes and the mail server that its clients call.
pub struct Agency {
    pub prepared: PreparedApp,
    pub fakes: FakeServices,
    pub mails: MailServer,
    pub service: Service,
}

impl Agency {
    /// An agency with a mail server and a messaging service without templates.
    pub async fn open(service: Service) -> Self {
        let agency = Self {
            prepared: PreparedApp::new().await,
            fakes: FakeServices::start().await.unwrap(),
            mails: MailServer::start().await.unwrap(),
            service,
        };
        agency.save(agency.channel("EAAG-agencia")).await;
        agency
            .save(json!({
                "SMTP_HOST": "127.0.0.1", "SMTP_PORT": agency.mails.port().to_string(),
                "SMTP_TLS": "none", "SMTP_USER": "pauta", "SMTP_PASSWORD": "senha do servidor",
                "MAIL_FROM": "Agência <agencia@agencia.test>",
            }))
            .await;
        agency
            .site(json!({
                "email": CLIENT, "whatsapp": format!("+{NUMBER}"), "notification_channel": "both",
            }))
            .await;
        agency
    }

    /// An agency at the Cloud API with both templates.
    pub async fn with_templates() -> Self {
        let agency = Self::open(Service::Graph).await;
        for (name, parameters, button) in [(REQUEST, 2, true), (PUBLISHED, 3, false)] {
            agency.fakes.add_template(MessageTemplate {
                name: name.to_owned(),
                language: "pt_BR".to_owned(),
                status: TemplateStatus::Approved,
                picture: true,
                parameters,
                button,
            });
        }
        agency
            .save(json!({
                "WHATSAPP_API_TEMPLATE": REQUEST, "WHATSAPP_API_TEMPLATE_PUBLISHED": PUBLISHED,
            }))
            .await;
        agency
    }

    /// Settings of the messaging channel with a token, which may choose a scenario.
    pub fn channel(&self, token: &str) -> Value {
        let (_, name) = PROVIDERS
            .into_iter()
            .find(|(service, _)| *service == self.service)
            .unwrap();
        let (instance, security) = match self.service {
            Service::Graph => ("105954558954427", Value::Null),
            Service::Evolution => ("agencia", Value::Null),
            _ => ("3C01", json!("F5d1-cliente")),
        };
        json!({
            "WHATSAPP_API_PROVIDER": name, "WHATSAPP_API_URL": self.fakes.url(self.service),
            "WHATSAPP_API_TOKEN": token, "WHATSAPP_API_INSTANCE": instance,
            "WHATSAPP_API_SECURITY_TOKEN": security,
        })
    }

    /// Saves settings of notifications.
    pub async fn save(&self, settings: Value) {
        self.ask(Method::PUT, "/settings/notifications", settings)
            .await;
    }

    /// Changes the site.
    pub async fn site(&self, change: Value) {
        self.ask(Method::PUT, "/sites/1", change).await;
    }

    /// Sends a request of the administrator that must succeed.
    pub async fn ask(&self, method: Method, path: &str, body: Value) -> Value {
        let request = TestRequest::json(method, format!("/api/v1{path}"), body);
        let admin = self.administrator().await;
        let answer = self.prepared.app.ask(Some(&admin), request).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer.json
    }

    /// The administrator, signed in at the present time.
    async fn administrator(&self) -> SignedInUser {
        let parts = &self.prepared.app.parts;
        let user = self.prepared.admin.user.clone();
        let (id, now) = (parts.random.uuid().to_string(), parts.clock.now());
        let token = platform_testkit::sign_in(&parts.store, &parts.keyring, &user, &id, now).await;
        SignedInUser { user, token }
    }

    /// Opens a page without a session.
    pub async fn page(&self, path: &str) -> TestResponse {
        self.prepared.app.ask(None, TestRequest::get(path)).await
    }

    /// A new post that meets every requirement.
    pub async fn post(&self) -> u64 {
        let app = &self.prepared.app;
        app.ready_post(&self.administrator().await, 1).await.0
    }

    /// Asks for the client's approval of a new post and runs what is due now. Returns the post and the link's path.
    pub async fn request(&self) -> (u64, String) {
        let post = self.post().await;
        let path = format!("/posts/{post}/request-approval");
        let round = self.ask(Method::POST, &path, Value::Null).await;
        self.prepared.work().await;
        let link = round["link"].as_str().unwrap();
        let (_, token) = link.split_once("/aprovacao/").unwrap();
        (post, format!("/aprovacao/{token}"))
    }

    /// Publishes a new post without approval and runs what is due now; returns the post.
    pub async fn publish(&self) -> Value {
        let post = self.post().await;
        let path = format!("/posts/{post}/publish");
        self.ask(Method::POST, &path, Value::Null).await;
        self.prepared.work().await;
        let path = format!("/posts/{post}");
        let post = self.ask(Method::GET, &path, Value::Null).await;
        assert_eq!(post["status"], "published", "{post}");
        post
    }

    /// Runs what is due now, as the tick and the queue do.
    pub async fn tick(&self) {
        let workers = self.prepared.workers();
        publishing_tick::run(&workers.publishing).await.unwrap();
        self.prepared.work().await;
    }

    /// Runs the ticks and workers of the next minutes, until no attempt of a notification can be left.
    pub async fn wait_for_attempts(&self) {
        for _ in 0..4 {
            self.tick().await;
            self.prepared.app.clock.advance(PAUSE);
        }
        self.tick().await;
    }

    /// The deliveries of a post's newest round by channel: delivery and error.
    pub async fn delivery(&self, post: u64, channel: &str) -> (String, Option<String>) {
        let path = format!("/posts/{post}/approvals");
        let rounds = self.ask(Method::GET, &path, Value::Null).await;
        let deliveries = rounds["items"][0]["deliveries"].as_array().unwrap();
        let found = deliveries.iter().find(|one| one["channel"] == channel);
        let found = found.unwrap_or_else(|| panic!("no {channel}: {rounds}"));
        (
            found["delivery"].as_str().unwrap().to_owned(),
            found["error"].as_str().map(str::to_owned),
        )
    }

    /// The details of a post's events of a kind, oldest first.
    pub async fn details(&self, post: u64, kind: &str) -> Vec<Value> {
        let path = format!("/posts/{post}/events?per_page=100");
        let events = self.ask(Method::GET, &path, Value::Null).await;
        let mut details: Vec<Value> = events["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["kind"] == kind)
            .map(|event| event["detail"].clone())
            .collect();
        details.reverse();
        details
    }

    /// The messages that the service accepted.
    pub fn messages(&self) -> Vec<SentMessage> {
        self.fakes.messages(self.service)
    }

    /// Number of requests that send a message, uploads excluded.
    pub fn attempts(&self) -> usize {
        let calls = self.fakes.calls(self.service);
        calls
            .iter()
            .filter(|call| !call.path.ends_with("/media"))
            .count()
    }

    /// Nothing that was sent broke a rule of the providers.
    pub fn close(self) {
        assert_eq!(self.fakes.violations(), Vec::<String>::new());
    }
}
