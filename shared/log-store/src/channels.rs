//! Names of the channels.

use std::collections::BTreeSet;

use items::ItemsError;

use crate::LogStore;

impl LogStore {
    /// The channels that have entries, in alphabetical order. Reads the sums of months only.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn channels(&self) -> Result<Vec<String>, ItemsError> {
        let months = self.months().await?;
        let channels: BTreeSet<String> = months
            .into_iter()
            .flat_map(|counted| counted.classes.into_keys())
            .map(|class| class.channel)
            .collect();
        Ok(channels.into_iter().collect())
    }
}
