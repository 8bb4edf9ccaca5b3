//! Test site with an administrator (user 1) and a category (term 1), at a fixed time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::site::{Kind, Status};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use items::Table;
use jiff::SignedDuration;
use ports::Blobs;
use secrecy::SecretString;
use site_store::{
    Content, ContentChange, Freshness, Parts, ReadLimits, Refusal, Seed, SiteStore, Sites,
    StoreError, Tenant,
};
use vault::KeyRing;

pub struct TestSite {
    pub engine: Engine,
    pub table: Table,
    pub blobs: Arc<MemoryBlobs>,
    pub clock: Arc<SettableClock>,
    pub keys: KeyRing,
    pub sites: Sites,
    pub store: SiteStore,
    /// Number of other processes created so far.
    others: AtomicU64,
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

impl TestSite {
    pub async fn empty() -> Self {
        Self::empty_with(|_| {}).await
    }

    async fn empty_with(settle: impl FnOnce(&mut Parts)) -> Self {
        let engine = Engine::memory().unwrap();
        let table = Table::new(engine.client(), "site");
        table.create().await.unwrap();
        let blobs = Arc::new(MemoryBlobs::default());
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        let mut parts = Parts::new(
            table.clone(),
            blobs.clone(),
            clock.clone(),
            Arc::new(SeededRandom::new(7)),
        );
        settle(&mut parts);
        let sites = Sites::new(parts);
        let store = sites.site(&Tenant::main()).unwrap();
        Self {
            engine,
            table,
            blobs,
            clock,
            keys: KeyRing::generate(&SeededRandom::new(1)),
            sites,
            store,
            others: AtomicU64::new(0),
        }
    }

    pub async fn new() -> Self {
        Self::empty().await.seeded().await
    }

    /// Site of which this process reads blobs through `held`; other processes read the store behind it.
    pub async fn holding(held: impl FnOnce(Arc<dyn Blobs>) -> Arc<dyn Blobs>) -> Self {
        let site = Self::empty_with(|parts| parts.blobs = held(parts.blobs.clone())).await;
        site.seeded().await
    }

    /// Site whose writers enqueue a snapshot after this many changes.
    pub async fn with_snapshots_every(changes: u64) -> Self {
        let site = Self::empty_with(|parts| parts.snapshot_every = changes).await;
        site.seeded().await
    }

    async fn seeded(self) -> Self {
        let site = self;
        site.store
            .seed(&site.keys, &seed_of(Some("segredo123")))
            .await
            .unwrap();
        site
    }

    /// The same site in another process, which shares the table and the blobs only.
    pub async fn other_process(&self) -> SiteStore {
        let store = self.other_sites().site(&Tenant::main()).unwrap();
        store.refresh(Freshness::Asked).await.unwrap();
        store
    }

    /// The same site in another process whose reads have these limits.
    pub async fn limited(&self, read_limits: ReadLimits) -> SiteStore {
        let parts = Parts {
            read_limits,
            ..self.other_parts()
        };
        let store = Sites::new(parts).site(&Tenant::main()).unwrap();
        store.refresh(Freshness::Asked).await.unwrap();
        store
    }

    /// All sites in another process.
    pub fn other_sites(&self) -> Sites {
        Sites::new(self.other_parts())
    }

    fn other_parts(&self) -> Parts {
        Parts::new(
            self.table.clone(),
            self.blobs.clone(),
            self.clock.clone(),
            Arc::new(SeededRandom::new(
                8 + self.others.fetch_add(1, Ordering::Relaxed),
            )),
        )
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
