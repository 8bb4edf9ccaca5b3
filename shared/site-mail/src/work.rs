//! Working off a mail.

use async_trait::async_trait;
use bytes::Bytes;
use ports::{ComposedMail, MailAttachment, MailError};

use crate::error::SiteMailError;
use crate::mail::{MailState, NotNow, RenderedMail};
use crate::mails::SiteMails;

/// An attached file with its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedAttachment {
    /// File name for the recipient.
    pub file_name: String,
    /// Media type.
    pub content_type: String,
    /// Content.
    pub bytes: Bytes,
}

/// A mail as the transport gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadyMail {
    /// Local part of the Message-ID, the same at every attempt.
    pub message_id: String,
    /// The texts.
    pub mail: RenderedMail,
    /// The attached files, in the order of the texts.
    pub attachments: Vec<LoadedAttachment>,
}

impl ReadyMail {
    /// The mail in the form that the mail port takes.
    #[must_use]
    pub fn composed(&self) -> ComposedMail {
        let files = self.attachments.iter().map(|file| MailAttachment {
            file_name: file.file_name.clone(),
            content_type: file.content_type.clone(),
            bytes: file.bytes.clone(),
        });
        let texts = &self.mail;
        ComposedMail {
            message_id: self.message_id.clone(),
            from: texts.from.clone(),
            to: texts.to.clone(),
            headers: texts.headers.clone(),
            subject: texts.subject.clone(),
            body: texts.body.clone(),
            is_html: texts.is_html,
            attachments: files.collect(),
        }
    }
}

/// Hands mails of a site to a mail server.
#[async_trait]
pub trait MailTransport: Send + Sync {
    /// Sends one mail. Every error but [`MailError::UnknownOutcome`] says that it was not sent.
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError>;
}

/// Result of working off a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkedOff {
    /// The attempt left the mail in this state; *queued* means that it is retried.
    Now(MailState),
    /// It is over, another worker has it, or its time has not come.
    NotNow,
    /// No such mail is stored; it may have been deleted with its submission.
    Unknown,
}

impl SiteMails {
    /// Sends a mail if it is due. Of several concurrent calls one sends it.
    ///
    /// # Errors
    /// The store failed. A repeated call is safe: after an attempt whose outcome could not be stored, the mail becomes
    /// *uncertain* when its lease ends, and is not sent again.
    pub async fn work_off(
        &self,
        id: &str,
        transport: &dyn MailTransport,
    ) -> Result<WorkedOff, SiteMailError> {
        let Some(mut record) = self.record(id).await? else {
            return Ok(WorkedOff::Unknown);
        };
        let texts = record.texts.clone();
        let begun = record.mail.begin(self.parts.clock.now_seconds());
        if begun == Err(NotNow::Unchanged) {
            return Ok(WorkedOff::NotNow);
        }
        if !self.save(&mut record).await? {
            return Ok(WorkedOff::NotNow);
        }
        if begun == Err(NotNow::Ended) {
            tracing::error!(target: "site_mail", id, "an attempt to send a mail of a site was interrupted");
            return Ok(WorkedOff::Now(MailState::Uncertain));
        }
        let sent = match self.ready(id, &texts).await {
            Ok(ready) => transport.send(&ready).await,
            Err(NotReady::Later(error)) => Err(MailError::Temporary(error)),
            Err(NotReady::Never(error)) => Err(MailError::Refused(error)),
        };
        let (now, mail) = (self.parts.clock.now_seconds(), &mut record.mail);
        match sent {
            Ok(()) => mail.end(MailState::Sent, None, now),
            Err(MailError::UnknownOutcome(error)) => {
                mail.end(MailState::Uncertain, Some(&error), now);
            }
            Err(MailError::Refused(error)) => mail.end(MailState::Failed, Some(&error), now),
            Err(MailError::Temporary(error)) => mail.fail_temporarily(&error, now),
            Err(error @ MailError::NotConfigured) => {
                mail.end(MailState::Failed, Some(&error.to_string()), now);
            }
        }
        let (state, error) = (record.mail.state, record.mail.error.clone());
        if !self.save(&mut record).await? {
            return Ok(WorkedOff::Unknown);
        }
        match state {
            MailState::Sent => tracing::info!(target: "site_mail", id, "a mail of a site was sent"),
            MailState::Queued | MailState::Sending => {
                tracing::warn!(target: "site_mail", id, error, "a mail of a site will be retried");
            }
            MailState::Failed | MailState::Uncertain => {
                tracing::error!(target: "site_mail", id, error, ?state, "a mail of a site was not delivered");
            }
        }
        Ok(WorkedOff::Now(state))
    }

    async fn ready(&self, id: &str, texts: &str) -> Result<ReadyMail, NotReady> {
        let mail: RenderedMail =
            serde_json::from_str(texts).map_err(|error| NotReady::Never(error.to_string()))?;
        let mut attachments = Vec::with_capacity(mail.attachments.len());
        for attached in &mail.attachments {
            let file = self.files.read(&attached.blob).await;
            let file = file.map_err(|error| NotReady::Later(error.to_string()))?;
            let file =
                file.ok_or_else(|| NotReady::Never("an attached file was removed".into()))?;
            attachments.push(LoadedAttachment {
                file_name: attached.file_name.clone(),
                content_type: attached.content_type.clone(),
                bytes: file.bytes,
            });
        }
        Ok(ReadyMail {
            message_id: id.to_owned(),
            mail,
            attachments,
        })
    }
}

/// Why a mail cannot be handed over.
enum NotReady {
    /// A later attempt may succeed.
    Later(String),
    /// No attempt will succeed.
    Never(String),
}
