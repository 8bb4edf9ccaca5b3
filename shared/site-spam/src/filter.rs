//! The filter of a process and of a site, and its stored values.

use std::sync::Arc;

use items::Table;
use jiff::Timestamp;
use outbound::Outbound;
use ports::{Clock, Random};
use secrecy::SecretString;
use site_options::{OptionName, OptionsError, Owner, SiteOptions};
use site_store::{SiteStore, StoreError};
use spam_classifier::{Label, Submission, Weights};
use spam_filter::{AlertChange, Judgement, RemoteService, Settings, SettingsChange, Subject};
use spam_service::{Alert, ServiceAddress, SpamService};
use vault::KeyRing;

/// Environment variable with a key for all sites.
const FIXED_KEY: &str = "SPAM_SERVICE_KEY";

pub(crate) const KEY: OptionName = OptionName::new("spam-filter.key");
const SETTINGS: OptionName = OptionName::new("spam-filter.settings");
const ALERT: OptionName = OptionName::new("spam-filter.alert");
const WEIGHTS: OptionName = OptionName::new("spam-filter.weights");

/// The filter of a process: the service, and where the sites keep their state.
#[derive(Clone)]
pub struct SpamFilter {
    pub(crate) table: Table,
    pub(crate) keyring: Arc<KeyRing>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) service: Arc<dyn RemoteService>,
    pub(crate) fixed_key: Option<SecretString>,
}

impl SpamFilter {
    /// The filter with this service. The state of the sites is in the site's `table`; keys are sealed with `keyring`.
    pub fn new(
        table: Table,
        keyring: Arc<KeyRing>,
        random: Arc<dyn Random>,
        clock: Arc<dyn Clock>,
        service: Arc<dyn RemoteService>,
    ) -> Self {
        Self {
            table,
            keyring,
            random,
            clock,
            service,
            fixed_key: None,
        }
    }

    /// The filter that `environment` describes: `SPAM_SERVICE_URL` is the address of the service, and `SPAM_SERVICE_KEY`
    /// a key that no request can change.
    ///
    /// # Errors
    /// The name of a variable whose value cannot be used.
    pub fn of_environment(
        table: Table,
        keyring: Arc<KeyRing>,
        random: Arc<dyn Random>,
        clock: Arc<dyn Clock>,
        outbound: Outbound,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, &'static str> {
        let address = ServiceAddress::of(&environment)?;
        let service = Arc::new(SpamService::new(outbound, address, clock.clone()));
        let key = environment(FIXED_KEY).filter(|key| !key.trim().is_empty());
        let filter = Self::new(table, keyring, random, clock, service);
        Ok(filter.with_fixed_key(key.map(|key| key.trim().into())))
    }

    /// The same filter with a key that the configuration sets for all sites, and that no request changes.
    #[must_use]
    pub fn with_fixed_key(mut self, key: Option<SecretString>) -> Self {
        self.fixed_key = key;
        self
    }

    /// The filter of the site behind `store`, whose front page is at `home`.
    pub fn of(&self, store: &SiteStore, home: &str) -> SiteFilter {
        SiteFilter {
            filter: self.clone(),
            store: store.clone(),
            options: SiteOptions::new(self.table.clone(), store.tenant().clone()),
            blog: format!("{}/", home.trim_end_matches('/')),
        }
    }
}

/// The filter of a site.
#[derive(Clone)]
pub struct SiteFilter {
    pub(crate) filter: SpamFilter,
    pub(crate) store: SiteStore,
    pub(crate) options: SiteOptions,
    pub(crate) blog: String,
}

/// The error of the store behind an error of the documents.
pub(crate) fn store_error(error: OptionsError) -> StoreError {
    match error {
        OptionsError::Store(error) => error.into(),
        OptionsError::Conflict => StoreError::Contended,
        other => StoreError::Unreadable(other.to_string()),
    }
}

impl SiteFilter {
    pub(crate) fn service(&self) -> &dyn RemoteService {
        &*self.filter.service
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.filter.clock.now_seconds()
    }

    /// Address of the site's front page, as the service knows the site.
    pub fn blog(&self) -> &str {
        &self.blog
    }

    /// The site's settings.
    ///
    /// # Errors
    /// The store failed.
    pub async fn settings(&self) -> Result<Settings, StoreError> {
        let stored = self.options.read::<Settings>(Owner::Site, SETTINGS).await;
        Ok(stored.map_err(store_error)?.value.unwrap_or_default())
    }

    /// Changes the settings and returns them.
    ///
    /// # Errors
    /// The store failed.
    pub async fn change_settings(&self, change: SettingsChange) -> Result<Settings, StoreError> {
        let changed = self
            .options
            .update(Owner::Site, SETTINGS, |stored: Option<&Settings>| {
                let present = stored.copied().unwrap_or_default();
                let changed = present.with(change);
                (changed != present).then_some(changed)
            })
            .await;
        Ok(changed.map_err(store_error)?.unwrap_or_default())
    }

    /// The stored alert.
    ///
    /// # Errors
    /// The store failed.
    pub async fn alert(&self) -> Result<Option<Alert>, StoreError> {
        let stored = self
            .options
            .read::<Option<Alert>>(Owner::Site, ALERT)
            .await
            .map_err(store_error)?;
        Ok(stored.value.flatten())
    }

    /// Replaces the stored alert.
    ///
    /// # Errors
    /// The store failed.
    pub async fn set_alert(&self, alert: Option<&Alert>) -> Result<(), StoreError> {
        self.options
            .update(Owner::Site, ALERT, |stored: Option<&Option<Alert>>| {
                let present = stored.and_then(Option::as_ref);
                (present != alert).then(|| alert.cloned())
            })
            .await
            .map(drop)
            .map_err(store_error)
    }

    /// Does what an answer of the service asks for. The answer stands whether or not the alert can be stored.
    pub(crate) async fn note_alert(&self, change: &AlertChange) {
        let alert = match change {
            AlertChange::Keep => return,
            AlertChange::Clear => None,
            AlertChange::Set(alert) => Some(alert),
        };
        if let Err(error) = self.set_alert(alert).await {
            tracing::warn!(target: "spam_filter", %error, "an alert of the spam service was not stored");
        }
    }

    /// The weights that the site learned; those of a new site when they cannot be read, so that texts are judged all the
    /// same.
    pub(crate) async fn weights(&self) -> Weights {
        match self.options.read::<Weights>(Owner::Site, WEIGHTS).await {
            Ok(stored) => stored.value.unwrap_or_default(),
            Err(error) => {
                tracing::error!(target: "spam_filter", %error, "the weights of the spam filter cannot be read");
                Weights::default()
            }
        }
    }

    /// Judges a submission of any kind with the site's key, settings and weights. A failing service makes it one to be
    /// held and checked again.
    ///
    /// # Errors
    /// The store failed.
    pub async fn judge(&self, subject: &Subject<'_>) -> Result<Judgement, StoreError> {
        let key = self.key().await?;
        // The service needs no weights, and the classifier no settings.
        let (settings, weights) = match key {
            Some(_) => (self.settings().await?, Weights::default()),
            None => (Settings::default(), self.weights().await),
        };
        let judgement =
            spam_filter::judge(self.service(), key.as_ref(), &settings, subject, &weights).await;
        self.note_alert(&judgement.alert).await;
        Ok(judgement)
    }

    /// Learns that a submission is `label`. `before` is what the weights hold about it so far.
    ///
    /// # Errors
    /// The store failed.
    pub async fn learn(
        &self,
        submission: &Submission<'_>,
        label: Label,
        before: Option<Label>,
    ) -> Result<(), StoreError> {
        if before == Some(label) {
            return Ok(());
        }
        self.options
            .update(Owner::Site, WEIGHTS, |stored: Option<&Weights>| {
                let mut weights = stored.cloned().unwrap_or_default();
                spam_filter::learn(&mut weights, submission, label, before);
                Some(weights)
            })
            .await
            .map(drop)
            .map_err(store_error)
    }
}
