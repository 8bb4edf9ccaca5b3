//! Making a snapshot: the last one, brought forward by what the log says since, in a model of its
//! own, so that nobody who is served waits for it.

use std::path::Path;

use bytes::Bytes;
use items::{Condition, Entry, ItemsError, Write};
use jiff::SignedDuration;

use crate::error::StoreError;
use crate::keys;
use crate::model::{Model, TextsPlace, image_format};
use crate::packing;
use crate::snapshot::blob::{Packed, pack};
use crate::snapshot::open::apart;
use crate::snapshot::texts::begin;
use crate::snapshot::{Latest, Manifest, Texts};
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
    /// The texts of the snapshot it began with; none when it began with nothing and has its own.
    texts: Option<Texts>,
}

impl SiteStore {
    /// Makes a snapshot of what the log says now. None when the last one says it already, or when
    /// another maker was first.
    ///
    /// # Errors
    /// When the store, the blob store or the temporary folder fails; then the last snapshot stays.
    pub async fn make_snapshot(&self) -> Result<Option<Made>, StoreError> {
        let latest = self.latest_snapshot().await?;
        let folder = tempfile::tempdir().map_err(unwritable)?;
        let mut draft = self.draft(latest.as_ref(), folder.path()).await?;
        let begun = draft.model.head();
        let more = self.advance(&mut draft).await?;
        let seq = draft.model.head();
        if seq == begun {
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
        let is_first = self
            .publish_snapshot(latest, manifest, model_image, texts_image)
            .await?;
        Ok(is_first.then_some(made))
    }

    /// The model of the latest snapshot, or an empty one where there is none that can be read.
    async fn draft(&self, latest: Option<&Latest>, folder: &Path) -> Result<Draft, StoreError> {
        let place = TextsPlace::File(folder.join("texts"));
        if let Some(manifest) = latest.and_then(Latest::manifest) {
            match self.model_of(&manifest, place.clone()).await {
                Ok(Some(model)) => {
                    return Ok(Draft {
                        model,
                        texts: Some(manifest.texts),
                    });
                }
                Ok(None) => {}
                Err(StoreError::Blobs(error)) => return Err(error.into()),
                Err(error) => {
                    let tenant = &self.0.tenant;
                    tracing::warn!(target: "site", %tenant, %error, "a snapshot is made from the beginning");
                }
            }
        }
        Ok(Draft {
            model: Model::with_texts_in(place)?,
            texts: None,
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
        let Some(texts) = draft.texts.take() else {
            return Ok(None);
        };
        let changed = draft.model.changed().saturating_sub(texts.changed);
        let bearable = self
            .0
            .parts
            .snapshot_every
            .max(draft.model.items()? / TEXTS_PART);
        if changed < bearable {
            return Ok(Some(texts));
        }
        let after = match self.image(&texts.packed).await {
            Ok(Some(bytes)) => {
                begin(&mut draft.model, bytes, texts.length)?;
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
    /// are entered there. So whatever fails, every blob belongs to the snapshot or to that index.
    async fn publish_snapshot(
        &self,
        latest: Option<Latest>,
        manifest: Manifest,
        model: Bytes,
        texts: Option<Bytes>,
    ) -> Result<bool, StoreError> {
        let parts = &self.0.parts;
        let mut new = vec![(&manifest.model, model)];
        new.extend(texts.map(|bytes| (&manifest.texts.packed, bytes)));
        for (packed, bytes) in &new {
            let loose = self.loose(&packed.blob, GIVEN_UP)?;
            parts.table.put(loose, Condition::Any).await?;
            self.put_image(packed, bytes.clone()).await?;
        }
        let mut writes = vec![self.latest_is(latest.as_ref(), &manifest)?];
        for (packed, _) in &new {
            let key = keys::loose_blob(&self.0.tenant, &packed.blob);
            writes.push(Write::Delete(key, Condition::Present));
        }
        let staying = manifest.blobs();
        let before = latest.map(|latest| latest.blobs).unwrap_or_default();
        for blob in before.iter().filter(|blob| !staying.contains(blob)) {
            writes.push(Write::Put(self.loose(blob, GRACE)?, Condition::Any));
        }
        match parts.table.transact(writes).await {
            Ok(()) => Ok(true),
            Err(ItemsError::Conflict { .. }) => {
                for (packed, _) in &new {
                    self.remove_loose(&packed.blob).await?;
                }
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn latest_is(&self, before: Option<&Latest>, manifest: &Manifest) -> Result<Write, StoreError> {
        let latest = Latest {
            tenant: self.0.tenant.to_string(),
            format: image_format(),
            revision: before.map_or(1, |before| before.revision + 1),
            blobs: manifest.blobs(),
            manifest: serde_json::to_value(manifest)?,
        };
        let condition = before.map_or(Condition::Absent, |before| {
            Condition::Revision(before.revision)
        });
        let entry = Entry::new(keys::latest_snapshot(&self.0.tenant), &latest)?
            .revision(latest.revision)
            .listed(keys::SNAPSHOTS, self.0.tenant.as_str());
        Ok(Write::Put(entry, condition))
    }
}

fn unwritable(error: std::io::Error) -> StoreError {
    StoreError::Model(error.to_string())
}
