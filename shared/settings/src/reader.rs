//! Reads the settings: saved values and the environment together.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};

use crate::key::{SettingGroup, SettingKey};
use crate::provider::{AiKind, AiProvider};
use crate::saved::{Changes, Saved};
use crate::store::{SettingsError, SettingsStore};

/// Images that a user may generate in a month, where no number is set.
pub const DEFAULT_IMAGE_QUOTA: u32 = 50;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It was saved.
    Saved,
    /// It is in the environment.
    Environment,
}

/// The settings of a running function. Clones share the store. Every reading asks the store.
#[derive(Clone)]
pub struct Settings {
    store: Arc<dyn SettingsStore>,
    environment: Arc<BTreeMap<SettingKey, SecretString>>,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").finish_non_exhaustive()
    }
}

impl Settings {
    /// The values of `store`, with those of `environment` behind them. Only settings are taken from the
    /// environment; an empty value counts as missing.
    pub fn new(
        store: Arc<dyn SettingsStore>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let environment = SettingKey::ALL
            .iter()
            .filter_map(|key| Some((*key, environment(key.name())?)))
            .map(|(key, value)| (key, SecretString::from(value.trim())))
            .filter(|(_, value)| !value.expose_secret().is_empty())
            .collect();
        Self {
            store,
            environment: Arc::new(environment),
        }
    }

    /// The values of `environment` alone, for functions that cannot read the saved ones.
    pub fn of_environment(environment: impl Fn(&str) -> Option<String>) -> Self {
        Self::new(Arc::new(NothingSaved), environment)
    }

    /// The store, for changes.
    pub fn store(&self) -> &dyn SettingsStore {
        self.store.as_ref()
    }

    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingsError`] of the store.
    pub async fn read(&self) -> Result<Snapshot, SettingsError> {
        Ok(self.with(self.store.load().await?))
    }

    /// Whether e-mails can be sent: the environment has a transport, or a mail server is saved.
    ///
    /// # Errors
    /// [`SettingsError`] of the store, which is asked only if the environment has none.
    pub async fn has_mail(&self, of_environment: bool) -> Result<bool, SettingsError> {
        Ok(of_environment || self.read().await?.has_mail_server())
    }

    /// `saved` with the values of the environment behind it.
    #[must_use]
    pub fn with(&self, saved: Saved) -> Snapshot {
        Snapshot {
            saved,
            environment: self.environment.clone(),
        }
    }
}

/// A store without values, which takes none.
struct NothingSaved;

#[async_trait]
impl SettingsStore for NothingSaved {
    async fn load(&self) -> Result<Saved, SettingsError> {
        Ok(Saved::default())
    }

    async fn save(&self, _: &Saved, _: &Changes) -> Result<(), SettingsError> {
        Err(SettingsError::Unavailable(
            "settings of the environment are not saved".to_owned(),
        ))
    }
}

/// The settings at one time.
#[derive(Debug, Clone)]
pub struct Snapshot {
    saved: Saved,
    environment: Arc<BTreeMap<SettingKey, SecretString>>,
}

impl Snapshot {
    /// The saved values alone.
    pub const fn saved(&self) -> &Saved {
        &self.saved
    }

    /// The value of `key` that is in effect, and where it comes from.
    ///
    /// The values of one server belong together. Once a mail server or a value of the messaging channel is saved, the
    /// environment's values of that group are not used, so that a password from the environment is never sent to a
    /// server that was named later. Only the sender of e-mails, which is no login, still comes from the environment.
    /// Without a saved mail server, other saved values of its group have no effect. The identifier and the secret of the
    /// search provider's OAuth client belong together in the same way.
    pub fn value(&self, key: SettingKey) -> Option<(&SecretString, Source)> {
        let saved = || Some((self.saved.values.get(&key)?, Source::Saved));
        let environment = || Some((self.environment.get(&key)?, Source::Environment));
        match key.group() {
            SettingGroup::Mail if !self.has_mail_server() => environment(),
            SettingGroup::Mail if key != SettingKey::MailFrom => saved(),
            group @ (SettingGroup::Messaging | SettingGroup::SearchProvider)
                if self.saved.has_any(group) =>
            {
                saved()
            }
            _ => saved().or_else(environment),
        }
    }

    /// The secret of `key` that is in effect.
    pub fn secret(&self, key: SettingKey) -> Option<&SecretString> {
        self.value(key).map(|(value, _)| value)
    }

    /// The text of a setting that is no secret; `None` for secrets.
    pub fn text(&self, key: SettingKey) -> Option<&str> {
        let (value, _) = self.value(key)?;
        (!key.is_secret()).then(|| value.expose_secret())
    }

    /// Whether a mail server is saved.
    pub fn has_mail_server(&self) -> bool {
        self.saved.values.contains_key(&SettingKey::SmtpHost)
    }

    /// How many images a user may generate in a month.
    pub fn image_quota(&self) -> u32 {
        self.text(SettingKey::ImageQuota)
            .and_then(|number| number.parse().ok())
            .unwrap_or(DEFAULT_IMAGE_QUOTA)
    }

    /// The providers of `kind` that have an API key, in the order in which they are offered.
    pub fn providers(&self, kind: AiKind) -> Vec<AiProvider> {
        AiProvider::ALL
            .into_iter()
            .filter(|one| one.makes(kind) && self.secret(one.key()).is_some())
            .collect()
    }

    /// The provider of `kind` that was selected, if it still has an API key.
    pub fn selected_provider(&self, kind: AiKind) -> Option<AiProvider> {
        let selected = AiProvider::of_name(self.text(kind.default_key())?)?;
        self.providers(kind)
            .into_iter()
            .find(|one| *one == selected)
    }

    /// The provider that is asked first for `kind`: the selected one, otherwise the first with an API key.
    pub fn default_provider(&self, kind: AiKind) -> Option<AiProvider> {
        self.selected_provider(kind)
            .or_else(|| self.providers(kind).first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::{Changes, Revision};

    struct Fixed(Vec<(SettingKey, &'static str)>);

    #[async_trait::async_trait]
    impl SettingsStore for Fixed {
        async fn load(&self) -> Result<Saved, SettingsError> {
            let values = self
                .0
                .iter()
                .map(|(key, value)| (*key, SecretString::from(*value)));
            Ok(Saved {
                revision: Revision(1),
                values: values.collect(),
            })
        }

        async fn save(&self, _: &Saved, _: &Changes) -> Result<(), SettingsError> {
            Err(SettingsError::Conflict)
        }
    }

    async fn read(
        saved: &[(SettingKey, &'static str)],
        environment: &'static [(&'static str, &'static str)],
    ) -> Snapshot {
        let of_environment = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        };
        let store = Arc::new(Fixed(saved.to_vec()));
        Settings::new(store, of_environment).read().await.unwrap()
    }

    #[tokio::test]
    async fn a_saved_value_precedes_the_environment() {
        let environment = &[
            ("OPENAI_API_KEY", "sk-environment"),
            ("GEMINI_API_KEY", " "),
            ("PATH", "/bin"),
        ];
        let none = read(&[], environment).await;
        let (value, source) = none.value(SettingKey::OpenAiKey).unwrap();
        assert_eq!(
            (value.expose_secret(), source),
            ("sk-environment", Source::Environment)
        );
        assert!(none.value(SettingKey::GeminiKey).is_none());
        let saved = read(&[(SettingKey::OpenAiKey, "sk-saved")], environment).await;
        let (value, source) = saved.value(SettingKey::OpenAiKey).unwrap();
        assert_eq!((value.expose_secret(), source), ("sk-saved", Source::Saved));
    }

    #[tokio::test]
    async fn a_password_of_the_environment_stays_with_its_server() {
        let environment = &[
            ("SMTP_HOST", "smtp.operator.example"),
            ("SMTP_USER", "pauta"),
            ("SMTP_PASSWORD", "of the operator"),
            ("MAIL_FROM", "Pauta <pauta@operator.example>"),
        ];
        let all = read(&[], environment).await;
        assert!(all.secret(SettingKey::SmtpPassword).is_some());
        let other = read(&[(SettingKey::SmtpHost, "smtp.other.example")], environment).await;
        assert!(other.secret(SettingKey::SmtpPassword).is_none());
        assert!(other.text(SettingKey::SmtpUser).is_none());
        assert!(other.text(SettingKey::MailFrom).is_some());
        let alone = read(
            &[(SettingKey::SmtpPassword, "without a server")],
            environment,
        )
        .await;
        let (password, source) = alone.value(SettingKey::SmtpPassword).unwrap();
        assert_eq!(
            (password.expose_secret(), source),
            ("of the operator", Source::Environment)
        );
    }

    #[tokio::test]
    async fn the_default_is_a_provider_with_a_key() {
        let saved = read(
            &[
                (SettingKey::AnthropicKey, "a-key"),
                (SettingKey::GeminiKey, "g-key"),
                (SettingKey::TextProvider, "gemini"),
                (SettingKey::ImageProvider, "openai"),
            ],
            &[],
        )
        .await;
        let text = [AiProvider::Anthropic, AiProvider::Gemini];
        assert_eq!(saved.providers(AiKind::Text), text);
        assert_eq!(saved.providers(AiKind::Image), [AiProvider::Gemini]);
        let default = |kind| saved.default_provider(kind);
        assert_eq!(default(AiKind::Text), Some(AiProvider::Gemini));
        assert_eq!(default(AiKind::Image), Some(AiProvider::Gemini));
        assert_eq!(saved.selected_provider(AiKind::Image), None);
    }

    #[tokio::test]
    async fn secrets_are_neither_printed_nor_texts() {
        let saved = read(&[(SettingKey::OpenAiKey, "sk-canary")], &[]).await;
        assert!(!format!("{saved:?}").contains("canary"));
        assert_eq!(saved.text(SettingKey::OpenAiKey), None);
    }
}
