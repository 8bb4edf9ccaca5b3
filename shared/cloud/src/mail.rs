//! Selects the mail transport: an SMTP server if one is configured ([`crate::secret_smtp`] if a secret
//! describes it), otherwise SES.

use std::fmt;
use std::io::ErrorKind;
use std::sync::Arc;

use async_trait::async_trait;
use aws_sdk_ses::Client;
use aws_sdk_ses::config::Builder;
use aws_sdk_ses::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_ses::operation::send_raw_email::SendRawEmailError;
use aws_sdk_ses::primitives::Blob;
use aws_sdk_ses::types::RawMessage;
use aws_smithy_types::retry::RetryConfig;
use mailer::{MimeError, Sender, SettingError, SmtpConfig, SmtpMail, ascii_address, to_raw};
use ports::{Clock, Mail, MailError, MailMessage, RawMail};

use crate::connection::{Connection, error_chain};
use crate::environment::{EnvError, Environment};
use crate::secret_smtp::SecretSmtpMail;
use crate::secrets::StoredSecret;

/// Mail transport over SES.
pub struct SesMail {
    client: Client,
    from: Sender,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for SesMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SesMail").finish_non_exhaustive()
    }
}

impl SesMail {
    /// Sends e-mails from `from`; `clock` provides the `Date` header.
    pub fn new(connection: &Connection, from: Sender, clock: Arc<dyn Clock>) -> Self {
        // Retrying after a lost response would send a second e-mail; the notification's state machine
        // decides about retries.
        let config = Builder::from(connection.sdk())
            .retry_config(RetryConfig::disabled())
            .build();
        Self {
            client: Client::from_conf(config),
            from,
            clock,
        }
    }
}

#[async_trait]
impl Mail for SesMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let refused = |error: MimeError| MailError::Refused(error.to_string());
        // SES does not support SMTPUTF8: envelope and headers use the ASCII form of addresses.
        let recipient = ascii_address(&message.to).map_err(refused)?;
        let source = ascii_address(self.from.address()).map_err(refused)?;
        let raw = to_raw(message, &self.from, self.clock.now()).map_err(refused)?;
        self.hand_over(source, vec![recipient], raw).await
    }

    async fn send_raw(&self, message: &RawMail) -> Result<(), MailError> {
        let refused = |error: MimeError| MailError::Refused(error.to_string());
        let recipients = message.to.iter().map(|to| ascii_address(to));
        let recipients = recipients.collect::<Result<Vec<_>, _>>().map_err(refused)?;
        let source = ascii_address(self.from.address()).map_err(refused)?;
        self.hand_over(source, recipients, message.bytes.to_vec())
            .await
    }
}

impl SesMail {
    async fn hand_over(
        &self,
        source: String,
        recipients: Vec<String>,
        raw: Vec<u8>,
    ) -> Result<(), MailError> {
        let raw = RawMessage::builder()
            .data(Blob::new(raw))
            .build()
            .map_err(|error| MailError::Refused(error.to_string()))?;
        self.client
            .send_raw_email()
            .source(source)
            .set_destinations(Some(recipients))
            .raw_message(raw)
            .send()
            .await
            .map_err(|error| mail_error(&error))?;
        Ok(())
    }
}

/// Maps an SES error to its meaning for the message.
fn mail_error(error: &SdkError<SendRawEmailError>) -> MailError {
    let words = error_chain(error);
    match error {
        SdkError::ServiceError(answer) => match answer.err().code() {
            Some(
                "MessageRejected"
                | "MailFromDomainNotVerifiedException"
                | "InvalidParameterValue"
                | "ConfigurationSetDoesNotExist",
            ) => MailError::Refused(words),
            _ => MailError::Temporary(words),
        },
        SdkError::ConstructionFailure(_) => MailError::Refused(words),
        SdkError::DispatchFailure(_) if is_before_connection(error) => MailError::Temporary(words),
        _ => MailError::UnknownOutcome(words),
    }
}

/// Whether the error occurred before a connection was established, so that the message cannot have been
/// sent.
fn is_before_connection(error: &SdkError<SendRawEmailError>) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<std::io::Error>() {
            return matches!(
                error.kind(),
                ErrorKind::ConnectionRefused
                    | ErrorKind::HostUnreachable
                    | ErrorKind::NetworkUnreachable
            );
        }
        cause = error.source();
    }
    false
}

/// Parses `MAIL_FROM`, such as `Pauta <pauta@exemplo.com.br>`.
pub(crate) fn sender(environment: &Environment) -> Result<Sender, EnvError> {
    environment
        .require("MAIL_FROM")?
        .parse()
        .map_err(|_| EnvError::Invalid {
            key: "MAIL_FROM",
            expected: "an address or `Name <address>`",
        })
}

/// The SMTP server of the environment, if it contains one.
pub(crate) fn smtp(environment: &Environment) -> Result<Option<SmtpConfig>, EnvError> {
    if environment.get("SMTP_HOST").is_none() {
        return Ok(None);
    }
    let setting = |key: &str| environment.get(key).map(str::to_owned);
    SmtpConfig::of_settings(setting, sender(environment)?).map_err(|error| match error {
        SettingError::Missing(key) => EnvError::Missing(key),
        SettingError::Invalid { key, expected } => EnvError::Invalid { key, expected },
    })
}

/// Selects the mail transport from `environment`: the SMTP server of the secret `SMTP_SECRET_ID`, otherwise
/// that of `SMTP_HOST`, otherwise SES.
pub(crate) fn transport(
    connection: &Connection,
    environment: &Environment,
    clock: Arc<dyn Clock>,
) -> Result<Arc<dyn Mail>, EnvError> {
    if let Some(id) = environment.get("SMTP_SECRET_ID") {
        let secret = StoredSecret::new(connection, id);
        let from = sender(environment)?;
        return Ok(Arc::new(SecretSmtpMail::new(secret, from, clock)));
    }
    Ok(match smtp(environment)? {
        Some(config) => Arc::new(SmtpMail::new(config, clock)),
        None => Arc::new(SesMail::new(connection, sender(environment)?, clock)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smtp_of(pairs: &[(&str, &str)]) -> Result<Option<SmtpConfig>, EnvError> {
        let from = [("MAIL_FROM", "Pauta <pauta@example.com>")];
        let pairs = from.iter().chain(pairs);
        smtp(
            &pairs
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        )
    }

    #[test]
    fn no_server_means_ses() {
        assert!(smtp_of(&[]).unwrap().is_none());
        assert!(smtp_of(&[("SMTP_HOST", "")]).unwrap().is_none());
    }

    #[test]
    fn a_user_needs_a_password() {
        let wrong = smtp_of(&[("SMTP_HOST", "smtp.example.com"), ("SMTP_USER", "pauta")]);
        assert_eq!(wrong.unwrap_err(), EnvError::Missing("SMTP_PASSWORD"));
    }
}
