//! Snapshots of the read model, so that a cold function reads the end of the change log and not all
//! of it (decision 8).
//!
//! A snapshot is two blobs that are never rewritten: the model without its texts, and the texts with
//! their index, which only searches need and which may be older. An item of the table says which
//! blobs are the latest. The log stays the store of record: a snapshot that is missing, damaged or
//! of another version costs time and nothing else.

mod blob;
mod duty;
mod make;
mod open;
mod texts;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use duty::{SnapshotTask, Task};
pub use make::Made;

use crate::error::StoreError;
use crate::keys;
use crate::model::image_format;
use crate::snapshot::blob::Packed;
use crate::store::SiteStore;

/// After how many changes a new snapshot is wanted: a cold function then reads about half a
/// megabyte of the log.
pub(crate) const EVERY: u64 = 512;

/// Which snapshot is the latest. Versions of the system share this form; what differs between them
/// stands in the manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Latest {
    tenant: String,
    /// The form of the manifest and the blobs, see [`image_format`].
    format: String,
    /// Guards the item against two makers.
    revision: u64,
    /// The blobs that belong to it.
    blobs: Vec<String>,
    manifest: Value,
}

/// What a snapshot consists of.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Manifest {
    /// The last entry of the log that is in the model.
    seq: u64,
    model: Packed,
    texts: Texts,
}

/// The texts and their index.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Texts {
    /// The last entry of the log that is in them.
    seq: u64,
    /// How many changes the entries up to there told of.
    changed: u64,
    /// Bytes of the database.
    length: u64,
    packed: Packed,
}

impl Manifest {
    fn blobs(&self) -> Vec<String> {
        vec![self.model.blob.clone(), self.texts.packed.blob.clone()]
    }
}

impl Latest {
    /// The manifest, if this version can read it.
    fn manifest(&self) -> Option<Manifest> {
        if self.format != image_format() {
            return None;
        }
        serde_json::from_value(self.manifest.clone()).ok()
    }
}

impl SiteStore {
    /// The latest snapshot. Costs one read.
    async fn latest_snapshot(&self) -> Result<Option<Latest>, StoreError> {
        let key = keys::latest_snapshot(&self.0.tenant);
        Ok(self.0.parts.table.get(&key).await?)
    }
}
