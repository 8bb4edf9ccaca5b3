//! Beginning with a snapshot.

use crate::error::StoreError;
use crate::model::{Model, TextsPlace};
use crate::snapshot::blob::unpack;
use crate::snapshot::{Latest, Manifest};
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
    /// Takes the latest snapshot in place of the model if that is further. What goes wrong is told
    /// and changes nothing: the log has everything.
    pub(crate) async fn take_snapshot(&self) {
        if let Err(error) = self.try_snapshot().await {
            let tenant = &self.0.tenant;
            tracing::warn!(target: "site", %tenant, %error, "the snapshot was not used; the change log is read");
        }
    }

    async fn try_snapshot(&self) -> Result<(), StoreError> {
        let head = self.model().head();
        for _ in 0..TRIES {
            let latest = self.latest_snapshot().await?;
            let Some(manifest) = latest.as_ref().and_then(Latest::manifest) else {
                return Ok(());
            };
            if manifest.seq <= head {
                return Ok(());
            }
            // A blob is removed some time after it was replaced, so there is a newer one now.
            if let Some(model) = self.model_of(&manifest, TextsPlace::Memory).await? {
                let mut current = self.model();
                if current.head() < model.head() {
                    *current = model;
                }
                return Ok(());
            }
        }
        Err(StoreError::Unreadable("its blob is gone".to_owned()))
    }

    /// The model of a snapshot; none when its blob is gone.
    pub(super) async fn model_of(
        &self,
        manifest: &Manifest,
        texts_place: TextsPlace,
    ) -> Result<Option<Model>, StoreError> {
        let Some(bytes) = self.image(&manifest.model).await? else {
            return Ok(None);
        };
        let model = apart(move || Model::read_image(unpack(bytes)?, texts_place)).await?;
        if model.head() == manifest.seq {
            Ok(Some(model))
        } else {
            Err(StoreError::Unreadable(format!(
                "the snapshot ends at {} and not at {}",
                model.head(),
                manifest.seq
            )))
        }
    }
}
