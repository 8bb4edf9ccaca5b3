//! A site with an administrator (user 1) and a category (term 1), at a fixed time.

use std::sync::Arc;

use domain::site::{Kind, Status};
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use items::Table;
use jiff::SignedDuration;
use secrecy::SecretString;
use site_store::{
    Content, ContentChange, Freshness, Parts, Refusal, Seed, SiteStore, Sites, StoreError, Tenant,
};
use vault::KeyRing;

pub struct World {
    pub table: Table,
    pub blobs: Arc<MemoryBlobs>,
    pub clock: Arc<SettableClock>,
    pub keys: KeyRing,
    pub sites: Sites,
    pub store: SiteStore,
}

/// 2024-05-01 12:00:00 in São Paulo.
pub const NOW: &str = "2024-05-01T15:00:00Z";

pub fn seed_of(password: Option<&str>) -> Seed {
    Seed {
        title: "Jardim".into(),
        login: "ana".into(),
        email: "ana@example.com".into(),
        name: "Ana".into(),
        password_name: "Pauta".into(),
        password: password.map(SecretString::from),
    }
}

impl World {
    pub async fn empty() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let blobs = Arc::new(MemoryBlobs::default());
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        let parts = Parts::new(
            table.clone(),
            blobs.clone(),
            clock.clone(),
            Arc::new(SeededRandom::new(7)),
        );
        let sites = Sites::new(parts);
        let store = sites.site(&Tenant::main()).unwrap();
        Self {
            table,
            blobs,
            clock,
            keys: KeyRing::generate(&SeededRandom::new(1)),
            sites,
            store,
        }
    }

    pub async fn new() -> Self {
        let world = Self::empty().await;
        world
            .store
            .seed(&world.keys, &seed_of(Some("segredo123")))
            .await
            .unwrap();
        world
    }

    /// The same site as another process sees it: nothing shared but the store.
    pub async fn other_process(&self) -> SiteStore {
        let parts = Parts::new(
            self.table.clone(),
            self.blobs.clone(),
            self.clock.clone(),
            Arc::new(SeededRandom::new(8)),
        );
        let store = Sites::new(parts).site(&Tenant::main()).unwrap();
        store.refresh(Freshness::Asked).await.unwrap();
        store
    }

    pub fn wait(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    pub async fn post(&self, change: ContentChange) -> Arc<Content> {
        self.store.create(Kind::Post, 1, &change).await.unwrap()
    }
}

/// A change with a title and a state.
pub fn titled(title: &str, status: Status) -> ContentChange {
    ContentChange {
        title: Some(title.into()),
        status: Some(status),
        may_publish: true,
        ..ContentChange::default()
    }
}

pub fn status(status: Status) -> ContentChange {
    ContentChange {
        status: Some(status),
        may_publish: true,
        ..ContentChange::default()
    }
}

pub fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>) -> Refusal {
    match result {
        Err(StoreError::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}
