//! Test application: users, a client's site and a complete post in memory, with the approval routes.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::Router;
use axum::http::{Method, StatusCode};
use bytes::Bytes;
use domain::platform::access::Role;
use domain::platform::approval::Approval;
use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::{MediaId, PostId, SiteId};
use domain::platform::media::Media;
use domain::platform::notification::Notification;
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::site_record::{NotificationChannel, Site};
use domain::platform::time_zone::zone_of;
use domain::platform::user::User;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use platform_approval::{Ports, api, pages};
use platform_store::{NewUser, PlatformStore, PostChange, content_event};
use platform_testkit::{
    RequestBody, TestRequest, TestResponse, first_version, media, new_user, sign_in,
    with_middleware,
};
use ports::{Blob, Clock, DomainEvent, EventError, Events, WorkMessage};
use settings::{SealedSettings, Settings};
use vault::keyring::KeyRing;

pub const NOW: &str = "2027-01-15T08:00:00Z";
pub const CLIENT: &str = "203.0.113.9";

#[derive(Default)]
pub struct RecordedEvents(pub Mutex<Vec<DomainEvent>>);

#[async_trait]
impl Events for RecordedEvents {
    async fn publish(&self, event: &DomainEvent) -> Result<(), EventError> {
        self.0.lock().unwrap().push(event.clone());
        Ok(())
    }
}

pub struct TestApp {
    pub engine: Engine,
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
    pub queue: Arc<MemoryQueue>,
    pub events: Arc<RecordedEvents>,
    pub author: User,
    pub post: PostId,
    router: Router,
}

async fn create_user(store: &PlatformStore, name: &str, role: Role, now: Timestamp) -> User {
    let email = format!(
        "{}@agencia.com.br",
        name.split(' ').next().unwrap().to_lowercase()
    );
    let new = NewUser {
        email,
        ..new_user(name, role)
    };
    store.create_user(new, None, now).await.unwrap()
}

impl TestApp {
    pub async fn new() -> Self {
        let now: Timestamp = NOW.parse().unwrap();
        let clock = Arc::new(SettableClock::at(now));
        let random = Arc::new(SeededRandom::new(7));
        let engine = Engine::memory().unwrap();
        let store = platform_testkit::store(&engine).await;
        let author = create_user(&store, "Ana Souza", Role::Editor, now).await;
        let (queue, events, blobs) = (
            Arc::new(MemoryQueue::default()),
            Arc::<RecordedEvents>::default(),
            Arc::new(MemoryBlobs::default()),
        );
        let keyring = Arc::new(KeyRing::generate(&*random));
        let table = store.table().clone();
        let saved = SealedSettings::new(table, keyring.clone(), random.clone());
        let settings = Settings::new(Arc::new(saved), |_| None);
        let ports = Ports {
            store,
            keyring,
            blobs,
            outbound: Outbound::new(Policy::local()).unwrap(),
            publications: queue.clone(),
            notifications: queue.clone(),
            events: events.clone(),
            zone: zone_of(None).unwrap(),
            clock: clock.clone(),
            random: random.clone(),
            settings,
            mail_configured: true,
            app_url: "https://pauta.example".parse().unwrap(),
        };
        let (post, router) = (PostId(0), Router::new());
        let mut app = Self {
            engine,
            ports,
            clock,
            queue,
            events,
            author,
            post,
            router,
        };
        app.post = app.ready_post().await;
        app.reroute();
        app
    }

    /// Builds the routes anew after a change of the ports.
    pub fn reroute(&mut self) {
        let (api, _) = api(self.ports.clone()).split_for_parts();
        let routes = api.merge(pages(self.ports.clone()));
        let Ports { random, clock, .. } = self.ports.clone();
        self.router = with_middleware(routes, random, clock, false);
    }

    async fn ready_post(&self) -> PostId {
        let (store, now) = (&self.ports.store, self.clock.now());
        let site = Site {
            name: "Padaria Bom Pão".into(),
            email: Some("contato@padaria.example".into()),
            solicitacao_aprovacao_default: true,
            notification_channel: NotificationChannel::Email,
            ..platform_testkit::site(SiteId(1), self.author.id, "https://padaria.example", now)
        };
        store.create_site(&site, None).await.unwrap();
        let id = store.next_post_id().await.unwrap();
        let fields = PostFields {
            title: "Como escolher o pão".into(),
            ..PostFields::default()
        };
        let post = Post::draft(id, self.author.id, site.id, fields, 400, now);
        let body = "<p>Do café da manhã ao jantar.</p><script>alert(1)</script>";
        let version = first_version(&post, body);
        let event = content_event(
            id,
            EventKind::Created,
            Some(self.author.id),
            serde_json::Value::Null,
            now,
            "created",
        );
        store.create_post(&post, &version, &[event]).await.unwrap();
        let mut media = media(MediaId(1), id, now);
        media.texts.alt_text = "Pães".into();
        let blob = Blob {
            bytes: Bytes::from_static(b"RIFFxxxxWEBP"),
            content_type: "image/webp".into(),
        };
        self.ports.blobs.put(&media.webp_key, blob).await.unwrap();
        store.add_media(&media).await.unwrap();
        id
    }

    /// Puts a picture inside the post's text.
    pub async fn show_in_text(&self, id: MediaId, file: &'static [u8]) {
        self.add_picture(id, self.post, file).await;
        let post = self.reread().await;
        let mut change = PostChange::of(&post, |post| post.version += 1);
        let body = format!(
            "<p>Pães.</p><figure><img src=\"/api/v1/media/{id}/webp\" alt=\"Pão\"></figure>"
        );
        change.version = Some(PostVersion {
            number: change.post.version,
            ..first_version(&change.post, &body)
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    /// Another post with a picture of its own.
    pub async fn add_other_post(&self, id: PostId, picture: MediaId) {
        let (site, now) = (SiteId(1), self.clock.now());
        let post = Post::draft(id, self.author.id, site, PostFields::default(), 0, now);
        let version = first_version(&post, "<p>Outro.</p>");
        let store = &self.ports.store;
        store.create_post(&post, &version, &[]).await.unwrap();
        self.add_picture(picture, id, b"RIFFzzzzWEBP").await;
    }

    /// Stores a picture inside the text of a post, with its file.
    async fn add_picture(&self, id: MediaId, post: PostId, file: &'static [u8]) {
        let picture = Media {
            in_text: true,
            ..media(id, post, self.clock.now())
        };
        let blob = Blob {
            bytes: Bytes::from_static(file),
            content_type: "image/webp".into(),
        };
        self.ports.blobs.put(&picture.webp_key, blob).await.unwrap();
        self.ports.store.add_media(&picture).await.unwrap();
    }

    pub async fn colleague(&self, name: &str, role: Role) -> User {
        create_user(&self.ports.store, name, role, self.clock.now()).await
    }

    pub async fn token(&self, user: &User) -> String {
        let (store, keyring, now) = (&self.ports.store, &self.ports.keyring, self.clock.now());
        let id = self.ports.random.uuid().to_string();
        sign_in(store, keyring, user, &id, now).await
    }

    pub async fn call(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        form: &str,
    ) -> TestResponse {
        let body = RequestBody::Form(form.to_owned());
        let mut request = TestRequest::new(method, path).body(body);
        if let Some(token) = token {
            request = request.bearer(token);
        }
        let client = CLIENT.parse().unwrap();
        request.client(client).send(&self.router).await
    }

    /// A POST with an `Idempotency-Key`.
    pub async fn call_keyed(&self, path: &str, token: &str, key: &str) -> TestResponse {
        TestRequest::new(Method::POST, path)
            .bearer(token)
            .headers(&[("idempotency-key", key)])
            .send(&self.router)
            .await
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.call(Method::GET, path, None, "").await
    }

    pub async fn post(&self, path: &str, form: &str) -> TestResponse {
        self.call(Method::POST, path, None, form).await
    }

    /// Requests the client's approval; returns the public path of the round.
    pub async fn request_approval(&self) -> String {
        let token = self.token(&self.author).await;
        let path = format!("/api/v1/posts/{}/request-approval", self.post);
        let page = self.call(Method::POST, &path, Some(&token), "").await;
        assert_eq!(page.status, StatusCode::ACCEPTED, "{}", page.text);
        let link = page.json["link"].as_str().unwrap().to_owned();
        link.strip_prefix("https://pauta.example")
            .unwrap()
            .to_owned()
    }

    pub async fn reread(&self) -> Post {
        self.ports.store.post(self.post).await.unwrap().unwrap()
    }

    pub async fn alter(&self, alter: impl FnOnce(&mut Post)) {
        let change = PostChange::of(&self.reread().await, alter);
        self.ports.store.save_post(change).await.unwrap();
    }

    pub async fn rounds(&self) -> Vec<Approval> {
        self.ports
            .store
            .approvals(&self.reread().await)
            .await
            .unwrap()
    }

    pub async fn notification(&self, id: &str) -> Option<Notification> {
        self.ports.store.notification(id).await.unwrap()
    }

    /// The recorded events of a kind.
    pub async fn events_of(&self, kind: EventKind) -> Vec<ContentEvent> {
        let (events, _) = self
            .ports
            .store
            .post_events_page(self.post, 0, usize::MAX)
            .await
            .unwrap();
        events
            .into_iter()
            .filter(|event| event.kind == kind)
            .collect()
    }

    /// The work messages sent since the last call.
    pub fn messages(&self) -> Vec<WorkMessage> {
        std::iter::from_fn(|| self.queue.try_next()).collect()
    }

    /// What was written to the store since the last call, in capacity units.
    pub fn written(&self) -> f64 {
        self.ports.store.table().meter().take().write_units
    }
}
