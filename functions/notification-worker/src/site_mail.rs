//! Sends mails of content sites, such as those of contact forms. The stored mail decides what happens to it
//! (`shared/site-mail`).

use std::sync::Arc;

use async_trait::async_trait;
use form_store::{FormStore, FormStoreError};
use mailer::{Letter, LetterFile};
use ports::{Mail, MailError};
use site_mail::{MailTransport, ReadyMail, SiteMailError, SiteMails, WorkedOff};
use site_store::{NotATenant, Parts};

use crate::Ports;

/// Why a mail of a site was not worked off; its message is delivered again.
#[derive(Debug, thiserror::Error)]
pub enum SiteMailFailure {
    /// The name is no site's.
    #[error(transparent)]
    Tenant(#[from] NotATenant),
    /// The store of mails failed.
    #[error(transparent)]
    Mails(#[from] SiteMailError),
    /// The store of submissions failed.
    #[error(transparent)]
    Forms(#[from] FormStoreError),
}

/// Works off a mail of a site, and records its outcome with the submission that caused it.
///
/// # Errors
/// A store failed. A repeated call is safe.
pub async fn send(
    ports: &Ports,
    tenant: &str,
    mail_id: &str,
) -> Result<WorkedOff, SiteMailFailure> {
    let tenant = tenant.parse()?;
    let parts: Parts = ports.site.clone();
    let forms = FormStore::new(parts, tenant, Arc::clone(&ports.keyring));
    let mails: &SiteMails = &forms.mails;
    let transport = Transport { ports };
    let outcome = mails.work_off(mail_id, &transport).await?;
    if let WorkedOff::Now(state) = outcome
        && state.is_over()
        && let Some(mail) = mails.read(mail_id).await?
        && let Some(submission) = mail.submission
    {
        forms.settle(submission).await?;
    }
    Ok(outcome)
}

/// The mail server of the installation.
struct Transport<'a> {
    ports: &'a Ports,
}

#[async_trait]
impl MailTransport for Transport<'_> {
    async fn send(&self, ready: &ReadyMail) -> Result<(), MailError> {
        let mail = &ready.mail;
        let letter = Letter {
            message_id: &ready.message_id,
            from: &mail.from,
            to: &mail.to,
            headers: &mail.headers,
            subject: &mail.subject,
            body: &mail.body,
            is_html: mail.is_html,
            files: ready
                .attachments
                .iter()
                .map(|file| LetterFile {
                    name: &file.file_name,
                    content_type: &file.content_type,
                    bytes: &file.bytes,
                })
                .collect(),
        };
        let raw = letter
            .encode(self.ports.clock.now())
            .map_err(|error| MailError::Refused(error.words().to_owned()))?;
        let server: &dyn Mail = &*self.ports.mail;
        server.send_raw(&raw).await
    }
}
