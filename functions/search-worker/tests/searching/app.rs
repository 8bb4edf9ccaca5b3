//! A published post with its task, a connected site, and a search provider in memory.

use std::sync::Arc;

use domain::platform::event::EventKind;
use domain::platform::id::{JobId, PostId, SiteId, UserId};
use domain::platform::post::{Post, PostFields};
use domain::platform::search_task::SearchTask;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use items::{Condition, Entry, Key};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use platform_store::{PlatformStore, PostChange, search_task_write};
use platform_testkit::{FakeSearchConsole, SearchCall, change_site, first_version};
use ports::Clock;
use search_access::{IndexingPolicy, SearchAccess};
use search_console::{SearchConsole, SearchError};
use search_worker::{Outcome, Ports, process};
use serde_json::Value;
use settings::{SealedSettings, Settings};
use vault::KeyRing;
use vault::password::PasswordHash;

pub const SITE: SiteId = SiteId(1);
pub const JOB: JobId = JobId(5);
pub const HOME: &str = "https://padaria.example/";
pub const PAGE: &str = "https://padaria.example/pao/";
pub const SITEMAP: &str = "https://padaria.example/sitemap.xml";
pub const PROPERTY: &str = "sc-domain:padaria.example";

pub struct TestApp {
    pub ports: Ports,
    pub console: Arc<FakeSearchConsole>,
    pub clock: Arc<SettableClock>,
    pub post: PostId,
    pub owner: UserId,
}

impl TestApp {
    /// A published post with its task, on a site with a sitemap that is not connected.
    pub async fn unconnected() -> Self {
        let start: Timestamp = "2026-11-23T15:00:00Z".parse().unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(13));
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let keyring = Arc::new(KeyRing::generate(&*random));
        let saved = SealedSettings::new(store.table().clone(), keyring.clone(), random.clone());
        let settings = Settings::new(Arc::new(saved), |name| {
            name.starts_with("SEARCH_PROVIDER_CLIENT_")
                .then(|| "cliente".to_owned())
        });
        let hash = PasswordHash::from_stored("unused");
        let (owner, _) = store
            .ensure_admin("Ana", "ana@agencia.test", hash, start)
            .await
            .unwrap();
        let mut site = platform_testkit::site(SITE, owner.id, HOME, start);
        site.sitemap_url = Some(SITEMAP.into());
        store.create_site(&site, None).await.unwrap();
        let console = Arc::new(FakeSearchConsole::owning(PROPERTY));
        let ports = Ports {
            access: SearchAccess {
                store: store.clone(),
                keyring,
                settings,
                console: console.clone(),
                clock: clock.clone(),
                sleeper: clock.clone(),
                random,
            },
            store,
            indexing: IndexingPolicy {
                enabled: true,
                zone: TimeZone::UTC,
            },
            clock: clock.clone(),
        };
        let post = published(&ports.store, owner.id, start).await;
        Self {
            ports,
            console,
            clock,
            post,
            owner: owner.id,
        }
    }

    /// The same on a connected site.
    pub async fn new() -> Self {
        let app = Self::unconnected().await;
        let access = &app.ports.access;
        let client = access.client().await.unwrap();
        let redirect = "https://pauta.example/callback".parse().unwrap();
        let code = "4/code".into();
        let grant = app.console.exchange_code(&client, &code, &redirect);
        let grant = grant.await.unwrap();
        let account = Some("conta@agencia.test".to_owned());
        let now = app.clock.now();
        let connecting = access.connect(SITE, app.owner, &grant, account, now);
        connecting.await.unwrap();
        app
    }

    /// Processes the task.
    pub async fn work(&self) -> Outcome {
        process(&self.ports, self.post, JOB).await.unwrap()
    }

    /// Processes the task until it is done; five minutes pass before each further attempt. Returns their number.
    pub async fn finish(&self) -> u32 {
        for attempt in 1..=5 {
            if self.work().await == Outcome::Done {
                return attempt;
            }
            self.clock.advance(SignedDuration::from_mins(5));
        }
        panic!("the task never ended");
    }

    pub async fn task(&self) -> SearchTask {
        let task = self.ports.store.search_task(self.post, JOB).await;
        task.unwrap().unwrap()
    }

    /// Result and message of the events of a kind and service, oldest first.
    pub async fn told(&self, kind: EventKind, service: &str) -> Vec<(String, String)> {
        let page = self.ports.store.post_events_page(self.post, 0, 100);
        let (mut events, _) = page.await.unwrap();
        events.reverse();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        events
            .into_iter()
            .filter(|event| event.kind == kind && event.detail["service"] == service)
            .inspect(|event| {
                assert_eq!(event.user_id, None);
                assert_eq!(event.detail["job_id"], 5);
                assert_eq!(event.detail["url"], PAGE);
            })
            .map(|event| {
                (
                    text(&event.detail["result"]),
                    text(&event.detail["message"]),
                )
            })
            .collect()
    }

    /// Results of the indexing requests.
    pub async fn indexing(&self) -> Vec<String> {
        let told = self.told(EventKind::ConsoleIndexing, "search_console");
        told.await.into_iter().map(|(result, _)| result).collect()
    }

    /// Results of the submissions of the sitemap.
    pub async fn sitemap(&self) -> Vec<String> {
        let told = self.told(EventKind::ConsoleSitemap, "search_console");
        told.await.into_iter().map(|(result, _)| result).collect()
    }

    /// Results of the announcements through IndexNow.
    pub async fn index_now(&self) -> Vec<String> {
        let told = self.told(EventKind::ConsoleIndexing, "index_now");
        told.await.into_iter().map(|(result, _)| result).collect()
    }

    /// Number of calls of a kind.
    pub fn count(&self, call: SearchCall) -> usize {
        self.console.calls(call).len()
    }

    pub async fn forget_sitemap(&self) {
        change_site(&self.ports.store, SITE, |site| site.sitemap_url = None).await;
    }

    /// Uses up the indexing requests of the day, except for `left`.
    pub async fn use_quota(&self, left: i64) {
        let day = self.ports.indexing.day(self.clock.now());
        let key = Key::new(format!("SEARCH_QUOTA#{day}"), "INDEXING");
        let table = self.ports.store.table();
        table.add(&key, 200 - left).await.unwrap();
    }

    /// Stores the task as `alter` leaves it.
    pub async fn change_task(&self, alter: impl FnOnce(&mut SearchTask)) {
        let mut task = self.task().await;
        let from = task.revision;
        alter(&mut task);
        let store = &self.ports.store;
        store
            .save_search_task(&task, from, Vec::new())
            .await
            .unwrap();
    }

    /// Deletes the post softly.
    pub async fn delete_post(&self) {
        let post = self.ports.store.post(self.post).await.unwrap().unwrap();
        let now = self.clock.now();
        let change = PostChange::of(&post, |post| {
            post.deleted_at = Some(now);
            post.deleted_by = Some(post.user_id);
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    /// Damages a record, so that it cannot be read.
    pub async fn damage(&self, key: Key) {
        let entry = Entry::new(key, &"damaged").unwrap();
        let table = self.ports.store.table();
        table.put(entry, Condition::Any).await.unwrap();
    }
}

async fn published(store: &PlatformStore, owner: UserId, now: Timestamp) -> PostId {
    let id = store.next_post_id().await.unwrap();
    let post = Post::draft(id, owner, SITE, PostFields::default(), 1, now);
    let version = first_version(&post, "<p>Pão.</p>");
    store.create_post(&post, &version, &[]).await.unwrap();
    let post = store.post(id).await.unwrap().unwrap();
    let task = SearchTask::new(id, JOB, SITE, PAGE.into(), now);
    let change = PostChange::of(&post, |post| post.mark_published(PAGE.into(), now));
    let change = change.also(search_task_write(&task).unwrap());
    store.save_post(change).await.unwrap();
    id
}

pub const fn unavailable(may_have_happened: bool) -> SearchError {
    SearchError::Unavailable {
        may_have_happened,
        retry_after: None,
    }
}

pub fn refused(status: u16, reason: &str) -> SearchError {
    SearchError::Refused {
        status,
        reason: Some(reason.into()),
        message: Some("Permission denied. Failed to verify the URL ownership.".into()),
    }
}
