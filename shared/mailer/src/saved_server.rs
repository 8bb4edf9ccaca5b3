//! Mail transport that follows the settings: each message is sent through the mail server that is saved at that time.

use std::sync::Arc;

use async_trait::async_trait;
use outbound::Guard;
use ports::{Clock, ComposedMail, Mail, MailError, MailMessage};
use secrecy::ExposeSecret;
use settings::{SettingKey, Settings, Snapshot};

use crate::mime::Sender;
use crate::smtp::{SmtpConfig, SmtpMail};

/// Mail transport over the saved mail server; without one, over the transport of the environment.
///
/// The settings are read for each message. Errors of the settings are temporary failures of the message: it is not
/// sent through another server, and after the settings have been corrected, a retry succeeds.
pub struct SavedServerMail {
    settings: Settings,
    environment: Arc<dyn Mail>,
    /// Sender, unless one is saved.
    from: Sender,
    clock: Arc<dyn Clock>,
    /// Decides whether the saved server's address may be called.
    guard: Guard,
}

impl std::fmt::Debug for SavedServerMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SavedServerMail").finish_non_exhaustive()
    }
}

/// The mail server that is saved in `settings`, if any; e-mails are sent from `from` unless a sender is saved.
///
/// # Errors
/// [`MailError::Temporary`] when it is not complete, which names the setting.
fn saved_server(settings: &Snapshot, from: &Sender) -> Result<Option<SmtpConfig>, MailError> {
    if !settings.has_mail_server() {
        return Ok(None);
    }
    let unusable = |key: &str| {
        MailError::Temporary(format!(
            "A configuração {key} do servidor de e-mail falta ou não é válida."
        ))
    };
    let from = match settings.text(SettingKey::MailFrom) {
        Some(text) => text.parse().map_err(|_| unusable("MAIL_FROM"))?,
        None => from.clone(),
    };
    let setting = |name: &str| {
        let (value, _) = settings.value(SettingKey::of_name(name)?)?;
        Some(value.expose_secret().to_owned())
    };
    SmtpConfig::of_settings(setting, from).map_err(|error| unusable(error.key()))
}

impl SavedServerMail {
    /// Sends through the server saved in `settings`, otherwise through `environment`. `from` is the sender without a
    /// saved one; `clock` provides the `Date` header; `guard` decides whether the saved server may be called.
    pub fn new(
        settings: Settings,
        environment: Arc<dyn Mail>,
        from: Sender,
        clock: Arc<dyn Clock>,
        guard: Guard,
    ) -> Self {
        Self {
            settings,
            environment,
            from,
            clock,
            guard,
        }
    }

    async fn settings(&self) -> Result<Snapshot, MailError> {
        self.settings
            .read()
            .await
            .map_err(|error| {
                tracing::error!(target: "mail", %error, "the settings of the mail server could not be read");
                MailError::Temporary("As configurações não puderam ser lidas.".to_owned())
            })
    }

    /// The server that is saved now, if any.
    async fn saved(&self) -> Result<Option<SmtpMail>, MailError> {
        let server = saved_server(&self.settings().await?, &self.from)?;
        Ok(server
            .map(|server| SmtpMail::new(server, self.clock.clone()).guarded(self.guard.clone())))
    }
}

#[async_trait]
impl Mail for SavedServerMail {
    /// Whether the environment has a transport. A saved server is not known without reading the settings
    /// ([`Settings::has_mail`]).
    fn configured(&self) -> bool {
        self.environment.configured()
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        match self.saved().await? {
            Some(server) => server.send(message).await,
            None => self.environment.send(message).await,
        }
    }

    async fn send_composed(&self, mail: &ComposedMail) -> Result<(), MailError> {
        match self.saved().await? {
            Some(server) => server.send_composed(mail).await,
            None => self.environment.send_composed(mail).await,
        }
    }

    async fn forget_recipient(&self, address: &str) -> Result<(), MailError> {
        self.environment.forget_recipient(address).await
    }
}
