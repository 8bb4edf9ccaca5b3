//! Connects and disconnects sites.

use domain::platform::id::{SiteId, UserId};
use domain::platform::search_connection::{ConnectionStatus, SearchConnection};
use items::{ItemsError, none_on_conflict, retry_on_conflict};
use jiff::Timestamp;
use search_console::Grant;
use secrecy::SecretString;

use crate::SearchAccess;
use crate::error::AccessError;
use crate::token::{access_context, expiry, refresh_context};

impl SearchAccess {
    /// Connects `site` with what a person granted at `granted_at`. An earlier connection, also a revoked or failing one, is
    /// replaced.
    ///
    /// # Errors
    /// [`AccessError::Items`]; a conflict means that there is no such site any more.
    pub async fn connect(
        &self,
        site: SiteId,
        user: UserId,
        grant: &Grant,
        account_email: Option<String>,
        granted_at: Timestamp,
    ) -> Result<SearchConnection, AccessError> {
        let sealed_access_token = self.seal(&access_context(site), &grant.access.secret)?;
        let sealed_refresh_token = self.seal(&refresh_context(site), &grant.refresh_token)?;
        let now = self.clock.now_seconds();
        let new = SearchConnection {
            site_id: site,
            connected_by: user,
            account_email,
            sealed_access_token,
            sealed_refresh_token,
            token_expires_at: expiry(granted_at, grant.access.lifetime),
            status: ConnectionStatus::Connected,
            last_error: None,
            failures: 0,
            retry_at: None,
            renewing_until: None,
            property: None,
            connected_at: now,
            updated_at: now,
            revision: 1,
        };
        let new = &new;
        retry_on_conflict(|| async move {
            let before = self.store.search_connection(site).await?;
            let replaced = before.map(|before| before.revision);
            let connection = SearchConnection {
                revision: replaced.unwrap_or_default() + 1,
                ..new.clone()
            };
            match self.store.connect_search(&connection, replaced).await {
                Ok(()) => Ok(Some(connection)),
                Err(error) if error.failed_at(0) => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
        .await
    }

    /// Removes the connection of `site`, and returns whether there was one. The grant is withdrawn at the provider unless
    /// another site is connected with the same account, because the provider withdraws all grants of an account at once.
    /// A failure of the provider changes nothing: the tokens are gone here.
    ///
    /// # Errors
    /// [`AccessError::Items`].
    pub async fn disconnect(&self, site: SiteId) -> Result<bool, AccessError> {
        let removed = retry_on_conflict::<_, ItemsError, _, _>(|| async move {
            let Some(before) = self.store.search_connection(site).await? else {
                return Ok(Some(None));
            };
            let removing = self.store.remove_search_connection(site, before.revision);
            Ok(none_on_conflict(removing.await)?.map(|()| Some(before)))
        })
        .await?;
        let Some(connection) = removed else {
            return Ok(false);
        };
        if let Some(token) = self.withdrawable(&connection).await?
            && let Err(error) = self.console.revoke(&token).await
        {
            tracing::warn!(target: "search", %site, %error, "a grant was not withdrawn at the search provider");
        }
        Ok(true)
    }

    /// The token by which the grant of a removed connection is withdrawn, if no other site uses the grant.
    async fn withdrawable(
        &self,
        removed: &SearchConnection,
    ) -> Result<Option<SecretString>, AccessError> {
        let site = removed.site_id;
        let Some(account) = &removed.account_email else {
            return Ok(None);
        };
        if removed.status == ConnectionStatus::Revoked
            || self.store.search_account_used(account, site).await?
        {
            return Ok(None);
        }
        let sealed = &removed.sealed_refresh_token;
        let opened = self.keyring.open(&refresh_context(site), sealed);
        Ok(opened
            .inspect_err(|error| {
                tracing::warn!(target: "search", %site, %error, "a removed token cannot be opened");
            })
            .ok())
    }
}
