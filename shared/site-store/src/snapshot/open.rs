//! Beginning with a snapshot.

use crate::error::StoreError;
use crate::model::{Model, TextsPlace};
use crate::snapshot::Readable;
use crate::snapshot::blob::unpack;
use crate::store::SiteStore;

/// How often a snapshot is looked for whose blobs were gone.
const TRIES: usize = 2;

/// Runs what takes processor time where other requests do not wait for it.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Model(error.to_string()))?
}

impl SiteStore {
    /// Takes the best of the latest snapshots in place of the model if that is further. What goes wrong is told
    /// and changes nothing: the log has everything.
    pub(crate) async fn take_snapshot(&self) {
        if let Err(error) = self.try_snapshot().await {
            let tenant = &self.0.tenant;
            tracing::warn!(target: "site", %tenant, %error, "the snapshot was not used; the change log is read");
        }
    }

    async fn try_snapshot(&self) -> Result<(), StoreError> {
        let head = self.model().head();
        let mut failure = None;
        for _ in 0..TRIES {
            let mut is_gone = false;
            for snapshot in self.snapshots().await?.readable() {
                if snapshot.manifest.seq <= head {
                    continue;
                }
                match self.model_of(&snapshot, TextsPlace::Memory).await {
                    Ok(Some(model)) => {
                        let mut current = self.model();
                        if current.head() < model.head() {
                            *current = model;
                        }
                        return Ok(());
                    }
                    // A blob is removed some time after it was replaced, so there is a newer one now.
                    Ok(None) => is_gone = true,
                    Err(error) => failure = Some(error),
                }
            }
            if !is_gone {
                return failure.map_or(Ok(()), Err);
            }
        }
        Err(failure.unwrap_or_else(|| StoreError::Unreadable("its blob is gone".to_owned())))
    }

    /// The model of a snapshot, in the present form; none when its blob is gone.
    pub(super) async fn model_of(
        &self,
        snapshot: &Readable,
        texts_place: TextsPlace,
    ) -> Result<Option<Model>, StoreError> {
        let Some(bytes) = self.image(&snapshot.manifest.model).await? else {
            return Ok(None);
        };
        let form = snapshot.form.clone();
        let model = apart(move || Model::read_image(unpack(bytes)?, &form, texts_place)).await?;
        let seq = snapshot.manifest.seq;
        if model.head() == seq {
            Ok(Some(model))
        } else {
            Err(StoreError::Unreadable(format!(
                "the snapshot ends at {} and not at {seq}",
                model.head(),
            )))
        }
    }
}
