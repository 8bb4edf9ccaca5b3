//! Compares snapshots with the change log.

use crate::check::Finding;
use crate::error::StoreError;
use crate::model::{Model, TextsPlace};
use crate::store::SiteStore;

impl SiteStore {
    /// Compares the state that each readable snapshot leads to with that of the whole log.
    pub(crate) async fn check_snapshots(
        &self,
        whole: &Model,
        findings: &mut Vec<Finding>,
    ) -> Result<(), StoreError> {
        let expected = whole.digest()?;
        for snapshot in self.snapshots().await?.readable() {
            let format = snapshot.format.clone();
            let unusable = |reason: String| Finding::Snapshot {
                format: format.clone(),
                reason,
            };
            let model = match self.model_of(&snapshot, TextsPlace::Memory).await {
                Ok(Some(model)) => model,
                Ok(None) => {
                    findings.push(unusable("its file is missing".to_owned()));
                    continue;
                }
                Err(StoreError::Blobs(error)) => return Err(error.into()),
                Err(error) => {
                    findings.push(unusable(error.to_string()));
                    continue;
                }
            };
            match self.image(&snapshot.manifest.texts.packed).await {
                Ok(Some(_)) => {}
                Ok(None) => findings.push(unusable("the file of its texts is missing".to_owned())),
                Err(StoreError::Blobs(error)) => return Err(error.into()),
                Err(error) => findings.push(unusable(error.to_string())),
            }
            // Entries that are missing or damaged are named already.
            let model = self.followed(model, &mut Vec::new()).await?;
            if model.digest()? != expected {
                findings.push(Finding::Differs(snapshot.format));
            }
        }
        Ok(())
    }
}
