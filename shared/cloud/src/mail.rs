//! Mail: through an SMTP server when one is configured ([`crate::secret_smtp`] when a secret describes
//! it), else through SES.

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
use ports::{Clock, Mail, MailError, MailMessage};

use crate::connection::{Connection, told};
use crate::environment::{EnvError, Environment};
use crate::secret_smtp::SecretSmtpMail;
use crate::secrets::StoredSecret;

/// Mail through SES.
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
    /// Mail from `from`; `clock` dates the messages.
    pub fn new(connection: &Connection, from: Sender, clock: Arc<dyn Clock>) -> Self {
        // A second attempt after a lost answer would be a second mail; the notification's own state
        // decides about attempts.
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
        // SES has no SMTPUTF8: addresses go out in their ASCII form, in the envelope as in the headers.
        let recipient = ascii_address(&message.to).map_err(refused)?;
        let source = ascii_address(self.from.address()).map_err(refused)?;
        let raw = to_raw(message, &self.from, self.clock.now()).map_err(refused)?;
        let raw = RawMessage::builder()
            .data(Blob::new(raw))
            .build()
            .map_err(|error| MailError::Refused(error.to_string()))?;
        self.client
            .send_raw_email()
            .source(source)
            .destinations(recipient)
            .raw_message(raw)
            .send()
            .await
            .map_err(|error| judged(&error))?;
        Ok(())
    }
}

/// What a failure says about the message.
fn judged(error: &SdkError<SendRawEmailError>) -> MailError {
    let words = told(error);
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
        SdkError::DispatchFailure(_) if nobody_was_reached(error) => MailError::Temporary(words),
        _ => MailError::UnknownOutcome(words),
    }
}

/// Whether the failure came before a connection stood, so that no message can have left.
fn nobody_was_reached(error: &SdkError<SendRawEmailError>) -> bool {
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

/// `MAIL_FROM`, such as `Pauta <pauta@exemplo.com.br>`.
pub(crate) fn sender(environment: &Environment) -> Result<Sender, EnvError> {
    environment
        .require("MAIL_FROM")?
        .parse()
        .map_err(|_| EnvError::Invalid {
            key: "MAIL_FROM",
            expected: "an address or `Name <address>`",
        })
}

/// The SMTP server of the environment, if one is named.
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

/// The way mail leaves according to `environment`: through the SMTP server of the secret
/// `SMTP_SECRET_ID`, else through that of `SMTP_HOST`, else through SES.
pub(crate) fn chosen(
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
