//! Making a snapshot: the last one, brought forward by what the log says since, in a model of its
//! own, so that nobody who is served waits for it.

use std::path::Path;

use bytes::Bytes;
use items::{Condition, Entry, ItemsError, Write};
use jiff::{SignedDuration, Timestamp};

use crate::error::StoreError;
use crate::keys;
use crate::model::{Model, PRESENT_FORM, TextsPlace, is_readable};
use crate::packing;
use crate::snapshot::blob::{Packed, pack};
use crate::snapshot::open::apart;
use crate::snapshot::texts::begin;
use crate::snapshot::{Latest, Manifest, Readable, Snapshots, Texts};
use crate::store::SiteStore;

/// Most pages of the log, a megabyte each, that one run reads, so that a tick ends before the next
/// begins. What is left is the next run's: a snapshot of the half way is as good as any.
const PAGES: usize = 24;
/// Texts are made anew when one item in so many has changed: they are large, and a search reads
/// what they lack from the log.
const TEXTS_PART: u64 = 20;
/// How long replaced blobs stay for those who have just read that they are the latest.
const GRACE: SignedDuration = SignedDuration::from_mins(10);
/// After this time a blob that became part of no snapshot belongs to a maker who failed.
const GIVEN_UP: SignedDuration = SignedDuration::from_hours(1);
/// How long snapshots of other forms stay beside that of the present one: for functions of the
/// version before that still run, and for the way back to it.
const OTHERS_STAY: SignedDuration = SignedDuration::from_hours(7 * 24);

/// What a run made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The last entry of the log that is in the snapshot.
    pub seq: u64,
    /// Whether the log is longer than one run reads.
    pub more: bool,
    /// Bytes of the model's blob.
    pub model_bytes: u64,
    /// Bytes of the texts' blob, when it was made as well.
    pub texts_bytes: Option<u64>,
}

/// A model and what it began with.
struct Draft {
    model: Model,
    /// The snapshot it began with; none when it began with nothing and has its own texts.
    from: Option<Readable>,
}

impl Draft {
    /// Whether it began with a snapshot of another form.
    fn is_upgraded(&self) -> bool {
        self.from
            .as_ref()
            .is_some_and(|from| !from.is_present_form())
    }
}

impl SiteStore {
    /// Makes a snapshot of what the log says now. None when the last one says it already, or when
    /// another maker was first.
    ///
    /// # Errors
    /// When the store, the blob store or the temporary folder fails; then the last snapshot stays.
    pub async fn make_snapshot(&self) -> Result<Option<Made>, StoreError> {
        let snapshots = self.snapshots().await?;
        let folder = tempfile::tempdir().map_err(unwritable)?;
        let mut draft = self.draft(&snapshots, folder.path()).await?;
        let (begun, is_upgraded) = (draft.model.head(), draft.is_upgraded());
        let more = self.advance(&mut draft).await?;
        let seq = draft.model.head();
        if seq == begun && !is_upgraded {
            return Ok(None);
        }
        let kept = self.texts_kept(&mut draft).await?;
        let (draft, model_image) = apart(move || {
            let (bytes, ()) = pack(|mut to| draft.model.write_image(&mut to))?;
            Ok((draft, bytes))
        })
        .await?;
        let model = self.packed(&model_image);
        let (texts, texts_image) = match kept {
            Some(texts) => (texts, None),
            None => {
                let changed = draft.model.changed();
                let (bytes, length) =
                    apart(move || pack(|mut to| draft.model.write_texts(&mut to))).await?;
                let packed = self.packed(&bytes);
                let texts = Texts {
                    seq,
                    changed,
                    length,
                    form: Some(PRESENT_FORM.to_owned()),
                    packed,
                };
                (texts, Some(bytes))
            }
        };
        let made = Made {
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
        let is_first = self.publish_snapshot(&snapshots, latest, images).await?;
        Ok(is_first.then_some(made))
    }

    /// The model of the best of the latest snapshots, or an empty one where none can be read.
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
                    let (tenant, form) = (&self.0.tenant, &snapshot.form);
                    tracing::warn!(target: "site", %tenant, form, %error, "a snapshot is not continued");
                }
            }
        }
        Ok(Draft {
            model: Model::with_texts_in(place)?,
            from: None,
        })
    }

    /// Brings a draft forward; answers whether the log goes on.
    async fn advance(&self, draft: &mut Draft) -> Result<bool, StoreError> {
        for _ in 0..PAGES {
            let (entries, more) = self
                .0
                .journal
                .page::<packing::Packed>(draft.model.head())
                .await?;
            for entry in entries {
                let changes = self.changes_of(&entry.what).await?;
                draft.model.apply(entry.seq, &changes)?;
                tokio::task::yield_now().await;
            }
            if !more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The texts of the last snapshot if they may stay; else the draft has its texts afterwards.
    async fn texts_kept(&self, draft: &mut Draft) -> Result<Option<Texts>, StoreError> {
        let Some(from) = draft.from.take() else {
            return Ok(None);
        };
        let texts = &from.manifest.texts;
        let changed = draft.model.changed().saturating_sub(texts.changed);
        let bearable = self
            .0
            .parts
            .snapshot_every
            .max(draft.model.items()? / TEXTS_PART);
        if changed < bearable {
            return Ok(Some(Texts {
                form: Some(from.texts_form().to_owned()),
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

    /// Stores the blobs and makes them the latest. Answers no when another maker was first.
    ///
    /// Each new blob is entered in the index of due things before it is stored, to be removed, and
    /// the entry goes in the transaction that makes it a part of the snapshot; the replaced blobs
    /// are entered there, and those of other forms that have stayed long enough. So whatever fails,
    /// every blob belongs to a snapshot or to that index.
    async fn publish_snapshot(
        &self,
        before: &Snapshots,
        latest: Latest,
        images: Vec<(&Packed, Bytes)>,
    ) -> Result<bool, StoreError> {
        let parts = &self.0.parts;
        let mut taken_in = Vec::new();
        for (packed, bytes) in images {
            let loose = self.loose(&packed.blob, GIVEN_UP)?;
            parts.table.put(loose, Condition::Any).await?;
            self.put_image(packed, bytes).await?;
            taken_in.push(&packed.blob);
        }
        let is_settled = latest
            .since
            .is_some_and(|since| self.now().duration_since(since) > OTHERS_STAY);
        // A form that this version does not read is that of a later one, to which the way leads back.
        let is_retired = |other: &&Latest| is_settled && is_readable(&other.format);
        let retired: Vec<&Latest> = before.others().filter(is_retired).collect();
        let mut writes = vec![self.latest_is(before.present(), &latest)?];
        for blob in &taken_in {
            let key = keys::loose_blob(&self.0.tenant, blob);
            writes.push(Write::Delete(key, Condition::Present));
        }
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
            writes.push(Write::Put(self.loose(blob, GRACE)?, Condition::Any));
        }
        match parts.table.transact(writes).await {
            Ok(()) => Ok(true),
            Err(ItemsError::Conflict { .. }) => {
                for blob in taken_in {
                    self.remove_loose(blob).await?;
                }
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
            format: PRESENT_FORM.to_owned(),
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
        let key = keys::snapshot(&self.0.tenant, PRESENT_FORM);
        let entry = Entry::new(key, latest)?
            .revision(latest.revision)
            .listed(keys::SNAPSHOTS, self.0.tenant.as_str());
        Ok(Write::Put(entry, condition))
    }
}

fn unwritable(error: std::io::Error) -> StoreError {
    StoreError::Model(error.to_string())
}
