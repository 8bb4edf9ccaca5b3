//! Mails of the content site, which the same queue announces.

use form_store::{FormStore, FormStoreError};
use site_mail::{PortTransport, SiteMailError, SiteMails, WorkedOff};
use site_store::Tenant;

use crate::Ports;

/// Why a mail of a site was not processed.
#[derive(Debug, thiserror::Error)]
pub enum SiteMailFailure {
    /// The message names no site.
    #[error("{0:?} is not the name of a site")]
    Tenant(String),
    /// The mail's record could not be read or written.
    #[error(transparent)]
    Mail(#[from] SiteMailError),
    /// The outcome could not be stored with the form submission.
    #[error(transparent)]
    Submission(#[from] FormStoreError),
}

/// Sends a mail of a site if it is due, and stores its outcome with the form submission that caused it.
///
/// # Errors
/// The message names no site, or a store failed. Processing the mail again is safe: it is not sent again, and its outcome is
/// stored with the submission.
pub async fn send_site_mail(
    ports: &Ports,
    tenant: &str,
    mail_id: &str,
) -> Result<WorkedOff, SiteMailFailure> {
    let site: Tenant = tenant
        .parse()
        .map_err(|_| SiteMailFailure::Tenant(tenant.to_owned()))?;
    let mails = SiteMails::new(ports.site.clone(), site.clone());
    let transport = PortTransport(ports.mail.clone());
    let outcome = mails.work_off(mail_id, &transport).await?;
    let Some(mail) = mails.read(mail_id).await? else {
        return Ok(outcome);
    };
    // Also when an earlier attempt ended the mail: its outcome may not have reached the submission.
    if let Some(submission) = mail.submission.filter(|_| mail.state.is_over()) {
        FormStore::new(ports.site.clone(), site, ports.keyring.clone())
            .settle(submission)
            .await?;
    }
    Ok(outcome)
}
