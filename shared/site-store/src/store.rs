//! The store of one site: its read model, kept level with the change log.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use items::{Condition, Entry, Query, Table};
use jiff::{SignedDuration, Timestamp};
use journal::Journal;
use ports::{Blobs, Clock, Random};
use serde::{Deserialize, Serialize};

use crate::cache::Cache;
use crate::error::StoreError;
use crate::keys;
use crate::log::Change;
use crate::model::Model;
use crate::packing::Packed;
use crate::snapshot;
use crate::tenant::Tenant;

/// How long a public reader may be answered from a model that was level with the log then.
pub const TRUST: SignedDuration = SignedDuration::from_millis(100);

/// What a store works with.
#[derive(Clone)]
pub struct Parts {
    /// The site's table.
    pub table: Table,
    /// Media files and records too large for the table.
    pub blobs: Arc<dyn Blobs>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// How long [`Freshness::Trusted`] reads may be behind; 100 ms is usual.
    pub trust: SignedDuration,
    /// After how many changes a snapshot of the read model is wanted; 512 is usual.
    pub snapshot_every: u64,
}

impl Parts {
    /// Parts with the usual trust and the usual snapshots.
    pub fn new(
        table: Table,
        blobs: Arc<dyn Blobs>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Self {
        Self {
            table,
            blobs,
            clock,
            random,
            trust: TRUST,
            snapshot_every: snapshot::EVERY,
        }
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts")
            .field("trust", &self.trust)
            .finish_non_exhaustive()
    }
}

/// The sites of a deployment. One of these per process; each site's model is made when it is first
/// asked for.
#[derive(Debug)]
pub struct Sites {
    pub(crate) parts: Arc<Parts>,
    stores: Mutex<HashMap<Tenant, SiteStore>>,
    /// Whether snapshots of other versions were looked for.
    pub(crate) looked_at_formats: AtomicBool,
}

#[derive(Serialize, Deserialize)]
struct HostRecord {
    tenant: String,
}

/// An item whose date has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Name of the site.
    pub tenant: String,
    /// The item.
    pub id: u64,
    /// When its date comes, in epoch seconds.
    pub at: i64,
}

impl Sites {
    /// The sites in a table.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts: Arc::new(parts),
            stores: Mutex::default(),
            looked_at_formats: AtomicBool::new(false),
        }
    }

    /// The store of `tenant`. Cheap; reads nothing.
    pub fn site(&self, tenant: &Tenant) -> Result<SiteStore, StoreError> {
        let mut stores = lock(&self.stores);
        if let Some(store) = stores.get(tenant) {
            return Ok(store.clone());
        }
        let store = SiteStore::new(tenant.clone(), Arc::clone(&self.parts))?;
        stores.insert(tenant.clone(), store.clone());
        Ok(store)
    }

    /// The site that answers on `host` (a name without port, lower case); none if nobody does.
    /// Costs one read.
    pub async fn tenant_of_host(&self, host: &str) -> Result<Option<Tenant>, StoreError> {
        let record: Option<HostRecord> = self.parts.table.get(&keys::host(host)).await?;
        Ok(record.and_then(|record| record.tenant.parse().ok()))
    }

    /// Lets a site answer on `host`. Refused with a conflict when another site does.
    pub async fn register_host(&self, host: &str, tenant: &Tenant) -> Result<(), StoreError> {
        let record = HostRecord {
            tenant: tenant.to_string(),
        };
        let entry = Entry::new(keys::host(host), &record)?;
        match self.parts.table.put(entry, Condition::Absent).await {
            Err(error) if error.is_conflict() => match self.tenant_of_host(host).await? {
                Some(owner) if owner == *tenant => Ok(()),
                _ => Err(error.into()),
            },
            other => Ok(other?),
        }
    }

    /// Items of all sites whose date has come by `now`, the earliest first, at most `limit`. The
    /// index may be a moment behind; publishing asks the record itself.
    pub async fn due(&self, now: Timestamp, limit: i32) -> Result<Vec<Due>, StoreError> {
        let query = Query::due(keys::DUE_KIND, now.as_second()).limit(limit);
        Ok(self.parts.table.query(&query).await?)
    }
}

/// How level with the log a read must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The log is asked: everything acknowledged before is seen.
    Asked,
    /// The model is trusted if it was level a moment ago. For public reads.
    Trusted,
}

/// The store of one site. Clones share everything.
#[derive(Clone)]
pub struct SiteStore(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) tenant: Tenant,
    pub(crate) parts: Arc<Parts>,
    pub(crate) journal: Journal,
    pub(crate) cache: Mutex<Cache>,
    model: Mutex<Model>,
    /// Held while the log is asked.
    asking: tokio::sync::Mutex<()>,
    /// Held while the model is given its texts.
    pub(crate) loading_texts: tokio::sync::Mutex<()>,
    /// Number of the last question to the log that was begun, and of the last that was answered.
    begun: AtomicU64,
    answered: AtomicU64,
    /// When the last answered question was asked.
    level_at: Mutex<Option<Timestamp>>,
    /// Held by the writer whose turn it is: writers of one process need not collide.
    pub(crate) writing: tokio::sync::Mutex<()>,
}

impl fmt::Debug for SiteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SiteStore").field(&self.0.tenant).finish()
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SiteStore {
    fn new(tenant: Tenant, parts: Arc<Parts>) -> Result<Self, StoreError> {
        let journal = Journal::at(parts.table.clone(), keys::log(&tenant));
        Ok(Self(Arc::new(Inner {
            tenant,
            journal,
            parts,
            cache: Mutex::default(),
            model: Mutex::new(Model::new()?),
            asking: tokio::sync::Mutex::default(),
            loading_texts: tokio::sync::Mutex::default(),
            begun: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            level_at: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
        })))
    }

    /// The site's name.
    pub fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    pub(crate) fn model(&self) -> MutexGuard<'_, Model> {
        lock(&self.0.model)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.parts.clock.now_seconds()
    }

    /// Brings the model level with the log. Once per request, before everything else.
    pub async fn refresh(&self, freshness: Freshness) -> Result<(), StoreError> {
        if freshness == Freshness::Trusted && self.is_trusted() {
            return Ok(());
        }
        self.catch_up().await
    }

    fn is_trusted(&self) -> bool {
        let now = self.0.parts.clock.now();
        lock(&self.0.level_at).is_some_and(|then| {
            let age = now.duration_since(then);
            !age.is_negative() && age < self.0.parts.trust
        })
    }

    /// Asks the log once, for all who wait: an answer to a question that was begun after this call
    /// serves this call as well.
    pub(crate) async fn catch_up(&self) -> Result<(), StoreError> {
        let before = self.0.begun.load(Ordering::SeqCst);
        let _turn = self.0.asking.lock().await;
        if self.0.answered.load(Ordering::SeqCst) > before {
            return Ok(());
        }
        let number = self.0.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let began = self.0.parts.clock.now();
        self.follow_log().await?;
        *lock(&self.0.level_at) = Some(began);
        self.0.answered.store(number, Ordering::SeqCst);
        Ok(())
    }

    /// Reads the log from where the model ends. A model of nothing, or one that is more than a page
    /// of the log behind, takes the latest snapshot first.
    async fn follow_log(&self) -> Result<(), StoreError> {
        let mut may_take_snapshot = true;
        if self.model().head() == 0 {
            may_take_snapshot = false;
            self.take_snapshot().await;
        }
        loop {
            let head = self.model().head();
            let (entries, more) = self.0.journal.page::<Packed>(head).await?;
            for entry in entries {
                self.apply(entry.seq, &self.changes_of(&entry.what).await?)?;
            }
            if !more {
                return Ok(());
            }
            if std::mem::take(&mut may_take_snapshot) {
                self.take_snapshot().await;
            }
        }
    }

    /// What an entry of the log tells.
    pub(crate) async fn changes_of(&self, entry: &Packed) -> Result<Vec<Change>, StoreError> {
        entry
            .unpack(&*self.0.parts.blobs)
            .await?
            .ok_or_else(|| StoreError::Unreadable("a log entry is gone".to_owned()))
    }

    /// Applies an entry. A model that fails half way is thrown away and read anew.
    pub(crate) fn apply(&self, seq: u64, changes: &[Change]) -> Result<(), StoreError> {
        let mut model = self.model();
        if let Err(error) = model.apply(seq, changes) {
            *model = Model::new()?;
            return Err(error);
        }
        Ok(())
    }
}
