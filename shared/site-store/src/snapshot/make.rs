//! Creates snapshots: loads the last one into a separate model and applies the log entries since, so
//! that requests are not delayed.

use std::path::Path;

use bytes::Bytes;
use items::{Condition, Entry, ItemsError, Write};
use jiff::{SignedDuration, Timestamp};

use crate::blob_removal::Removal;
use crate::error::StoreError;
use crate::keys;
use crate::model::{Model, PRESENT_FORMAT, TextsPlace, is_readable};
use crate::packing;
use crate::snapshot::blob::{Packed, pack};
use crate::snapshot::open::run_blocking;
use crate::snapshot::texts::begin;
use crate::snapshot::{Latest, Manifest, Readable, Snapshots, Texts};
use crate::store::SiteStore;

/// Maximum number of log pages (1 MB each) per run, so that a run ends before the next tick starts. The
/// next run continues from the partial snapshot.
const MAX_PAGES: usize = 24;
/// The texts are written again when one in this many items has changed. They are large, and a search
/// reads missing ones from the log.
const TEXTS_CHANGED_FRACTION: u64 = 20;
/// How long snapshots of other formats are retained: functions of the previous release that still run,
/// or a rollback, need them.
const OTHER_FORMATS_RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Result of a snapshot run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreatedSnapshot {
    /// Last log entry in the snapshot.
    pub seq: u64,
    /// Whether the log goes on beyond this run.
    pub more: bool,
    /// Size of the model's blob in bytes.
    pub model_bytes: u64,
    /// Size of the texts' blob in bytes, if it was written as well.
    pub texts_bytes: Option<u64>,
}

/// What a snapshot is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To have the entries of the log since the last one.
    Advance,
    /// To have nothing that was deleted, in its texts neither when they are made anew.
    Erase { with_texts: bool },
}

impl Purpose {
    const fn erases(self) -> bool {
        matches!(self, Self::Erase { .. })
    }

    const fn erases_texts(self) -> bool {
        matches!(self, Self::Erase { with_texts: true })
    }
}

/// Model under construction.
struct Draft {
    model: Model,
    /// Snapshot that was loaded; `None` when the model was built from the log and holds all texts.
    from: Option<Readable>,
}

impl Draft {
    /// Whether the loaded snapshot had another format.
    fn is_upgraded(&self) -> bool {
        self.from
            .as_ref()
            .is_some_and(|from| !from.is_present_format())
    }
}

impl SiteStore {
    /// Creates a snapshot of the present log. `None` when the last snapshot is current, or when another
    /// worker published one first.
    ///
    /// # Errors
    /// When the table, the blob store or the temporary folder fails; the last snapshot stays valid.
    pub async fn make_snapshot(&self) -> Result<Option<CreatedSnapshot>, StoreError> {
        self.make_snapshot_for(Purpose::Advance).await
    }

    /// Makes the snapshot anew, so that nothing remains in it that was deleted up to the entry `head`, and removes those of
    /// other formats. Returns whether it did, or there is no snapshot.
    pub(crate) async fn renew_snapshot(
        &self,
        head: u64,
        with_texts: bool,
    ) -> Result<bool, StoreError> {
        if self.snapshots().await?.0.is_empty() {
            return Ok(true);
        }
        let made = self
            .make_snapshot_for(Purpose::Erase { with_texts })
            .await?;
        Ok(made.is_some_and(|made| made.seq >= head))
    }

    async fn make_snapshot_for(
        &self,
        purpose: Purpose,
    ) -> Result<Option<CreatedSnapshot>, StoreError> {
        let snapshots = self.snapshots().await?;
        let folder = tempfile::tempdir().map_err(unwritable)?;
        let mut draft = self.draft(&snapshots, folder.path()).await?;
        let (begun, is_upgraded) = (draft.model.head(), draft.is_upgraded());
        let more = self.advance(&mut draft).await?;
        let seq = draft.model.head();
        if seq == begun && !is_upgraded && !purpose.erases() {
            return Ok(None);
        }
        let kept = self.reusable_texts(&mut draft, purpose).await?;
        let (draft, model_image) = run_blocking(move || {
            if purpose.erases() {
                draft.model.clear_free_space()?;
            }
            let (bytes, ()) = pack(|mut to| draft.model.write_image(&mut to))?;
            Ok((draft, bytes))
        })
        .await?;
        let model = self.packed(&model_image);
        let (texts, texts_image) = match kept {
            Some(texts) => (texts, None),
            None => {
                let changed = draft.model.changed();
                let (bytes, length) = run_blocking(move || {
                    pack(|mut to| draft.model.write_texts(purpose.erases(), &mut to))
                })
                .await?;
                let packed = self.packed(&bytes);
                let texts = Texts {
                    seq,
                    changed,
                    length,
                    format: Some(PRESENT_FORMAT.to_owned()),
                    packed,
                };
                (texts, Some(bytes))
            }
        };
        let made = CreatedSnapshot {
            seq,
            more,
            model_bytes: model.length,
            texts_bytes: texts_image.is_some().then_some(texts.packed.length),
        };
        let manifest = Manifest { seq, model, texts };
        let since = match snapshots.present().and_then(|latest| latest.since) {
            Some(since) if !is_upgraded => since,
            _ => self.now(),
        };
        let latest = self.latest(snapshots.present(), &manifest, since)?;
        let mut images = vec![(&manifest.model, model_image)];
        images.extend(texts_image.map(|bytes| (&manifest.texts.packed, bytes)));
        let is_first = self
            .publish_snapshot(&snapshots, latest, images, purpose)
            .await?;
        Ok(is_first.then_some(made))
    }

    /// Model of the best readable snapshot, or an empty model.
    async fn draft(&self, snapshots: &Snapshots, folder: &Path) -> Result<Draft, StoreError> {
        let place = TextsPlace::File(folder.join("texts"));
        for snapshot in snapshots.readable() {
            match self.model_of(&snapshot, place.clone()).await {
                Ok(Some(model)) => {
                    return Ok(Draft {
                        model,
                        from: Some(snapshot),
                    });
                }
                Ok(None) => {}
                Err(StoreError::Blobs(error)) => return Err(error.into()),
                Err(error) => {
                    let (tenant, format) = (&self.0.tenant, &snapshot.format);
                    tracing::warn!(target: "site", %tenant, format, %error, "a snapshot is not continued");
                }
            }
        }
        Ok(Draft {
            model: Model::with_texts_in(place)?,
            from: None,
        })
    }

    /// Applies log entries to a draft; returns whether the log goes on.
    async fn advance(&self, draft: &mut Draft) -> Result<bool, StoreError> {
        for _ in 0..MAX_PAGES {
            let (entries, more) = self
                .0
                .journal
                .page::<packing::Packed>(draft.model.head())
                .await?;
            for entry in entries {
                self.0.reads.count_log_entry();
                let changes = self.changes_of(entry.seq, &entry.what).await?;
                self.report_gap(draft.model.pass_gap(entry.seq));
                if !changes.is_whole {
                    return Err(StoreError::Outdated);
                }
                draft.model.apply(entry.seq, &changes.known)?;
                tokio::task::yield_now().await;
            }
            if !more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Texts of the loaded snapshot if they are recent enough. Otherwise loads all texts into the draft
    /// and returns `None`.
    async fn reusable_texts(
        &self,
        draft: &mut Draft,
        purpose: Purpose,
    ) -> Result<Option<Texts>, StoreError> {
        let Some(from) = draft.from.take() else {
            return Ok(None);
        };
        let texts = &from.manifest.texts;
        let changed = draft.model.changed().saturating_sub(texts.changed);
        let allowed = self
            .0
            .parts
            .snapshot_every
            .max(draft.model.items()? / TEXTS_CHANGED_FRACTION);
        if changed < allowed && !purpose.erases_texts() {
            return Ok(Some(Texts {
                format: Some(from.texts_format().to_owned()),
                ..texts.clone()
            }));
        }
        let after = match self.image(&texts.packed).await {
            Ok(Some(bytes)) => {
                begin(&mut draft.model, bytes, &from)?;
                texts.seq
            }
            Err(StoreError::Blobs(error)) => return Err(error.into()),
            Ok(None) | Err(_) => {
                draft.model.begin_texts::<&[u8]>(None)?;
                0
            }
        };
        let upto = draft.model.head();
        let model = &mut draft.model;
        self.texts_between(after, upto, |changes| model.fill_texts(changes))
            .await?;
        draft.model.end_texts();
        Ok(None)
    }

    fn packed(&self, bytes: &Bytes) -> Packed {
        let name = self.0.parts.random.uuid().to_string();
        Packed::new(&self.0.tenant, &name, bytes)
    }

    /// Stores the blobs and publishes them as the latest snapshot; returns `false` when another worker
    /// was first.
    ///
    /// Before a blob is stored, a task for its deletion is enqueued; the transaction that publishes the
    /// snapshot deletes that task. The same transaction enqueues the deletion of the replaced blobs and
    /// of snapshots in expired formats. So after any failure, each blob either belongs to a snapshot or
    /// has a deletion task.
    async fn publish_snapshot(
        &self,
        before: &Snapshots,
        latest: Latest,
        images: Vec<(&Packed, Bytes)>,
        purpose: Purpose,
    ) -> Result<bool, StoreError> {
        let parts = &self.0.parts;
        let blobs = images.iter().map(|(packed, _)| packed.blob.clone());
        let pending = self.enter_pending(blobs.collect()).await?;
        for (packed, bytes) in images {
            self.put_image(packed, bytes).await?;
        }
        let is_settled = latest
            .since
            .is_some_and(|since| self.now().duration_since(since) > OTHER_FORMATS_RETENTION);
        // An unreadable format belongs to a later release that was rolled back; it is needed again.
        let is_retired = |other: &&Latest| {
            // Those of any other format have what was deleted.
            purpose.erases() || (is_settled && is_readable(&other.format))
        };
        let retired: Vec<&Latest> = before.others().filter(is_retired).collect();
        let mut writes = vec![self.latest_is(before.present(), &latest)?];
        writes.extend(pending.as_ref().map(Removal::withdraw));
        for other in &retired {
            let key = keys::snapshot(&self.0.tenant, &other.format);
            writes.push(Write::Delete(key, Condition::Revision(other.revision)));
        }
        let left = before.present().into_iter().chain(retired);
        let mut left: Vec<&String> = left.flat_map(|one| &one.blobs).collect();
        left.retain(|blob| !latest.blobs.contains(blob));
        left.sort_unstable();
        left.dedup();
        for blob in left {
            writes.extend(self.removal_after_grace(blob)?);
        }
        match parts.table.transact(writes).await {
            Ok(()) => Ok(true),
            Err(ItemsError::Conflict { .. }) => {
                self.remove_now(pending).await;
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn latest(
        &self,
        before: Option<&Latest>,
        manifest: &Manifest,
        since: Timestamp,
    ) -> Result<Latest, StoreError> {
        Ok(Latest {
            tenant: self.0.tenant.to_string(),
            format: PRESENT_FORMAT.to_owned(),
            revision: before.map_or(1, |before| before.revision + 1),
            blobs: manifest.blobs(),
            since: Some(since),
            manifest: serde_json::to_value(manifest)?,
        })
    }

    fn latest_is(&self, before: Option<&Latest>, latest: &Latest) -> Result<Write, StoreError> {
        let condition = before.map_or(Condition::Absent, |before| {
            Condition::Revision(before.revision)
        });
        let key = keys::snapshot(&self.0.tenant, PRESENT_FORMAT);
        let entry = Entry::new(key, latest)?
            .revision(latest.revision)
            .listed(keys::SNAPSHOTS, self.0.tenant.as_str());
        Ok(Write::Put(entry, condition))
    }
}

fn unwritable(error: std::io::Error) -> StoreError {
    StoreError::Model(error.to_string())
}
