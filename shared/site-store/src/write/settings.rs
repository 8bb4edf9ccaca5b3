//! Writes of settings.

use domain::direction;
use std::sync::Arc;

use super::{Plan, WriteContext};
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::settings::Settings;
use crate::store::SiteStore;

impl SiteStore {
    /// Changes settings; writes nothing when no value changes.
    pub async fn update_settings(
        &self,
        change: impl Fn(&mut Settings) + Send + Sync,
    ) -> Result<Arc<Settings>, StoreError> {
        self.commit(&[], |context| {
            let current = context.model.settings();
            let mut settings = (*current).clone();
            change(&mut settings);
            for text in [&mut settings.title, &mut settings.description] {
                *text = direction::without_written_controls(text).into_owned();
            }
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

    /// Removes references to a deleted item from the settings: without its static page the front page
    /// shows posts, and the site has no logo.
    pub(super) fn plan_unchosen(
        &self,
        plan: &mut Plan,
        context: &WriteContext<'_>,
        item: u64,
    ) -> Result<(), StoreError> {
        let current = context.model.settings();
        let mut settings = (*current).clone();
        if settings.page_on_front == item {
            "posts".clone_into(&mut settings.show_on_front);
            settings.page_on_front = 0;
        }
        for chosen in [
            &mut settings.page_for_posts,
            &mut settings.site_logo,
            &mut settings.social_image,
        ] {
            if *chosen == item {
                *chosen = 0;
            }
        }
        self.plan_settings(plan, &current, settings)
    }

    /// Plans settings, unless they are unchanged.
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
