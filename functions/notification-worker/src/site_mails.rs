//! Mails of the content site, which the same queue announces.

use form_store::FormStore;
use site_mail::{PortTransport, SiteMailError, WorkedOff};
use site_store::Tenant;

use crate::Ports;
use crate::mailbox_transport::MailboxTransport;

/// Why a mail of a site was not processed.
#[derive(Debug, thiserror::Error)]
pub enum SiteMailFailure {
    /// The message names no site.
    #[error("{0:?} is not the name of a site")]
    Tenant(String),
    /// The record of the mail, or of the form submission that caused it, could not be read or written.
    #[error(transparent)]
    Mail(#[from] SiteMailError),
}

/// Sends a mail of a site if it is due. Its end is stored together with its outcome in the form submission that caused it.
///
/// # Errors
/// The message names no site, or a store failed. Processing the mail again is safe: it is not sent again.
pub async fn send_site_mail(
    ports: &Ports,
    tenant: &str,
    mail_id: &str,
) -> Result<WorkedOff, SiteMailFailure> {
    let site: Tenant = tenant
        .parse()
        .map_err(|_| SiteMailFailure::Tenant(tenant.to_owned()))?;
    let transport = MailboxTransport {
        mailbox: ports.mailboxes.of(ports.site.clone(), site.clone()),
        port: PortTransport(ports.mail.clone()),
        clock: ports.clock.clone(),
    };
    let forms = FormStore::new(ports.site.clone(), site, ports.keyring.clone());
    Ok(forms.mails.work_off(mail_id, &transport).await?)
}
