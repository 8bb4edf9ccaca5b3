//! Runs the steps that a store has not gone through.

use async_trait::async_trait;
use items::{ItemsError, Table, retry_on_conflict};
use jiff::Timestamp;

use crate::record::{self, RunningStep, SchemaVersion};

/// Version of a store with data and without a version: that of the last release that did not record one.
pub(crate) const UNRECORDED: u32 = 1;

/// What a portion of a step leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Portion {
    /// The step continues at this position.
    More(String),
    /// The step is done.
    Done,
}

/// A change of stored data, made in portions.
#[async_trait]
pub trait Step: Send + Sync {
    /// The schema version after the step.
    fn version(&self) -> u32;

    /// What the step does, for logs.
    fn name(&self) -> &'static str;

    /// Does a part of the work from `position` on, none for the beginning. A portion may run several times, also
    /// concurrently, with the same effect as once.
    ///
    /// # Errors
    /// See [`ItemsError`].
    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError>;
}

/// Outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrated {
    /// The version before; none for a new store.
    pub from: Option<u32>,
    /// The version now.
    pub to: u32,
    /// Names of the steps that were completed.
    pub steps: Vec<&'static str>,
}

/// Why a store is not at this program's version.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The store was written by a newer release.
    #[error(
        "the data of {store} have schema version {stored}, and this release of Pauta knows versions up to {known}: install the release that wrote them, or a later one, or restore a backup of this release; nothing was changed"
    )]
    Newer {
        /// The store.
        store: &'static str,
        /// Its version.
        stored: u32,
        /// The newest version that the program knows.
        known: u32,
    },
    /// The store failed. The next run continues where this one stopped.
    #[error("the data of {store} could not be brought to the schema of this release: {error}")]
    Items {
        /// The store.
        store: &'static str,
        /// The error.
        error: ItemsError,
    },
}

/// The steps of one store, in the order of their versions.
pub struct Migrations {
    /// Name of the store in messages.
    store: &'static str,
    table: Table,
    steps: Vec<Box<dyn Step>>,
}

impl Migrations {
    /// The steps of the store on `table`, which is called `store` in messages.
    pub fn new(store: &'static str, table: Table, mut steps: Vec<Box<dyn Step>>) -> Self {
        steps.sort_by_key(|step| step.version());
        Self {
            store,
            table,
            steps,
        }
    }

    /// The newest version that the program knows.
    pub fn newest(&self) -> u32 {
        self.steps.last().map_or(UNRECORDED, |step| step.version())
    }

    /// Brings the store to the newest version. A new store (`is_new`) gets it at once, without the steps. Runs that are
    /// interrupted continue; concurrent runs share the work.
    ///
    /// # Errors
    /// [`MigrationError`].
    pub async fn run(
        &self,
        is_new: bool,
        now: impl Fn() -> Timestamp,
    ) -> Result<Migrated, MigrationError> {
        let failed = |error| MigrationError::Items {
            store: self.store,
            error,
        };
        let mut migrated = Migrated {
            from: None,
            to: self.newest(),
            steps: Vec::new(),
        };
        let (mut record, existed) = self.first_record(is_new, now()).await.map_err(failed)?;
        if existed || !is_new {
            migrated.from = Some(record.version);
        }
        if record.version > self.newest() {
            return Err(MigrationError::Newer {
                store: self.store,
                stored: record.version,
                known: self.newest(),
            });
        }
        while let Some(step) = self.next_step(&record) {
            let next = self.advance(step, &record, now()).await.map_err(failed)?;
            if next.version >= step.version() && record.version < step.version() {
                tracing::info!(target: "migrations", store = self.store, version = next.version, step = step.name(), "a migration step is done");
                migrated.steps.push(step.name());
            }
            record = next;
        }
        Ok(migrated)
    }

    /// The record, which is created when it is missing, and whether it existed.
    async fn first_record(
        &self,
        is_new: bool,
        now: Timestamp,
    ) -> Result<(SchemaVersion, bool), ItemsError> {
        let version = if is_new { self.newest() } else { UNRECORDED };
        retry_on_conflict(|| async {
            if let Some(record) = record::read(&self.table).await? {
                return Ok(Some((record, true)));
            }
            let made = record::create(&self.table, version, now).await;
            Ok(items::none_on_conflict(made)?.map(|record| (record, false)))
        })
        .await
    }

    fn next_step(&self, record: &SchemaVersion) -> Option<&dyn Step> {
        self.steps
            .iter()
            .map(AsRef::as_ref)
            .find(|step| step.version() > record.version)
    }

    /// Runs the next portion of `step` and stores its position. When another run stored one meanwhile, that one is
    /// returned.
    async fn advance(
        &self,
        step: &dyn Step,
        before: &SchemaVersion,
        now: Timestamp,
    ) -> Result<SchemaVersion, ItemsError> {
        let running = before
            .running
            .as_ref()
            .filter(|running| running.version == step.version());
        let position = running.map(|running| running.position.as_str());
        let (version, running) = match step.portion(position).await? {
            Portion::Done => (step.version(), None),
            Portion::More(position) => (
                before.version,
                Some(RunningStep {
                    version: step.version(),
                    position,
                }),
            ),
        };
        match record::replace(&self.table, before, version, running, now).await {
            Err(error) if error.is_conflict() => record::read(&self.table)
                .await?
                .ok_or_else(|| ItemsError::Defect("the schema version is gone".to_owned())),
            other => other,
        }
    }
}
