//! Snapshots of the read model, with which a cold function reads only the end of the change log
//! (docs/decisions/0008-snapshots-of-the-read-model.md).
//!
//! A snapshot consists of two immutable blobs: the model without its texts, and the texts with their
//! index, which only searches need and which may be older. A table item names the latest blobs per
//! format, so releases that write different formats keep their snapshots side by side; each release
//! also reads the formats of earlier ones. The log remains the source of truth: a missing or damaged
//! snapshot costs time only.

mod blob;
mod compare;
mod make;
mod open;
mod task_record;
mod tasks;
mod texts;

use items::Query;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use make::CreatedSnapshot;
pub use task_record::{SnapshotTask, Task};

use crate::error::StoreError;
use crate::keys;
use crate::model::{PRESENT_FORMAT, is_readable};
use crate::snapshot::blob::Packed;
use crate::store::{SNAPSHOT_EVERY, SiteStore};

/// Table item of the latest snapshot in a format. All releases share the members of this item; members
/// that differ between releases belong into the manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Latest {
    tenant: String,
    /// Format of the manifest and the blobs, see [`PRESENT_FORMAT`].
    format: String,
    /// Revision for conditional writes by concurrent workers.
    revision: u64,
    /// Keys of the snapshot's blobs.
    blobs: Vec<String>,
    /// Time from which this format's snapshot has been as recent as those of other formats. Absent in
    /// snapshots of the first release.
    #[serde(default)]
    since: Option<Timestamp>,
    manifest: Value,
}

/// Content of a snapshot.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Manifest {
    /// Last log entry in the model.
    seq: u64,
    model: Packed,
    texts: Texts,
}

/// The texts and their index.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Texts {
    /// Last log entry in them.
    seq: u64,
    /// Number of changed rows in the entries up to there.
    changed: u64,
    /// Size of the database in bytes.
    length: u64,
    /// Their format; that of the snapshot when absent.
    #[serde(default, rename = "form")]
    format: Option<String>,
    packed: Packed,
}

impl Manifest {
    fn blobs(&self) -> Vec<String> {
        vec![self.model.blob.clone(), self.texts.packed.blob.clone()]
    }
}

/// Snapshot that this release can read.
#[derive(Debug, Clone)]
struct Readable {
    format: String,
    manifest: Manifest,
}

impl Readable {
    fn is_present_format(&self) -> bool {
        self.format == PRESENT_FORMAT
    }

    fn texts_format(&self) -> &str {
        self.manifest.texts.format.as_ref().unwrap_or(&self.format)
    }

    /// Rank as a starting point: the last log entry, with a bonus for the present format, as a
    /// migration costs as much as reading some entries.
    fn rank(&self) -> u64 {
        let bonus = if self.is_present_format() {
            SNAPSHOT_EVERY
        } else {
            0
        };
        self.manifest.seq.saturating_add(bonus)
    }
}

impl Latest {
    fn readable(&self) -> Option<Readable> {
        if !is_readable(&self.format) {
            return None;
        }
        Some(Readable {
            format: self.format.clone(),
            manifest: serde_json::from_value(self.manifest.clone()).ok()?,
        })
    }
}

/// Latest snapshots of a site, one per format.
#[derive(Debug, Clone, Default)]
pub(crate) struct Snapshots(Vec<Latest>);

impl Snapshots {
    /// Snapshot in the present format.
    fn present(&self) -> Option<&Latest> {
        self.0.iter().find(|one| one.format == PRESENT_FORMAT)
    }

    /// Snapshots in other formats.
    fn others(&self) -> impl Iterator<Item = &Latest> {
        self.0.iter().filter(|one| one.format != PRESENT_FORMAT)
    }

    /// Readable snapshots, the best starting point first.
    fn readable(&self) -> Vec<Readable> {
        let mut all: Vec<_> = self.0.iter().filter_map(Latest::readable).collect();
        all.sort_by_key(|one| std::cmp::Reverse(one.rank()));
        all
    }

    /// Whether a blob belongs to any of the snapshots.
    pub(crate) fn contains(&self, blob: &str) -> bool {
        let mut blobs = self.0.iter().flat_map(|latest| &latest.blobs);
        blobs.any(|one| one == blob)
    }
}

impl SiteStore {
    /// Latest snapshots. One query.
    pub(crate) async fn snapshots(&self) -> Result<Snapshots, StoreError> {
        let key = keys::snapshot(&self.0.tenant, keys::FIRST_FORMAT);
        let query = Query::prefix(key.pk, key.sk);
        Ok(Snapshots(self.0.parts.table.query(&query).await?))
    }
}
