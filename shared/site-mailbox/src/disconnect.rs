//! Disconnecting a mailbox.

use std::time::Duration;

use items::retry_on_conflict;

use crate::connection::{Connection, MailboxState};
use crate::error::MailboxError;
use crate::mailboxes::SiteMailbox;
use crate::records::CONNECTION;

/// Time limit of the revocation.
const DEADLINE: Duration = Duration::from_secs(5);

impl SiteMailbox {
    /// Removes the connection, and returns whether there was one. Its tokens are revoked at the provider where the provider
    /// offers that; a failure of it changes nothing, because the tokens are gone here.
    ///
    /// # Errors
    /// The store failed.
    pub async fn disconnect(&self) -> Result<bool, MailboxError> {
        let removed = retry_on_conflict::<_, MailboxError, _, _>(|| async {
            let kept = self.read::<Connection>(CONNECTION).await?;
            let Some(connection) = kept.record else {
                return Ok(Some(None));
            };
            let removed = self.remove(CONNECTION, kept.revision).await?;
            Ok(removed.then_some(Some(connection)))
        })
        .await?;
        let Some(connection) = removed else {
            return Ok(false);
        };
        let revocation = self.all.0.endpoints.revocation(connection.provider);
        if let Some(url) = revocation.filter(|_| connection.state != MailboxState::Revoked) {
            let endpoint = self.all.endpoint(url);
            let token = connection.refresh_token();
            if let Err(error) = endpoint.revoke(&token, DEADLINE).await {
                tracing::warn!(target: "mailbox", site = %self.tenant, %error, "the access of a mailbox was not revoked at its provider");
            }
        }
        Ok(true)
    }
}
