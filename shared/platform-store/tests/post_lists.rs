//! Lists of posts: what a cold function reads, snapshots of the rows, and what damaged or abandoned snapshots cost.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "post_lists/clearing.rs"]
mod clearing;
#[path = "post_lists/history.rs"]
mod history;
#[path = "post_lists/snapshots.rs"]
mod snapshots;

use std::sync::Arc;
use std::time::Duration;

use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::site_record::Site;
use domain::platform::time_zone::zone_of;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use items::Table;
use jiff::Timestamp;
use platform_store::{
    PlatformStore, PostChange, PostFilter, PostRow, PostsSnapshot, SnapshotTerms,
};
use vault::password::PasswordHash;

struct TestApp {
    engine: Engine,
    blobs: Arc<MemoryBlobs>,
    random: SeededRandom,
    /// A store of a process that has served before.
    store: PlatformStore,
    owner: UserId,
}

fn now() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

impl TestApp {
    async fn new() -> Self {
        let engine = Engine::memory().unwrap();
        let blobs = Arc::new(MemoryBlobs::default());
        Table::new(engine.client(), "platform")
            .create()
            .await
            .unwrap();
        let mut app = Self {
            store: PlatformStore::new(Table::new(engine.client(), "platform")),
            engine,
            blobs,
            random: SeededRandom::new(7),
            owner: UserId(0),
        };
        app.store = app.cold();
        let hash = PasswordHash::from_stored("unused");
        let (owner, _) = app
            .store
            .ensure_admin("Ana", "ana@agencia.example", hash, now())
            .await
            .unwrap();
        app.owner = owner.id;
        for id in [1, 2] {
            let site = Site::new(SiteId(id), owner.id, now());
            app.store.create_site(&site, None).await.unwrap();
        }
        app
    }

    /// A store of a new process.
    fn cold(&self) -> PlatformStore {
        PlatformStore::new(Table::new(self.engine.client(), "platform"))
            .with_lists(self.blobs.clone(), zone_of(None).unwrap())
    }

    /// A store of a new process that does not know snapshots.
    fn without_snapshots(&self) -> PlatformStore {
        PlatformStore::new(Table::new(self.engine.client(), "platform"))
    }

    async fn create(&self, id: u64, title: &str) -> Post {
        self.create_at(id, title, now()).await
    }

    async fn create_at(&self, id: u64, title: &str, at: Timestamp) -> Post {
        let fields = PostFields {
            title: title.to_owned(),
            ..PostFields::default()
        };
        let site = SiteId(1 + id % 2);
        let post = Post::draft(PostId(id), self.owner, site, fields, 12, at);
        let version = PostVersion {
            number: 1,
            title: title.to_owned(),
            body: "<p>Um texto.</p>".to_owned(),
            user_id: self.owner,
            created_at: at,
        };
        self.store.create_post(&post, &version, &[]).await.unwrap();
        post
    }

    async fn change(&self, id: u64, alter: impl FnOnce(&mut Post)) {
        change(&self.store, id, alter).await;
    }

    fn terms(&self) -> SnapshotTerms<'_> {
        SnapshotTerms {
            blobs: &*self.blobs,
            random: &self.random,
            now: now(),
            least: 1,
            within: Duration::from_secs(60),
        }
    }

    async fn snapshot(&self) -> PostsSnapshot {
        self.store.snapshot_posts(self.terms()).await.unwrap()
    }
}

async fn change(store: &PlatformStore, id: u64, alter: impl FnOnce(&mut Post)) {
    let post = store.post(PostId(id)).await.unwrap().unwrap();
    store.save_post(PostChange::of(&post, alter)).await.unwrap();
}

/// The first page of all posts.
async fn all(store: &PlatformStore) -> Vec<PostRow> {
    let filter = PostFilter::default();
    store.list_posts(&filter, 0, 100).await.unwrap().0
}
