//! Test application: two sites, a user of every role, and requests on their behalf.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use axum::Router;
use domain::platform::access::Role;
use domain::platform::id::{MediaId, PostId, SiteId, UserId};
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, InjectedFault};
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use http::{Method, StatusCode};
use items::Table;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform_posts::{Ports, api};
use platform_store::{PlatformStore, PostChange};
use platform_testkit::{TestApi, TestResponse, TestUser, media, with_middleware};
use ports::{Clock, QueueError, WorkMessage, WorkQueue};
use serde_json::{Value, json};
use vault::keyring::KeyRing;

/// A body with more than 300 characters of text.
pub fn long_body() -> String {
    format!("<p>{}</p>", "Um parágrafo de verdade. ".repeat(20))
}

/// A queue that fails on demand.
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

pub struct TestApp {
    pub store: PlatformStore,
    pub clock: Arc<SettableClock>,
    pub queue: Arc<Queue>,
    /// While set, the store refuses every write for lack of space.
    pub full: Arc<AtomicBool>,
    pub router: Router,
    pub description: Value,
    keyring: Arc<KeyRing>,
    /// Own site of editor and redator; connected.
    pub site: SiteId,
    /// A foreign site; connected.
    pub foreign: SiteId,
    pub admin: TestUser,
    pub gerente: TestUser,
    pub editor: TestUser,
    pub redator: TestUser,
}

impl TestApi for TestApp {
    fn store(&self) -> &PlatformStore {
        &self.store
    }

    fn keyring(&self) -> &KeyRing {
        &self.keyring
    }

    fn clock(&self) -> &SettableClock {
        &self.clock
    }

    fn router(&self) -> Router {
        self.router.clone()
    }
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
            zone: TimeZone::fixed(jiff::tz::offset(-3)),
            clock: clock.clone(),
            random: random.clone(),
        };
        let (routes, description) = api(ports).split_for_parts();
        let user =
            async |name, role| TestUser::create(&store, &keyring, name, role, clock.now()).await;
        let mut app = Self {
            admin: user("admin", Role::Admin).await,
            gerente: user("gerente", Role::Gerente).await,
            editor: user("editor", Role::Editor).await,
            redator: user("redator", Role::Redator).await,
            store: store.clone(),
            clock: clock.clone(),
            queue,
            full,
            router: with_middleware(routes, random, clock.clone(), false),
            description: serde_json::to_value(description).unwrap(),
            keyring: keyring.clone(),
            site: SiteId(0),
            foreign: SiteId(0),
        };
        app.site = app.add_site(&[app.editor.id, app.redator.id]).await;
        app.foreign = app.add_site(&[]).await;
        app
    }

    /// Another administrator, who has this password.
    pub async fn user_with_password(&self, name: &str, password: &str) -> TestUser {
        let random = SeededRandom::new(3);
        let hash = vault::password::hash(password.to_owned().into(), &random);
        let (hash, now) = (hash.await.unwrap(), self.clock.now());
        TestUser::with_password(&self.store, &self.keyring, name, hash, now).await
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
        platform_testkit::change_site(&self.store, id, alter).await;
    }

    pub async fn get(&self, user: &TestUser, path: &str) -> TestResponse {
        self.request(user, Method::GET, path, Value::Null).await
    }

    pub async fn post(&self, user: &TestUser, path: &str, body: Value) -> TestResponse {
        self.request(user, Method::POST, path, body).await
    }

    pub async fn put(&self, user: &TestUser, path: &str, body: Value) -> TestResponse {
        self.request(user, Method::PUT, path, body).await
    }

    pub async fn delete(&self, user: &TestUser, path: &str) -> TestResponse {
        self.request(user, Method::DELETE, path, Value::Null).await
    }

    /// A new post of `user` on `site`.
    pub async fn draft_of(&self, user: &TestUser, site: SiteId) -> PostId {
        let input = json!({ "site_id": site, "title": "Título", "body": long_body() });
        let answer = self.post(user, "/posts", input).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{:?}", answer.json);
        PostId(answer.json["id"].as_u64().unwrap())
    }

    /// A draft of the editor that meets every requirement.
    pub async fn complete(&self) -> PostId {
        let id = self.draft_of(&self.editor, self.site).await;
        self.add_picture(id).await;
        id
    }

    pub async fn add_picture(&self, post: PostId) -> MediaId {
        let id = self.store.next_media_id().await.unwrap();
        let media = media(id, post, self.clock.now_seconds());
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
