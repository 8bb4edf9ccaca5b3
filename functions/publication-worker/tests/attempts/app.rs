//! Test application: a complete post in memory and a host with scripted responses.

use std::sync::Arc;

use domain::platform::id::{JobId, MediaId, PostId, SiteId};
use domain::platform::media::Media;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::publication::{Job, JobKind};
use domain::platform::site_record::{NotificationChannel, Site};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::events::LogEvents;
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use host_client::HostClient;
use jiff::{SignedDuration, Timestamp};
use outbound::{Outbound, Policy};
use platform_store::PostChange;
use platform_testkit::{change_site, first_version, media};
use ports::{Blob, Blobs, Clock};
use publication_worker::{Ports, work};
use secrecy::SecretString;
use serde_json::{Value, json};
use vault::KeyRing;
use vault::password::PasswordHash;
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

pub struct TestApp {
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
    pub searches: Arc<MemoryQueue>,
    pub random: SeededRandom,
    pub host: MockServer,
    pub post: Post,
}

/// A post as a host shows it.
pub fn shown(status: &str, slug: &str) -> Value {
    json!({
        "id": 31, "status": status, "slug": slug, "link": "https://cliente.example/horta/",
        "date_gmt": "2027-01-15T08:00:05", "modified_gmt": "2027-01-15T08:00:05",
        "title": { "raw": "Horta" }, "content": { "raw": "<p>Horta</p>" }, "featured_media": 7,
        "author": 1, "categories": [1], "tags": [], "meta": [],
    })
}

pub fn answer(status: u16, body: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(body)
}

impl TestApp {
    pub async fn new() -> Self {
        let host = MockServer::start().await;
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let random = SeededRandom::new(3);
        let keyring = Arc::new(KeyRing::generate(&random));
        let clock = Arc::new(SettableClock::at("2027-01-15T08:00:00Z".parse().unwrap()));
        let blobs = Arc::new(MemoryBlobs::default());
        let searches = Arc::new(MemoryQueue::default());
        let ports = Ports {
            store,
            blobs: blobs.clone(),
            keyring,
            hosts: HostClient::new(Outbound::new(Policy::local()).unwrap()),
            notifications: Arc::new(MemoryQueue::default()),
            searches: searches.clone(),
            events: Arc::new(LogEvents),
            zone: jiff::tz::TimeZone::UTC,
            clock: clock.clone(),
            sleeper: clock.clone(),
        };
        let post = store_ready_post(&ports, &random, &host, &*blobs).await;
        Self {
            ports,
            clock,
            searches,
            random,
            host,
            post,
        }
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Lets the host take the picture, with its texts.
    pub async fn host_takes_media(&self) {
        let media = json!({ "id": 7, "slug": "m", "source_url": "https://cliente.example/a.webp", "mime_type": "image/webp" });
        for route in ["/rest/core/v2/media", "/rest/core/v2/media/7"] {
            Mock::given(method("POST"))
                .and(path(route))
                .respond_with(answer(201, &media))
                .mount(&self.host)
                .await;
        }
    }

    /// Makes the picture's original a file of this type.
    pub async fn picture_is(&self, mime: &str) {
        let store = &self.ports.store;
        let media = store.media(MediaId(1)).await.unwrap().unwrap();
        let changed = Media {
            mime_type: mime.to_owned(),
            version: media.version + 1,
            ..media.clone()
        };
        store.update_media(&media, &changed).await.unwrap();
    }

    /// Lets the host refuse the first file.
    pub async fn host_refuses_media(&self, refusal: ResponseTemplate) {
        Mock::given(method("POST"))
            .and(path("/rest/core/v2/media"))
            .respond_with(refusal)
            .up_to_n_times(1)
            .mount(&self.host)
            .await;
    }

    /// The types of the files that the host was sent.
    pub async fn uploads(&self) -> Vec<String> {
        let requests = self.host.received_requests().await.unwrap();
        requests
            .iter()
            .filter(|request| request.url.path() == "/rest/core/v2/media")
            .map(|request| {
                let kind = request.headers.get("content-type").unwrap();
                kind.to_str().unwrap().to_owned()
            })
            .collect()
    }

    /// Disposition and content of the last file that the host was sent.
    pub async fn last_upload(&self) -> (String, Vec<u8>) {
        let requests = self.host.received_requests().await.unwrap();
        let last = requests
            .iter()
            .rfind(|request| request.url.path() == "/rest/core/v2/media")
            .unwrap();
        let disposition = last.headers.get("content-disposition").unwrap();
        (disposition.to_str().unwrap().to_owned(), last.body.clone())
    }

    /// Lets the host respond with `response` to the next `times` creations.
    pub async fn host_creates(&self, response: ResponseTemplate, times: u64) {
        Mock::given(method("POST"))
            .and(path("/rest/core/v2/posts"))
            .respond_with(response)
            .up_to_n_times(times)
            .mount(&self.host)
            .await;
    }

    /// Lets the host update its post and show it as `status` from then on.
    pub async fn host_shows(&self, status: &str) {
        for verb in ["POST", "GET"] {
            Mock::given(method(verb))
                .and(path("/rest/core/v2/posts/31"))
                .respond_with(answer(200, &shown(status, "horta")))
                .mount(&self.host)
                .await;
        }
    }

    /// Lets the host accept the picture and one creation of the post, and show the post as `status` from then on.
    pub async fn host_accepts(&self, status: &str) {
        self.host_takes_media().await;
        self.host_creates(answer(201, &shown("draft", "x")), 1)
            .await;
        self.host_shows(status).await;
    }

    /// Lets the host show its post as `before` and, once it is changed, as `after`.
    pub async fn host_turns(&self, before: &str, after: &str) {
        for (verb, status) in [("GET", before), ("POST", after)] {
            Mock::given(method(verb))
                .and(path("/rest/core/v2/posts/31"))
                .respond_with(answer(200, &shown(status, "horta")))
                .mount(&self.host)
                .await;
        }
    }

    /// The last change of its post that the host was sent.
    pub async fn update(&self) -> Option<Value> {
        let requests = self.host.received_requests().await.unwrap();
        requests
            .iter()
            .rev()
            .find(|request| {
                request.method.as_str() == "POST" && request.url.path() == "/rest/core/v2/posts/31"
            })
            .map(|request| request.body_json().unwrap())
    }

    /// A user changes the body.
    pub async fn edit(&self, body: &str) {
        let post = self.reread().await;
        let now = self.now();
        let mut change = PostChange::of(&post, |post| {
            post.version += 1;
            post.updated_at = now;
        });
        change.version = Some(PostVersion {
            number: change.post.version,
            title: "Horta".into(),
            body: body.into(),
            user_id: post.user_id,
            created_at: now,
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    /// Lets a search for the post's marker find `found`.
    pub async fn host_finds(&self, found: Value) {
        let post = self.reread().await;
        Mock::given(method("GET"))
            .and(path("/rest/core/v2/posts"))
            .and(query_param("slug", post.host_marker.unwrap()))
            .respond_with(answer(200, &found))
            .mount(&self.host)
            .await;
    }

    /// Requests a publication.
    pub async fn request(&self, kind: JobKind) -> Job {
        let change = PostChange::of(&self.reread().await, |_| {});
        let asked = self
            .ports
            .store
            .request_publication(change, kind, None, self.now(), &self.random)
            .await;
        asked.unwrap().1
    }

    /// Schedules the post for a time after now, on a host that accepts it. Returns the job after its attempt.
    pub async fn schedule_in(&self, delay: SignedDuration) -> Job {
        self.host_accepts("future").await;
        let at = self.now() + delay;
        let job = self.request(JobKind::Schedule { at }).await;
        self.attempt(&job).await
    }

    /// Makes an attempt and returns the job after it. The post has the stage of its current job then.
    pub async fn attempt(&self, job: &Job) -> Job {
        work(&self.ports, job.id).await.unwrap();
        let (job, post) = (self.ports.store.job(job.id).await, self.reread().await);
        let job = job.unwrap().unwrap();
        if post.job_id == Some(job.id) {
            assert_eq!(post.publication, job.stage());
        }
        job
    }

    pub async fn reread(&self) -> Post {
        self.ports.store.post(self.post.id).await.unwrap().unwrap()
    }

    pub async fn notification(&self, kind: NotificationKind) -> Option<Notification> {
        self.ports.store.notification(&kind.id()).await.unwrap()
    }

    /// The notifications of the client about a publication of the post, by any of its jobs.
    pub async fn client_notices(&self) -> Vec<Notification> {
        let last = self.reread().await.job_id.map_or(0, |id| id.0);
        let mut found = Vec::new();
        for id in 1..=last {
            let kind = NotificationKind::PostPublished {
                post_id: self.post.id,
                job_id: JobId(id),
            };
            found.extend(self.notification(kind).await);
        }
        found
    }

    /// Sets the client's number.
    pub async fn number(&self, number: Option<&str>) {
        let store = &self.ports.store;
        let alter = |site: &mut Site| site.whatsapp = number.map(str::to_owned);
        change_site(store, self.post.site_id, alter).await;
    }

    /// Sets the channel of the site's notifications.
    pub async fn channel(&self, channel: NotificationChannel) {
        let store = &self.ports.store;
        let alter = |site: &mut Site| site.notification_channel = channel;
        change_site(store, self.post.site_id, alter).await;
    }

    /// Lets the host respond with `failure` to the next `times` calls of this kind.
    pub async fn host_fails(&self, verb: &str, route: &str, failure: ResponseTemplate, times: u64) {
        Mock::given(method(verb))
            .and(path(route))
            .respond_with(failure)
            .up_to_n_times(times)
            .with_priority(1)
            .mount(&self.host)
            .await;
    }

    pub fn wait(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Number of requests to the host to create a post.
    pub async fn creations(&self) -> usize {
        let requests = self.host.received_requests().await.unwrap();
        requests
            .iter()
            .filter(|request| {
                request.method.as_str() == "POST" && request.url.path() == "/rest/core/v2/posts"
            })
            .count()
    }
}

async fn store_ready_post(
    ports: &Ports,
    random: &SeededRandom,
    host: &MockServer,
    blobs: &dyn Blobs,
) -> Post {
    let now = ports.clock.now_seconds();
    let hash = PasswordHash::from_stored("unused");
    let (owner, _) = ports
        .store
        .ensure_admin("Ana", "ana@agencia.example", hash, now)
        .await
        .unwrap();
    let site = Site {
        rest_root: Some(format!("{}/rest/", host.uri())),
        rest_namespace: Some("core/v2".into()),
        host_user: Some("ana".into()),
        host_password_set: true,
        email: Some("cliente@exemplo.com.br".into()),
        solicitacao_aprovacao_default: true,
        notification_channel: NotificationChannel::Email,
        ..platform_testkit::site(SiteId(1), owner.id, &host.uri(), now)
    };
    let password = SecretString::from("senha de aplicativo");
    let context = host_access::password_context(site.id);
    let sealed = ports.keyring.seal(&context, &password, random).unwrap();
    ports.store.create_site(&site, Some(sealed)).await.unwrap();
    let id: PostId = ports.store.next_post_id().await.unwrap();
    let fields = PostFields {
        title: "Horta".into(),
        host_category_ids: vec![1],
        ..PostFields::default()
    };
    let post = Post::draft(id, owner.id, site.id, fields, 300, now);
    let version = first_version(&post, "<p>Horta</p>");
    ports.store.create_post(&post, &version, &[]).await.unwrap();
    let drawn = pictures::generate::photograph(48, 32, 1).unwrap();
    let rendition = pictures::webp(drawn, 80.0, 65_536).await.unwrap().bytes;
    let original = bytes::Bytes::from_static(b"picture");
    for (key, bytes) in [("m/1.jpg", original), ("m/1.webp", rendition)] {
        let blob = Blob {
            bytes,
            content_type: "image/jpeg".into(),
        };
        blobs.put(key, blob).await.unwrap();
    }
    let media = Media {
        file_name: "a.jpg".into(),
        width: 1600,
        height: 1067,
        original_key: "m/1.jpg".into(),
        webp_key: "m/1.webp".into(),
        ..media(MediaId(1), id, now)
    };
    ports.store.add_media(&media).await.unwrap()
}
