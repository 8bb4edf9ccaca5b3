//! Loads the texts of a model that was loaded from a snapshot.

use bytes::Bytes;

use crate::error::StoreError;
use crate::log::Change;
use crate::model::{Model, TextsImage};
use crate::packing::Packed;
use crate::snapshot::Readable;
use crate::snapshot::blob::unpack;
use crate::snapshot::open::run_blocking;
use crate::store::SiteStore;

impl SiteStore {
    /// Loads all texts into the model, for a search.
    pub(crate) async fn load_texts(&self) -> Result<(), StoreError> {
        if self.model().has_texts() {
            return Ok(());
        }
        let _guard = self.0.loading_texts.lock().await;
        if self.model().has_texts() {
            return Ok(());
        }
        let image = self.texts_image().await.unwrap_or_else(|error| {
            let tenant = &self.0.tenant;
            tracing::warn!(target: "site", %tenant, %error, "cannot use the snapshot's texts; reading the change log");
            None
        });
        if let Some((snapshot, bytes)) = image {
            let seq = snapshot.manifest.texts.seq;
            if self.model().head() < seq {
                self.catch_up().await?;
            }
            let store = self.clone();
            let begun = run_blocking(move || begin(&mut store.model(), bytes, &snapshot)).await;
            match begun {
                Ok(upto) => return self.fill(seq, upto).await,
                Err(error) => {
                    let tenant = &self.0.tenant;
                    tracing::warn!(target: "site", %tenant, %error, "cannot use the snapshot's texts; reading the change log");
                }
            }
        }
        let upto = self.model().begin_texts::<&[u8]>(None)?;
        self.fill(0, upto).await
    }

    async fn fill(&self, after: u64, upto: u64) -> Result<(), StoreError> {
        let is_filled = self
            .texts_between(after, upto, |changes| self.model().fill_texts(changes))
            .await?;
        if is_filled {
            self.model().end_texts();
        }
        Ok(())
    }

    async fn texts_image(&self) -> Result<Option<(Readable, Bytes)>, StoreError> {
        for snapshot in self.snapshots().await?.readable() {
            if let Some(bytes) = self.image(&snapshot.manifest.texts.packed).await? {
                return Ok(Some((snapshot, bytes)));
            }
        }
        Ok(None)
    }

    /// Passes the entries after `after` and up to `upto` to `take` while it returns `true`; returns
    /// whether all were passed.
    pub(super) async fn texts_between(
        &self,
        mut after: u64,
        upto: u64,
        mut take: impl FnMut(&[Change]) -> Result<bool, StoreError>,
    ) -> Result<bool, StoreError> {
        while after < upto {
            let (entries, more) = self.0.journal.page::<Packed>(after).await?;
            for entry in entries.into_iter().filter(|entry| entry.seq <= upto) {
                after = entry.seq;
                self.0.reads.count_log_entry();
                let changes = self.changes_of(entry.seq, &entry.what).await?;
                if !take(&changes.known)? {
                    return Ok(false);
                }
            }
            if !more && after < upto {
                self.report_gap(Some((after + 1, upto)));
                return Ok(true);
            }
        }
        Ok(true)
    }
}

/// Loads the texts of a snapshot into a model; returns the log entry up to which missing texts have to
/// be filled in.
pub(super) fn begin(
    model: &mut Model,
    bytes: Bytes,
    snapshot: &Readable,
) -> Result<u64, StoreError> {
    let pages = unpack(bytes)?;
    model.begin_texts(Some(TextsImage {
        pages,
        length: snapshot.manifest.texts.length,
        format: snapshot.texts_format(),
    }))
}
