//! Snapshots of the read model, so that a cold function reads the end of the change log and not all
//! of it (docs/decisions/0008-snapshots-of-the-read-model.md).
//!
//! A snapshot is two blobs that are never rewritten: the model without its texts, and the texts with
//! their index, which only searches need and which may be older. An item of the table says which
//! blobs are the latest of a form, so that versions of the system that write different forms have
//! their snapshots beside each other; each version reads the forms of earlier ones too. The log stays
//! the store of record: a snapshot that is missing or damaged costs time and nothing else.

mod blob;
mod duty;
mod make;
mod open;
mod texts;

use items::Query;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use duty::{SnapshotTask, Task};
pub use make::Made;

use crate::error::StoreError;
use crate::keys;
use crate::model::{PRESENT_FORM, is_readable};
use crate::snapshot::blob::Packed;
use crate::store::SiteStore;

/// After how many changes a new snapshot is wanted: a cold function then reads about half a
/// megabyte of the log.
pub(crate) const EVERY: u64 = 512;

/// Which snapshot is the latest of its form. Versions of the system share this item's members; what
/// differs between them stands in the manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Latest {
    tenant: String,
    /// The form of the manifest and the blobs, see [`PRESENT_FORM`].
    format: String,
    /// Guards the item against two makers.
    revision: u64,
    /// The blobs that belong to it.
    blobs: Vec<String>,
    /// Since when the form has a snapshot that is as far as those of other forms. The first version's
    /// snapshots lack it.
    #[serde(default)]
    since: Option<Timestamp>,
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
    /// Their form; that of the snapshot where it is not said.
    #[serde(default)]
    form: Option<String>,
    packed: Packed,
}

impl Manifest {
    fn blobs(&self) -> Vec<String> {
        vec![self.model.blob.clone(), self.texts.packed.blob.clone()]
    }
}

/// A snapshot that this version can read.
#[derive(Debug, Clone)]
struct Readable {
    form: String,
    manifest: Manifest,
}

impl Readable {
    fn is_present_form(&self) -> bool {
        self.form == PRESENT_FORM
    }

    fn texts_form(&self) -> &str {
        self.manifest.texts.form.as_ref().unwrap_or(&self.form)
    }

    /// How far the snapshot is; upgrading another form is worth some more of the log.
    fn worth(&self) -> u64 {
        let bonus = if self.is_present_form() { EVERY } else { 0 };
        self.manifest.seq.saturating_add(bonus)
    }
}

impl Latest {
    fn readable(&self) -> Option<Readable> {
        if !is_readable(&self.format) {
            return None;
        }
        Some(Readable {
            form: self.format.clone(),
            manifest: serde_json::from_value(self.manifest.clone()).ok()?,
        })
    }
}

/// The latest snapshots of a site, one of each form.
#[derive(Debug, Clone, Default)]
struct Snapshots(Vec<Latest>);

impl Snapshots {
    /// That of the present form.
    fn present(&self) -> Option<&Latest> {
        self.0.iter().find(|one| one.format == PRESENT_FORM)
    }

    /// Those of other forms.
    fn others(&self) -> impl Iterator<Item = &Latest> {
        self.0.iter().filter(|one| one.format != PRESENT_FORM)
    }

    /// Those that can be read, the best to begin with first.
    fn readable(&self) -> Vec<Readable> {
        let mut all: Vec<_> = self.0.iter().filter_map(Latest::readable).collect();
        all.sort_by_key(|one| std::cmp::Reverse(one.worth()));
        all
    }

    /// Whether a blob belongs to any of them.
    fn hold(&self, blob: &str) -> bool {
        let mut blobs = self.0.iter().flat_map(|latest| &latest.blobs);
        blobs.any(|one| one == blob)
    }
}

impl SiteStore {
    /// The latest snapshots. Costs one read.
    async fn snapshots(&self) -> Result<Snapshots, StoreError> {
        let key = keys::snapshot(&self.0.tenant, keys::FIRST_FORM);
        let query = Query::prefix(key.pk, key.sk);
        Ok(Snapshots(self.0.parts.table.query(&query).await?))
    }
}
