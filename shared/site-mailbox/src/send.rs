//! Sending through a mailbox.

use jiff::Timestamp;
use secrecy::SecretString;

use crate::connection::{Connection, Mailbox};
use crate::error::{MailboxError, SendError};
use crate::hand_over::{HandOver, fits, of_outbound, of_response, request};
use crate::mailboxes::SiteMailbox;
use crate::records::{CONNECTION, Kept};
use crate::service::{Service, report};

/// A connected mailbox that is about to send one mail.
pub struct OpenMailbox {
    site: SiteMailbox,
    connection: Kept<Connection>,
    mailbox: Mailbox,
}

impl std::fmt::Debug for OpenMailbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenMailbox")
            .field("mailbox", &self.mailbox)
            .finish_non_exhaustive()
    }
}

impl SiteMailbox {
    /// The connected mailbox, in whatever state it is; none for a site without one.
    ///
    /// # Errors
    /// The store failed.
    pub async fn open(&self) -> Result<Option<OpenMailbox>, MailboxError> {
        let connection = self.read::<Connection>(CONNECTION).await?;
        let mailbox = connection.record.as_ref().map(Connection::mailbox);
        Ok(mailbox.map(|mailbox| OpenMailbox {
            site: self.clone(),
            connection,
            mailbox,
        }))
    }
}

impl OpenMailbox {
    /// The mailbox as it was read.
    #[must_use]
    pub const fn mailbox(&self) -> &Mailbox {
        &self.mailbox
    }

    /// Hands an encoded mail over, with the recipients of its `To`, `Cc` and `Bcc` lines. When the access token is not
    /// accepted, it is renewed and the mail is handed over once more: such a refusal has had no effect.
    ///
    /// # Errors
    /// [`SendError`]; only after [`SendError::Uncertain`] the mail may have been sent.
    pub async fn send(self, raw: &[u8]) -> Result<(), SendError> {
        if !fits(self.mailbox.provider, raw.len()) {
            return Err(SendError::TooLarge);
        }
        let Self {
            site,
            connection,
            mailbox,
        } = self;
        let has_failed = connection
            .record
            .as_ref()
            .is_some_and(Connection::has_failed);
        let token = site.token(connection).await?;
        let mut outcome = site.hand_over(&mailbox, &token, raw).await;
        if matches!(outcome, HandOver::Unauthorized(_)) {
            let token = site.token(site.expire(&token).await?).await?;
            outcome = site.hand_over(&mailbox, &token, raw).await;
        }
        match outcome {
            HandOver::Accepted => {
                if has_failed {
                    site.note_success().await;
                }
                Ok(())
            }
            HandOver::Unauthorized(words) | HandOver::Failed(SendError::NoAccess(words)) => {
                site.note_failure(&words).await;
                Err(SendError::NoAccess(words))
            }
            HandOver::Failed(error) => Err(error),
        }
    }
}

impl SiteMailbox {
    async fn hand_over(&self, mailbox: &Mailbox, token: &SecretString, raw: &[u8]) -> HandOver {
        let provider = mailbox.provider;
        let url = self.all.0.endpoints.mail(provider);
        let Some(request) = request(provider, url, token, raw) else {
            return HandOver::Unauthorized("the access token is malformed".to_owned());
        };
        let now = || -> Timestamp { self.parts.clock.now() };
        let pass = match self.all.0.services.enter(Service::Mail(provider), now()) {
            Ok(pass) => pass,
            Err(open) => return HandOver::Failed(SendError::Unavailable(open.to_string())),
        };
        let sent = self.all.0.outbound.send(request).await;
        let is_answered = sent
            .as_ref()
            .is_ok_and(|response| !response.status.is_server_error());
        report(pass, is_answered, now());
        match sent {
            Ok(response) => of_response(provider, &response, token),
            Err(error) => of_outbound(&error),
        }
    }

    /// Stores that the mailbox sends again. The mail was sent, so a failure of the store is only logged.
    async fn note_success(&self) {
        let changed = self.change(|connection| {
            let has_failed = connection.has_failed();
            connection.recovered();
            has_failed
        });
        if let Err(error) = changed.await {
            tracing::warn!(target: "mailbox", site = %self.tenant, %error, "the state of a mailbox was not stored");
        }
    }

    /// Stores why the provider does not let the mailbox send.
    async fn note_failure(&self, words: &str) {
        tracing::error!(target: "mailbox", severity = "critical", site = %self.tenant, error = words, "the mailbox of a site may not send");
        let changed = self.change(|connection| {
            connection.fail(words);
            true
        });
        if let Err(error) = changed.await {
            tracing::warn!(target: "mailbox", site = %self.tenant, %error, "the state of a mailbox was not stored");
        }
    }
}
