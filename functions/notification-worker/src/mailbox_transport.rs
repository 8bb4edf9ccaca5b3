//! The way of a site's mails: through the mailbox that the site is connected with, otherwise through the mail port
//! (docs/decisions/0025-mailbox-of-a-site.md).

use std::sync::Arc;

use async_trait::async_trait;
use mailer::{Sender, composed_for_mailbox};
use ports::{Clock, MailError};
use site_mail::{MailTransport, PortTransport, ReadyMail};
use site_mailbox::{MailboxState, OpenMailbox, SendError, SiteMailbox};

/// Sends mails of a site through its mailbox, and through the mail port what the mailbox cannot take.
pub(crate) struct MailboxTransport {
    /// The mailbox of the site.
    pub(crate) mailbox: SiteMailbox,
    /// The mail port.
    pub(crate) port: PortTransport,
    /// The time, for the `Date` line.
    pub(crate) clock: Arc<dyn Clock>,
}

#[async_trait]
impl MailTransport for MailboxTransport {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        let opened = self.mailbox.open().await.map_err(|error| {
            tracing::error!(target: "mailbox", %error, "the mailbox of a site could not be read");
            MailError::Temporary("the connection of the mailbox could not be read".to_owned())
        })?;
        let Some(opened) = opened else {
            return self.port.send(mail).await;
        };
        if opened.mailbox().state == MailboxState::Revoked {
            let error = opened.mailbox().last_error.clone().unwrap_or_default();
            return self.instead(mail, &SendError::NoAccess(error)).await;
        }
        match self.hand_over(mail, opened).await {
            Ok(()) => Ok(()),
            Err(HandOverError::Encoding(error)) => Err(error),
            Err(HandOverError::Mailbox(error)) => match error {
                SendError::NoAccess(_) | SendError::TooLarge => self.instead(mail, &error).await,
                SendError::Unavailable(_) => Err(MailError::Temporary(error.to_string())),
                SendError::Rejected(_) => Err(MailError::Refused(error.to_string())),
                SendError::Uncertain(_) => Err(MailError::UnknownOutcome(error.to_string())),
            },
        }
    }
}

/// Why the mailbox did not take a mail.
enum HandOverError {
    /// The mail cannot be encoded.
    Encoding(MailError),
    /// The mailbox failed.
    Mailbox(SendError),
}

impl MailboxTransport {
    async fn hand_over(&self, mail: &ReadyMail, opened: OpenMailbox) -> Result<(), HandOverError> {
        let refused = |error: mailer::MimeError| {
            HandOverError::Encoding(MailError::Refused(error.to_string()))
        };
        let sender = Sender::new(&opened.mailbox().address, None).map_err(refused)?;
        let raw = composed_for_mailbox(&mail.composed(), &sender, self.clock.now());
        let raw = raw.map_err(refused)?;
        opened.send(&raw).await.map_err(HandOverError::Mailbox)
    }

    /// Sends a mail through the mail port that the mailbox certainly did not send. Without a mail server the mail waits for
    /// its next attempt, so that connecting the mailbox again in time saves it.
    async fn instead(&self, mail: &ReadyMail, error: &SendError) -> Result<(), MailError> {
        tracing::warn!(target: "mailbox", id = mail.message_id, %error, "a mail of a site goes past its mailbox");
        match self.port.send(mail).await {
            Err(MailError::NotConfigured) => Err(MailError::Temporary(error.to_string())),
            sent => sent,
        }
    }
}
