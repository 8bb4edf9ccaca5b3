//! Writing settings.

use std::sync::Arc;

use super::Plan;
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::settings::Settings;
use crate::store::SiteStore;

impl SiteStore {
    /// Changes settings. Nothing is written when nothing changes.
    pub async fn update_settings(
        &self,
        change: impl Fn(&mut Settings) + Send + Sync,
    ) -> Result<Arc<Settings>, StoreError> {
        self.commit(&[], |moment| {
            let current = moment.model.settings();
            let mut settings = (*current).clone();
            change(&mut settings);
            if !settings.has_known_zone() {
                return Err(Refusal::InvalidTimeZone.into());
            }
            let mut plan = Plan::default();
            if settings != *current {
                plan.put(keys::settings(self.tenant()), &settings)?;
                plan.change(Change::Settings(Box::new(settings)));
            }
            Ok((plan, ()))
        })
        .await?;
        Ok(self.settings())
    }
}
