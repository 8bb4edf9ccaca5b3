//! Mail transport over an SMTP server that a secret in Secrets Manager describes. The secret is read when
//! an e-mail is sent: the password is not part of the function's configuration, and a rotated password
//! takes effect without a deployment.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use mailer::{Sender, SmtpConfig, SmtpMail};
use ports::{Clock, Mail, MailError, MailMessage, RawMail, Secrets};
use serde_json::{Map, Value};

use crate::secrets::StoredSecret;

/// Mail transport over the SMTP server of a secret: a JSON object with the members `host`, `port`, `tls`,
/// `user` and `password`, all strings (the port may be a number).
pub struct SecretSmtpMail {
    secret: StoredSecret,
    from: Sender,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for SecretSmtpMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretSmtpMail").finish_non_exhaustive()
    }
}

impl SecretSmtpMail {
    /// Sends e-mails from `from` over the server in `secret`; `clock` provides the `Date` header.
    pub fn new(secret: StoredSecret, from: Sender, clock: Arc<dyn Clock>) -> Self {
        Self {
            secret,
            from,
            clock,
        }
    }

    /// The server's current configuration. Errors of the secret are temporary failures of a message: after
    /// an operator has corrected the secret, a retry succeeds.
    async fn server(&self) -> Result<SmtpConfig, MailError> {
        let document = self
            .secret
            .document()
            .await
            .map_err(|error| MailError::Temporary(format!("the SMTP secret: {error}")))?;
        let unusable =
            |reason: &str| MailError::Temporary(format!("the SMTP secret is not usable: {reason}"));
        // The parser's message may contain parts of the document, so it is omitted.
        let members: Map<String, Value> =
            serde_json::from_str(&document).map_err(|_| unusable("it is no JSON object"))?;
        SmtpConfig::of_settings(|key| member(&members, key), self.from.clone())
            .map_err(|error| unusable(&error.to_string()))?
            .ok_or_else(|| unusable("it names no host"))
    }
}

/// The member for the setting `key`: `host` for `SMTP_HOST`.
fn member(members: &Map<String, Value>, key: &str) -> Option<String> {
    let name = key.strip_prefix("SMTP_")?.to_ascii_lowercase();
    let text = match members.get(&name)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

#[async_trait]
impl Mail for SecretSmtpMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let sent = match self.server().await {
            Ok(server) => {
                SmtpMail::new(server, self.clock.clone())
                    .send(message)
                    .await
            }
            Err(error) => Err(error),
        };
        if let Err(MailError::Temporary(_)) = &sent {
            // The cause may be a rotated password, or a secret that has been corrected.
            self.secret.forget().await;
        }
        sent
    }

    async fn send_raw(&self, message: &RawMail) -> Result<(), MailError> {
        let sent = match self.server().await {
            Ok(server) => {
                SmtpMail::new(server, self.clock.clone())
                    .send_raw(message)
                    .await
            }
            Err(error) => Err(error),
        };
        if let Err(MailError::Temporary(_)) = &sent {
            self.secret.forget().await;
        }
        sent
    }
}
