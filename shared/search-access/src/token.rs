//! Access tokens and their renewal.

use std::time::Duration;

use domain::platform::id::SiteId;
use domain::platform::search_connection::{
    ChosenProperty, ConnectionStatus, NotRenewable, SearchConnection,
};
use domain::platform::site_record::Site;
use items::ItemsError;
use jiff::{SignedDuration, Timestamp};
use search_console::{SearchError, property_covering};
use secrecy::SecretString;
use url::Url;

use crate::error::AccessError;
use crate::{SearchAccess, described};

/// Pause between two looks at a connection that another process renews.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// Number of looks: together they are longer than a renewal may take, and shorter than a request.
const LOOKS: u32 = 48;

/// What a token of a site is sealed for.
pub(crate) fn access_context(site: SiteId) -> String {
    format!("site/{site}/search_access_token")
}

/// What a refresh token of a site is sealed for.
pub(crate) fn refresh_context(site: SiteId) -> String {
    format!("site/{site}/search_refresh_token")
}

/// When a token that was requested at `asked` expires.
pub(crate) fn expiry(asked: Timestamp, lifetime: Duration) -> Timestamp {
    let lifetime = SignedDuration::try_from(lifetime).unwrap_or(SignedDuration::ZERO);
    asked.saturating_add(lifetime).unwrap_or(asked)
}

/// An access token, and the sealed form under which it was found.
struct Token {
    secret: SecretString,
    sealed: String,
}

impl SearchAccess {
    /// Makes `call` with an access token of `site`. When the provider does not accept the token, it is renewed and the
    /// call is made once more; a call that is refused for its token has had no effect.
    ///
    /// # Errors
    /// [`AccessError`]. When a renewed token is not accepted either, the connection has the status `error`.
    pub async fn with_token<T, F, Fut>(&self, site: SiteId, call: F) -> Result<T, AccessError>
    where
        F: Fn(SecretString) -> Fut,
        Fut: Future<Output = Result<T, SearchError>>,
    {
        let token = self.token(site).await?;
        match call(token.secret).await {
            Err(SearchError::Unauthorized { .. }) => {}
            done => return Ok(done?),
        }
        self.expire(site, &token.sealed).await?;
        let token = self.token(site).await?;
        let done = call(token.secret).await;
        if let Err(error @ SearchError::Unauthorized { .. }) = &done {
            self.note_failure(site, &token.sealed, error).await?;
        }
        Ok(done?)
    }

    /// Renews the access token of `site` if it is about to expire.
    ///
    /// # Errors
    /// [`AccessError`].
    pub async fn renew_if_due(&self, site: SiteId) -> Result<(), AccessError> {
        self.token(site).await.map(drop)
    }

    /// The property that covers the site.
    ///
    /// # Errors
    /// [`AccessError::NoProperty`] when the account has none, and the other [`AccessError`]s.
    pub async fn property(&self, site: &Site) -> Result<String, AccessError> {
        let connection = self.store.search_connection(site.id).await?;
        let connection = connection.ok_or(AccessError::NotConnected)?;
        if let Some(property) = connection.property_of(&site.url) {
            return Ok(property.to_owned());
        }
        let url = Url::parse(&site.url).map_err(|_| AccessError::NoProperty)?;
        let console = &self.console;
        let properties = self
            .with_token(
                site.id,
                |token| async move { console.properties(&token).await },
            )
            .await?;
        let covering = property_covering(&properties, &url).ok_or(AccessError::NoProperty)?;
        let property = covering.site_url.clone();
        self.remember(site, &property).await?;
        Ok(property)
    }

    /// Stores the property, unless another process changes the connection: the next use then looks it up again.
    async fn remember(&self, site: &Site, property: &str) -> Result<(), AccessError> {
        let Some(mut connection) = self.store.search_connection(site.id).await? else {
            return Err(AccessError::NotConnected);
        };
        let from = connection.revision;
        let chosen = ChosenProperty {
            property: property.to_owned(),
            site_url: site.url.clone(),
        };
        connection.choose_property(chosen, self.clock.now_seconds());
        self.save_unless_changed(&connection, from).await
    }

    async fn save_unless_changed(
        &self,
        connection: &SearchConnection,
        from: u64,
    ) -> Result<(), AccessError> {
        match self.store.save_search_connection(connection, from).await {
            Ok(()) | Err(ItemsError::Conflict { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// A valid access token.
    async fn token(&self, site: SiteId) -> Result<Token, AccessError> {
        for _ in 0..LOOKS {
            let connection = self.store.search_connection(site).await?;
            let mut connection = connection.ok_or(AccessError::NotConnected)?;
            let now = self.clock.now_seconds();
            if connection.status == ConnectionStatus::Revoked {
                return Err(AccessError::Revoked);
            }
            if !connection.needs_renewal(now) {
                return self.opened(&connection);
            }
            let from = connection.revision;
            match connection.begin_renewal(now) {
                Ok(()) => match self.store.save_search_connection(&connection, from).await {
                    Ok(()) => return self.renew(connection).await,
                    // Another process took the lease first.
                    Err(ItemsError::Conflict { .. }) => continue,
                    Err(error) => return Err(error.into()),
                },
                Err(NotRenewable::Revoked) => return Err(AccessError::Revoked),
                // The margin of two minutes has begun: the former token is still accepted.
                Err(_) if connection.is_token_valid(now) => return self.opened(&connection),
                Err(NotRenewable::Paused(retry_at)) => {
                    return Err(AccessError::Paused {
                        last_error: connection.last_error.unwrap_or_default(),
                        retry_at,
                    });
                }
                Err(NotRenewable::Leased(_)) => self.sleeper.sleep(LOOK_AGAIN).await,
            }
        }
        Err(AccessError::Busy)
    }

    fn opened(&self, connection: &SearchConnection) -> Result<Token, AccessError> {
        let sealed = connection.sealed_access_token.clone();
        let context = access_context(connection.site_id);
        Ok(Token {
            secret: self.open(&context, &sealed)?,
            sealed,
        })
    }

    fn open(&self, context: &str, sealed: &str) -> Result<SecretString, AccessError> {
        self.keyring.open(context, sealed).map_err(|error| {
            tracing::error!(target: "search", severity = "critical", %error, "a token of the search console cannot be opened");
            ItemsError::Defect(error.to_string()).into()
        })
    }

    pub(crate) fn seal(&self, context: &str, token: &SecretString) -> Result<String, AccessError> {
        let sealed = self.keyring.seal(context, token, &*self.random);
        sealed.map_err(|error| ItemsError::Defect(error.to_string()).into())
    }

    /// Renews the access token of a connection whose lease this process holds.
    async fn renew(&self, mut connection: SearchConnection) -> Result<Token, AccessError> {
        let from = connection.revision;
        let asked = self.clock.now_seconds();
        let renewed = self.refreshed(&connection).await;
        let now = self.clock.now_seconds();
        match renewed {
            Ok(renewed) => {
                let site = connection.site_id;
                let sealed = self.seal(&access_context(site), &renewed.access.secret)?;
                let refresh = renewed
                    .refresh_token
                    .map(|token| self.seal(&refresh_context(site), &token))
                    .transpose()?;
                let expires_at = expiry(asked, renewed.access.lifetime);
                connection.renewed(sealed.clone(), refresh, expires_at, now);
                match self.store.save_search_connection(&connection, from).await {
                    Ok(()) => {}
                    // Disconnected, or connected again meanwhile.
                    Err(ItemsError::Conflict { .. }) => return Err(AccessError::Busy),
                    Err(error) => return Err(error.into()),
                }
                Ok(Token {
                    secret: renewed.access.secret,
                    sealed,
                })
            }
            Err(error) => {
                let refused = self.judge(&mut connection, error, now);
                self.save_unless_changed(&connection, from).await?;
                Err(refused)
            }
        }
    }

    async fn refreshed(
        &self,
        connection: &SearchConnection,
    ) -> Result<search_console::RenewedAccess, AccessError> {
        let client = self.client().await?;
        let context = refresh_context(connection.site_id);
        let refresh = self.open(&context, &connection.sealed_refresh_token)?;
        Ok(self.console.refresh(&client, &refresh).await?)
    }

    /// Records a failed renewal in the connection, and returns the error of the use that needed it.
    fn judge(
        &self,
        connection: &mut SearchConnection,
        error: AccessError,
        now: Timestamp,
    ) -> AccessError {
        let site = connection.site_id;
        let words = error.words();
        match &error {
            AccessError::Provider(SearchError::InvalidGrant { .. }) => {
                tracing::warn!(target: "search", %site, "the provider withdrew the access of a site");
                connection.revoke(&words, now);
                return AccessError::Revoked;
            }
            AccessError::Provider(SearchError::InvalidClient { code, .. }) => {
                tracing::error!(target: "search", severity = "critical", code, "the search provider refuses the OAuth client");
            }
            _ => {
                tracing::warn!(target: "search", %site, %error, "an access token was not renewed; it is tried again");
            }
        }
        connection.fail_renewal(&words, now);
        error
    }

    /// Makes the next use renew the token, unless another process has changed it.
    async fn expire(&self, site: SiteId, sealed: &str) -> Result<(), AccessError> {
        self.change_token(site, sealed, |connection, now| connection.expire_token(now))
            .await
    }

    /// Records that a new token was not accepted.
    async fn note_failure(
        &self,
        site: SiteId,
        sealed: &str,
        error: &SearchError,
    ) -> Result<(), AccessError> {
        self.change_token(site, sealed, |connection, now| {
            connection.expire_token(now);
            connection.fail_renewal(&described(error), now);
        })
        .await
    }

    async fn change_token(
        &self,
        site: SiteId,
        sealed: &str,
        change: impl FnOnce(&mut SearchConnection, Timestamp),
    ) -> Result<(), AccessError> {
        let connection = self.store.search_connection(site).await?;
        let Some(mut connection) = connection.filter(|now| now.sealed_access_token == sealed)
        else {
            return Ok(());
        };
        let from = connection.revision;
        change(&mut connection, self.clock.now_seconds());
        self.save_unless_changed(&connection, from).await
    }
}
