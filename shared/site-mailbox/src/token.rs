//! Access tokens and their renewal.

use std::time::Duration;

use oauth::{OAuthClient, OAuthError, Tokens};
use secrecy::SecretString;

use crate::connection::{Connection, NotRenewable, StoredClient};
use crate::error::{MailboxError, SendError};
use crate::mailboxes::SiteMailbox;
use crate::records::{CONNECTION, Kept};
use crate::service::{Service, report};

/// Time limit of a renewal.
const DEADLINE: Duration = Duration::from_secs(10);
/// Pause between two looks at a connection that another process renews.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// Number of looks: together they are longer than a renewal may take.
const LOOKS: u32 = 48;

impl From<MailboxError> for SendError {
    fn from(error: MailboxError) -> Self {
        tracing::error!(target: "mailbox", %error, "the connection of a mailbox could not be read or written");
        Self::Unavailable("the connection of the mailbox could not be read".to_owned())
    }
}

/// What is told about a failed renewal.
fn described(error: &OAuthError) -> String {
    match error.message() {
        Some(message) => format!("{error}: {message}"),
        None => error.to_string(),
    }
}

impl SiteMailbox {
    /// A valid access token. The first look is at the connection `known`.
    pub(crate) async fn token(&self, known: Kept<Connection>) -> Result<SecretString, SendError> {
        let mut kept = known;
        for _ in 0..LOOKS {
            let gone = || SendError::NoAccess("the mailbox was disconnected".to_owned());
            let mut connection = kept.record.ok_or_else(gone)?;
            let now = self.parts.clock.now_seconds();
            if connection.is_token_valid(now) && !connection.needs_renewal(now) {
                return Ok(connection.access_token());
            }
            match connection.begin_renewal(now) {
                Ok(()) => match self.write(CONNECTION, &connection, kept.revision).await {
                    Ok(revision) => {
                        let record = Some(connection);
                        return self.renew(Kept { record, revision }).await;
                    }
                    // Another process changed the connection first.
                    Err(MailboxError::Conflict) => {}
                    Err(error) => return Err(error.into()),
                },
                Err(NotRenewable::Revoked) => {
                    let error = connection.mailbox().last_error;
                    let error = error.unwrap_or_else(|| "the access was withdrawn".to_owned());
                    return Err(SendError::NoAccess(error));
                }
                // The margin of two minutes has begun: the former token is still accepted.
                Err(NotRenewable::Leased) if connection.is_token_valid(now) => {
                    return Ok(connection.access_token());
                }
                Err(NotRenewable::Leased) => self.all.0.sleeper.sleep(LOOK_AGAIN).await,
            }
            kept = self.read(CONNECTION).await?;
        }
        let busy = "another process has not renewed the access token in time";
        Err(SendError::Unavailable(busy.to_owned()))
    }

    /// Renews the access token of a connection whose lease this process holds.
    async fn renew(&self, leased: Kept<Connection>) -> Result<SecretString, SendError> {
        let gone = || SendError::NoAccess("the mailbox was disconnected".to_owned());
        let mut connection = leased.record.ok_or_else(gone)?;
        let asked = self.parts.clock.now_seconds();
        let outcome = match self.refreshed(&connection).await {
            Ok(tokens) => {
                connection.renewed(&tokens, asked);
                Ok(connection.access_token())
            }
            Err(NotRenewed::Withdrawn(words)) => {
                tracing::error!(target: "mailbox", severity = "critical", site = %self.tenant, "the access to the mailbox of a site was withdrawn");
                connection.revoke(&words);
                Err(SendError::NoAccess(words))
            }
            Err(NotRenewed::Refused(words)) => {
                tracing::error!(target: "mailbox", severity = "critical", site = %self.tenant, error = words, "the access to the mailbox of a site is not renewed");
                connection.fail(&words);
                Err(SendError::NoAccess(words))
            }
            Err(NotRenewed::Later(words)) => {
                tracing::warn!(target: "mailbox", site = %self.tenant, error = words, "the access to the mailbox of a site could not be renewed");
                connection.fail(&words);
                Err(SendError::Unavailable(words))
            }
        };
        match self.write(CONNECTION, &connection, leased.revision).await {
            // After the end of the lease another process may have changed the connection; the token is valid anyway.
            Ok(_) | Err(MailboxError::Conflict) => outcome,
            Err(error) => Err(error.into()),
        }
    }

    async fn refreshed(&self, connection: &Connection) -> Result<Tokens, NotRenewed> {
        let provider = connection.provider;
        let own = connection.client.as_ref().map(StoredClient::client);
        let client: Option<OAuthClient> = own.or_else(|| self.all.client(provider).cloned());
        let client = client.ok_or_else(|| {
            NotRenewed::Refused("the deployment has no OAuth client at the provider".to_owned())
        })?;
        let now = self.parts.clock.now();
        let service = Service::Tokens(provider);
        let pass = self.all.0.services.enter(service, now);
        let pass = pass.map_err(|open| NotRenewed::Later(open.to_string()))?;
        let endpoint = self.all.endpoint(self.all.0.endpoints.token(provider));
        let renewed = endpoint
            .refresh(&client, &connection.refresh_token(), DEADLINE)
            .await;
        let is_answered = !matches!(
            renewed,
            Err(OAuthError::Unavailable { .. } | OAuthError::TimedOut { .. })
        );
        report(pass, is_answered, self.parts.clock.now());
        renewed.map_err(|error| NotRenewed::of(&error))
    }

    /// Marks an access token that the provider does not accept, unless it was replaced meanwhile, and returns the connection
    /// as it is then.
    pub(crate) async fn expire(
        &self,
        token: &SecretString,
    ) -> Result<Kept<Connection>, MailboxError> {
        self.change(|connection| {
            let is_present = connection.has_access_token(token);
            if is_present {
                connection.expire_token(self.parts.clock.now_seconds());
            }
            is_present
        })
        .await
    }

    /// Changes the connection; `change` says whether it did. A connection that was removed stays so. Returns what is stored
    /// afterwards.
    pub(crate) async fn change(
        &self,
        change: impl Fn(&mut Connection) -> bool,
    ) -> Result<Kept<Connection>, MailboxError> {
        items::retry_on_conflict(|| async {
            let mut kept = self.read::<Connection>(CONNECTION).await?;
            let Some(connection) = kept.record.as_mut() else {
                return Ok(Some(kept));
            };
            if !change(connection) {
                return Ok(Some(kept));
            }
            match self.write(CONNECTION, &*connection, kept.revision).await {
                Ok(revision) => {
                    kept.revision = revision;
                    Ok(Some(kept))
                }
                Err(MailboxError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }
}

/// Why an access token was not renewed, in words without secrets.
enum NotRenewed {
    /// The access was withdrawn or has expired.
    Withdrawn(String),
    /// The provider refuses the client, or the deployment has none.
    Refused(String),
    /// A later attempt may succeed.
    Later(String),
}

impl NotRenewed {
    fn of(error: &OAuthError) -> Self {
        let words = described(error);
        match error {
            OAuthError::InvalidGrant { .. } => Self::Withdrawn(words),
            OAuthError::InvalidClient { .. } | OAuthError::Refused { .. } => Self::Refused(words),
            OAuthError::RateLimited { .. }
            | OAuthError::Unavailable { .. }
            | OAuthError::TimedOut { .. }
            | OAuthError::BadPayload => Self::Later(words),
        }
    }
}
