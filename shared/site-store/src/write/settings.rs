//! Writing settings.

use std::sync::Arc;

use super::{Moment, Plan};
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
            self.plan_settings(&mut plan, &current, settings)?;
            Ok((plan, ()))
        })
        .await?;
        Ok(self.settings())
    }

    /// Plans that no setting names an item that goes, as if nobody had chosen it: the home address shows posts
    /// again, and the site has no logo.
    pub(super) fn plan_unchosen(
        &self,
        plan: &mut Plan,
        moment: &Moment<'_>,
        item: u64,
    ) -> Result<(), StoreError> {
        let current = moment.model.settings();
        let mut settings = (*current).clone();
        if settings.page_on_front == item {
            "posts".clone_into(&mut settings.show_on_front);
            settings.page_on_front = 0;
        }
        for chosen in [&mut settings.page_for_posts, &mut settings.site_logo] {
            if *chosen == item {
                *chosen = 0;
            }
        }
        self.plan_settings(plan, &current, settings)
    }

    /// Plans settings, unless they are what they were.
    fn plan_settings(
        &self,
        plan: &mut Plan,
        current: &Settings,
        settings: Settings,
    ) -> Result<(), StoreError> {
        if settings != *current {
            plan.put(keys::settings(self.tenant()), &settings)?;
            plan.change(Change::Settings(Box::new(settings)));
        }
        Ok(())
    }
}
