//! Loads the model from a snapshot.

use crate::error::StoreError;
use crate::model::{Model, TextsPlace};
use crate::snapshot::Readable;
use crate::snapshot::blob::unpack;
use crate::store::SiteStore;

/// Number of attempts when the blobs of a snapshot were replaced meanwhile.
const TRIES: usize = 2;

/// Runs CPU-bound work on a blocking thread.
pub(super) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Model(error.to_string()))?
}

impl SiteStore {
    /// Replaces the model by the best snapshot if that is more recent. Failures are logged only, as the
    /// log holds everything.
    pub(crate) async fn take_snapshot(&self) {
        if let Err(error) = self.try_snapshot().await {
            let tenant = &self.0.tenant;
            tracing::warn!(target: "site", %tenant, %error, "cannot use the snapshot; reading the change log");
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
                    // A replaced blob is deleted after a grace period, so a newer snapshot exists now.
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

    /// Model of a snapshot, migrated to the present format; `None` when its blob is gone.
    pub(super) async fn model_of(
        &self,
        snapshot: &Readable,
        texts_place: TextsPlace,
    ) -> Result<Option<Model>, StoreError> {
        let Some(bytes) = self.image(&snapshot.manifest.model).await? else {
            return Ok(None);
        };
        let format = snapshot.format.clone();
        let model =
            run_blocking(move || Model::read_image(unpack(bytes)?, &format, texts_place)).await?;
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
