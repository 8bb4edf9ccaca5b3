//! Store of one site: its read model, refreshed from the change log.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use blob_sweep::Sweep;
use items::{Condition, Entry, Query, Table};
use jiff::{SignedDuration, Timestamp};
use journal::Journal;
use ports::{Blobs, Clock, Random};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cache::Cache;
use crate::error::StoreError;
use crate::index::Rater;
use crate::keys;
use crate::lock::lock;
use crate::log::{Change, Changes};
use crate::model::{Model, ReadLimits};
use crate::packing::Packed;
use crate::reads::Reads;
use crate::tenant::Tenant;

/// Default of [`Parts::trust`]: 100 ms.
pub const TRUST: SignedDuration = SignedDuration::from_millis(100);
/// Default of [`Parts::snapshot_every`]; a cold function then reads about half a megabyte of the log.
pub(crate) const SNAPSHOT_EVERY: u64 = 512;

/// Adapters and settings of the stores.
#[derive(Clone)]
pub struct Parts {
    /// Table of all sites.
    pub table: Table,
    /// Media files and records too large for the table.
    pub blobs: Arc<dyn Blobs>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
    /// Random numbers and UUIDs.
    pub random: Arc<dyn Random>,
    /// Maximum staleness of [`Freshness::Trusted`] reads; 100 ms by default.
    pub trust: SignedDuration,
    /// Number of changes between two snapshots of the read model; 512 by default.
    pub snapshot_every: u64,
    /// Limits of one read of a model.
    pub read_limits: ReadLimits,
}

impl Parts {
    /// Adapters with the default settings.
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
            snapshot_every: SNAPSHOT_EVERY,
            read_limits: ReadLimits::default(),
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

/// Sites of a deployment. One instance per process; a site's model is created on first use.
#[derive(Debug)]
pub struct Sites {
    pub(crate) parts: Arc<Parts>,
    stores: Mutex<HashMap<Tenant, SiteStore>>,
    /// Whether this process has checked for snapshots of earlier formats.
    pub(crate) checked_formats: AtomicBool,
    /// Removal of files that no item names.
    pub(crate) sweep: Sweep,
    /// Whether this process has checked for sites whose log was never passed over.
    pub(crate) checked_passes: AtomicBool,
}

#[derive(Serialize, Deserialize)]
struct HostRecord {
    tenant: String,
}

/// Scheduled item that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Tenant.
    pub tenant: String,
    /// Item.
    pub id: u64,
    /// Due time in epoch seconds.
    pub at: i64,
}

impl Sites {
    /// Sites stored in a table.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts: Arc::new(parts),
            stores: Mutex::default(),
            checked_formats: AtomicBool::new(false),
            sweep: Sweep::new(keys::FILES, keys::FILES_SWEEP),
            checked_passes: AtomicBool::new(false),
        }
    }

    /// The sites of the only process that stores files, since `start`: files without item of the time before are removed at
    /// once, not a day later.
    #[must_use]
    pub fn alone_since(mut self, start: Timestamp) -> Self {
        self.sweep = self.sweep.alone_since(start);
        self
    }

    /// The adapters of these sites, for records outside their models.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Store of `tenant`. Performs no I/O.
    pub fn site(&self, tenant: &Tenant) -> Result<SiteStore, StoreError> {
        let mut stores = lock(&self.stores);
        if let Some(store) = stores.get(tenant) {
            return Ok(store.clone());
        }
        let store = SiteStore::new(tenant.clone(), Arc::clone(&self.parts))?;
        stores.insert(tenant.clone(), store.clone());
        Ok(store)
    }

    /// Tenant that serves `host` (a lower-case name without port), if any. One read.
    pub async fn tenant_of_host(&self, host: &str) -> Result<Option<Tenant>, StoreError> {
        let record: Option<HostRecord> = self.parts.table.get(&keys::host(host)).await?;
        Ok(record.and_then(|record| record.tenant.parse().ok()))
    }

    /// Maps a host name to a tenant.
    ///
    /// # Errors
    /// A conflict when another tenant has the name.
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

    /// Items of all tenants that are due by `now`, earliest first, at most `limit`. The secondary index
    /// may lag; [`SiteStore::publish_due`] checks the record itself.
    pub async fn due(&self, now: Timestamp, limit: i32) -> Result<Vec<Due>, StoreError> {
        let query = Query::due(keys::DUE_KIND, now.as_second()).limit(limit);
        Ok(self.parts.table.query(&query).await?)
    }
}

/// Required freshness of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// Query the log: all acknowledged writes are visible.
    Asked,
    /// Skip the query if the model was refreshed within [`Parts::trust`]. For public reads.
    Trusted,
}

/// Store of one site. Clones share all state. The rater belongs to one value and its clones.
#[derive(Clone)]
pub struct SiteStore(pub(crate) Arc<Inner>, Option<Arc<dyn Rater>>);

pub(crate) struct Inner {
    pub(crate) tenant: Tenant,
    pub(crate) parts: Arc<Parts>,
    pub(crate) journal: Journal,
    pub(crate) cache: Mutex<Cache>,
    model: Mutex<Model>,
    pub(crate) reads: Reads,
    /// Held during a query of the log.
    querying: tokio::sync::Mutex<()>,
    /// Held while the texts are loaded.
    pub(crate) loading_texts: tokio::sync::Mutex<()>,
    /// Numbers of the last log query queries_started and of the last one completed.
    queries_started: AtomicU64,
    queries_completed: AtomicU64,
    /// Start time of the last completed log query.
    refreshed_at: Mutex<Option<Timestamp>>,
    /// Serialises the writers of this process, which would otherwise conflict.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// Due time of the last erasure task that a write of this process entered.
    pub(crate) erasure_entered: AtomicI64,
    /// Whether entries of the log were found missing or damaged.
    pub(crate) lacks_entries: AtomicBool,
}

impl fmt::Debug for SiteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SiteStore").field(&self.0.tenant).finish()
    }
}

impl SiteStore {
    fn new(tenant: Tenant, parts: Arc<Parts>) -> Result<Self, StoreError> {
        let journal = Journal::at(parts.table.clone(), keys::log(&tenant));
        let inner = Inner {
            tenant,
            journal,
            parts,
            cache: Mutex::default(),
            model: Mutex::new(Model::new()?),
            reads: Reads::default(),
            querying: tokio::sync::Mutex::default(),
            loading_texts: tokio::sync::Mutex::default(),
            queries_started: AtomicU64::new(0),
            queries_completed: AtomicU64::new(0),
            refreshed_at: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            erasure_entered: AtomicI64::new(0),
            lacks_entries: AtomicBool::new(false),
        };
        Ok(Self(Arc::new(inner), None))
    }

    /// The store, whose writes also make the index records of texts and terms. Without a rater these are left to be
    /// made by a job.
    #[must_use]
    pub fn rated_by(self, rater: Arc<dyn Rater>) -> Self {
        Self(self.0, Some(rater))
    }

    pub(crate) fn rater(&self) -> Option<&dyn Rater> {
        self.1.as_deref()
    }

    /// Tenant.
    pub fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    /// The adapters of this store, for records of the site outside its model.
    pub fn parts(&self) -> &Parts {
        &self.0.parts
    }

    pub(crate) fn model(&self) -> MutexGuard<'_, Model> {
        self.0.reads.waiting(|| lock(&self.0.model))
    }

    pub(crate) fn locked_model(&self) -> &Mutex<Model> {
        &self.0.model
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.parts.clock.now_seconds()
    }

    /// Brings the model up to date with the log. Called once per request, before any read.
    pub async fn refresh(&self, freshness: Freshness) -> Result<(), StoreError> {
        if freshness == Freshness::Trusted && self.is_trusted() {
            return Ok(());
        }
        self.catch_up().await
    }

    fn is_trusted(&self) -> bool {
        let now = self.0.parts.clock.now();
        lock(&self.0.refreshed_at).is_some_and(|then| {
            let age = now.duration_since(then);
            !age.is_negative() && age < self.0.parts.trust
        })
    }

    /// Queries the log once for all concurrent callers: a query that starts after this call also serves it.
    pub(crate) async fn catch_up(&self) -> Result<(), StoreError> {
        let before = self.0.queries_started.load(Ordering::SeqCst);
        let _guard = self.0.querying.lock().await;
        if self.0.queries_completed.load(Ordering::SeqCst) > before {
            return Ok(());
        }
        let number = self.0.queries_started.fetch_add(1, Ordering::SeqCst) + 1;
        let began = self.0.parts.clock.now();
        self.follow_log().await?;
        *lock(&self.0.refreshed_at) = Some(began);
        self.0.queries_completed.store(number, Ordering::SeqCst);
        Ok(())
    }

    /// Applies the log from the end of the model. An empty model, or one more than a page behind the
    /// log, first loads the latest snapshot.
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
                self.0.reads.count_log_entry();
                let changes = self.changes_of(entry.seq, &entry.what).await?;
                let gap = self.model().pass_gap(entry.seq);
                self.report_gap(gap);
                self.apply(entry.seq, &changes.known)?;
                if !changes.is_whole {
                    self.model().miss_changes();
                }
            }
            if !more {
                return Ok(());
            }
            if std::mem::take(&mut may_take_snapshot) {
                self.take_snapshot().await;
            }
        }
    }

    /// Changes of the log entry `seq`; none of a damaged one, which an event names.
    pub(crate) async fn changes_of(&self, seq: u64, entry: &Packed) -> Result<Changes, StoreError> {
        let changes = self.read_changes(entry).await?;
        Ok(changes.unwrap_or_else(|| {
            self.report_gap(Some((seq, seq)));
            Changes::default()
        }))
    }

    /// Changes of a log entry; `None` when it is damaged.
    pub(crate) async fn read_changes(&self, entry: &Packed) -> Result<Option<Changes>, StoreError> {
        let text = match entry.text(&*self.0.parts.blobs).await {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(None),
            Err(error) if error.is_damage() => return Ok(None),
            Err(error) => return Err(error),
        };
        if let Ok(known) = serde_json::from_slice(&text) {
            return Ok(Some(Changes {
                known,
                is_whole: true,
            }));
        }
        match serde_json::from_slice::<Vec<Value>>(&text) {
            Ok(all) => Ok(Some(Changes::of_later_release(all)?)),
            Err(_) => Ok(None),
        }
    }

    /// Logs that entries are missing or damaged: what they changed is lost, and readers go on without it.
    pub(crate) fn report_gap(&self, gap: Option<(u64, u64)>) {
        if let Some((first, last)) = gap {
            self.0.lacks_entries.store(true, Ordering::Relaxed);
            let tenant = &self.0.tenant;
            tracing::error!(
                target: "site", severity = "critical", %tenant, first, last,
                "entries of the change log are missing or damaged"
            );
        }
    }

    /// Applies an entry. If that fails half way, the model is discarded and rebuilt on the next
    /// refresh.
    pub(crate) fn apply(&self, seq: u64, changes: &[Change]) -> Result<(), StoreError> {
        let mut model = self.model();
        if let Err(error) = model.apply(seq, changes) {
            *model = Model::new()?;
            return Err(error);
        }
        Ok(())
    }
}
