//! Test application: two sites, a person of every role, and requests on their behalf.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use domain::platform::access::Role;
use domain::platform::id::{MediaId, PostId, SiteId, UserId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, InjectedFault};
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use items::Table;
use jiff::Timestamp;
use platform_http::layers::{MiddlewareConfig, wrap};
use platform_posts::{Ports, api};
use platform_store::{PlatformStore, PostChange};
use platform_testkit::{new_user, sign_in};
use ports::{Clock, QueueError, WorkMessage, WorkQueue};
use serde_json::{Value, json};
use tower::ServiceExt;
use vault::keyring::KeyRing;

/// A body with more than 300 characters of text.
pub fn long_body() -> String {
    format!("<p>{}</p>", "Um parágrafo de verdade. ".repeat(20))
}

/// A queue that can be out of order.
#[derive(Default)]
pub struct Queue {
    pub sent: MemoryQueue,
    pub broken: AtomicBool,
}

#[async_trait]
impl WorkQueue for Queue {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(QueueError("out of order".into()));
        }
        self.sent.send(message).await
    }
}

/// Somebody who is signed in.
#[derive(Clone)]
pub struct Person {
    pub id: UserId,
    pub token: String,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    /// Status and error code, for comparing.
    pub fn refusal(&self) -> (u16, &str) {
        (
            self.status.as_u16(),
            self.body["code"].as_str().unwrap_or_default(),
        )
    }

    pub fn etag(&self) -> String {
        self.headers["etag"].to_str().unwrap().to_owned()
    }

    /// The fields that have an issue.
    pub fn fields(&self) -> Vec<&str> {
        let issues = self.body["issues"].as_array().unwrap();
        issues
            .iter()
            .map(|issue| issue["field"].as_str().unwrap())
            .collect()
    }
}

pub struct TestApp {
    pub store: PlatformStore,
    pub clock: Arc<SettableClock>,
    pub queue: Arc<Queue>,
    /// While it is set, every write of the store is refused for lack of room.
    pub full: Arc<AtomicBool>,
    pub router: Router,
    pub description: Value,
    keyring: Arc<KeyRing>,
    /// Own site of editor and redator; connected.
    pub site: SiteId,
    /// A foreign site; connected.
    pub foreign: SiteId,
    pub admin: Person,
    pub gerente: Person,
    pub editor: Person,
    pub redator: Person,
}

impl TestApp {
    pub async fn open() -> Self {
        let clock = Arc::new(SettableClock::at("2026-11-20T12:00:00Z".parse().unwrap()));
        let full = Arc::<AtomicBool>::default();
        let is_full = full.clone();
        let client = Engine::memory()
            .unwrap()
            .client_with_faults(Arc::new(move |_| {
                if is_full.load(Ordering::Relaxed) {
                    InjectedFault::Full
                } else {
                    InjectedFault::None
                }
            }));
        let table = Table::new(client, "platform");
        table.create().await.unwrap();
        let store = PlatformStore::new(table);
        let keyring = Arc::new(KeyRing::generate(&SeededRandom::new(1)));
        let queue = Arc::new(Queue::default());
        let random = Arc::new(SeededRandom::new(2));
        let ports = Ports {
            store: store.clone(),
            keyring: keyring.clone(),
            publications: queue.clone(),
            clock: clock.clone(),
            random: random.clone(),
        };
        let (router, description) = api(ports).split_for_parts();
        let middleware = MiddlewareConfig {
            random,
            clock: clock.clone(),
            debug: false,
        };
        let nobody = Person {
            id: UserId(0),
            token: String::new(),
        };
        let mut app = Self {
            store,
            clock,
            queue,
            full,
            router: wrap(router, middleware),
            description: serde_json::to_value(description).unwrap(),
            keyring,
            site: SiteId(0),
            foreign: SiteId(0),
            admin: nobody.clone(),
            gerente: nobody.clone(),
            editor: nobody.clone(),
            redator: nobody,
        };
        app.admin = app.person("admin", Role::Admin).await;
        app.gerente = app.person("gerente", Role::Gerente).await;
        app.editor = app.person("editor", Role::Editor).await;
        app.redator = app.person("redator", Role::Redator).await;
        app.site = app.add_site(&[app.editor.id, app.redator.id]).await;
        app.foreign = app.add_site(&[]).await;
        app
    }

    pub async fn person(&self, name: &str, role: Role) -> Person {
        let now = self.clock.now();
        let user = self
            .store
            .create_user(new_user(name, role), None, now)
            .await
            .unwrap();
        let session = format!("session-{name}");
        Person {
            id: user.id,
            token: sign_in(&self.store, &self.keyring, &user, &session, now).await,
        }
    }

    /// A connected site of the administrator without contacts.
    pub async fn add_site(&self, members: &[UserId]) -> SiteId {
        let id = self.store.next_site_id().await.unwrap();
        let now = self.clock.now();
        let url = format!("https://cliente{id}.example");
        let site = Site {
            member_ids: members.to_vec(),
            name: format!("Cliente {id}"),
            rest_root: Some(format!("{url}/wp-json/")),
            rest_namespace: Some("core/v2".into()),
            host_user: Some("pauta".into()),
            host_password_set: true,
            ..platform_testkit::site(id, self.admin.id, &url, now)
        };
        self.store
            .create_site(&site, Some("sealed".into()))
            .await
            .unwrap();
        id
    }

    pub async fn change_site(&self, id: SiteId, alter: impl FnOnce(&mut Site)) {
        let before = self.store.site(id).await.unwrap().unwrap();
        let mut after = before.clone();
        alter(&mut after);
        after.version += 1;
        let keep = platform_store::SecretChange::Keep;
        self.store.update_site(&before, &after, keep).await.unwrap();
    }

    pub async fn ask(
        &self,
        person: &Person,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        if !person.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", person.token));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let request = request.body(body).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        Answer {
            status,
            headers,
            body: serde_json::from_slice(&body).unwrap_or(Value::Null),
        }
    }

    pub async fn get(&self, person: &Person, path: &str) -> Answer {
        self.ask(person, Method::GET, path, &[], None).await
    }

    pub async fn post(&self, person: &Person, path: &str, body: Value) -> Answer {
        let body = (!body.is_null()).then_some(body);
        self.ask(person, Method::POST, path, &[], body.as_ref())
            .await
    }

    pub async fn put(&self, person: &Person, path: &str, body: Value) -> Answer {
        self.ask(person, Method::PUT, path, &[], Some(&body)).await
    }

    pub async fn delete(&self, person: &Person, path: &str) -> Answer {
        self.ask(person, Method::DELETE, path, &[], None).await
    }

    /// A new post of `person` on `site`.
    pub async fn draft_of(&self, person: &Person, site: SiteId) -> PostId {
        let input = json!({ "site_id": site, "title": "Título", "body": long_body() });
        let answer = self.post(person, "/posts", input).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{:?}", answer.body);
        PostId(answer.body["id"].as_u64().unwrap())
    }

    /// A draft of the editor that meets every requirement.
    pub async fn complete(&self) -> PostId {
        let id = self.draft_of(&self.editor, self.site).await;
        self.add_picture(id).await;
        id
    }

    pub async fn add_picture(&self, post: PostId) -> MediaId {
        let id = self.store.next_media_id().await.unwrap();
        let media = Media {
            id,
            content_id: post,
            file_name: "foto.jpg".into(),
            mime_type: "image/jpeg".into(),
            width: 1200,
            height: 800,
            bytes: 1234,
            original_key: "o.jpg".into(),
            webp_key: "o.webp".into(),
            texts: MediaTexts::default(),
            host_media_id: None,
            host_origin: None,
            created_at: self.clock.now_seconds(),
            version: 1,
        };
        self.store.add_media(&media).await.unwrap();
        id
    }

    pub async fn stored(&self, id: PostId) -> Post {
        self.store.post(id).await.unwrap().unwrap()
    }

    pub async fn change(&self, id: PostId, alter: impl FnOnce(&mut Post)) {
        let post = self.stored(id).await;
        self.store
            .save_post(PostChange::of(&post, alter))
            .await
            .unwrap();
    }

    /// The client is asked about the post and has not answered.
    pub async fn ask_client(&self, id: PostId) {
        self.change(id, |post| post.pending_approval = true).await;
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now_seconds()
    }
}
