//! State machine of a connection.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use oauth::{OAuthClient, Tokens};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::provider::Provider;

/// An access token is renewed this long before it expires.
const RENEWAL_MARGIN: SignedDuration = SignedDuration::from_mins(2);
/// Lease of a process that renews an access token; longer than the time limit of the call.
const RENEWAL_LEASE: SignedDuration = SignedDuration::from_secs(30);
/// Longest `last_error` that is stored, in characters.
const ERROR_CHARS: usize = 500;

/// State of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailboxState {
    /// The provider accepts the tokens.
    Active,
    /// The provider withdrew the access: a person must connect the mailbox again.
    Revoked,
    /// The last renewal failed for another reason, or the provider did not let the mailbox send. The next mail tries again.
    Error,
}

impl MailboxState {
    /// Its name in responses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Revoked => "revoked",
            Self::Error => "error",
        }
    }
}

/// A connected mailbox, without its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The provider.
    pub provider: Provider,
    /// The account's e-mail address, from which mails are sent.
    pub address: String,
    /// State.
    pub state: MailboxState,
    /// The last failure, without secrets; none after a success.
    pub last_error: Option<String>,
    /// User of the site who connected it.
    pub connected_by: u64,
    /// When it was connected.
    pub connected_at: Timestamp,
}

/// A client in stored form.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredClient {
    id: String,
    secret: String,
}

impl StoredClient {
    pub(crate) fn of(client: &OAuthClient) -> Self {
        Self {
            id: client.id.clone(),
            secret: client.secret.expose_secret().to_owned(),
        }
    }

    pub(crate) fn client(&self) -> OAuthClient {
        OAuthClient {
            id: self.id.clone(),
            secret: SecretString::from(self.secret.as_str()),
        }
    }
}

/// A connection in the form that is sealed and stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Connection {
    pub(crate) provider: Provider,
    pub(crate) address: String,
    /// The site's own client; none for that of the deployment.
    pub(crate) client: Option<StoredClient>,
    access_token: String,
    refresh_token: String,
    expires_at: Timestamp,
    pub(crate) state: MailboxState,
    last_error: Option<String>,
    /// End of the lease of the process that renews the access token.
    renewing_until: Option<Timestamp>,
    pub(crate) connected_by: u64,
    connected_at: Timestamp,
}

/// What a new connection consists of.
pub(crate) struct NewConnection {
    pub(crate) provider: Provider,
    pub(crate) address: String,
    pub(crate) client: Option<StoredClient>,
    pub(crate) refresh_token: SecretString,
    pub(crate) connected_by: u64,
}

/// Why an access token cannot be renewed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotRenewable {
    /// The access was withdrawn.
    Revoked,
    /// Another process renews it.
    Leased,
}

impl Connection {
    /// A new connection with the tokens that were asked for at `asked`.
    pub(crate) fn new(new: NewConnection, tokens: &Tokens, asked: Timestamp) -> Self {
        Self {
            provider: new.provider,
            address: new.address,
            client: new.client,
            access_token: tokens.access.secret.expose_secret().to_owned(),
            refresh_token: new.refresh_token.expose_secret().to_owned(),
            expires_at: expiry(asked, tokens.access.lifetime),
            state: MailboxState::Active,
            last_error: None,
            renewing_until: None,
            connected_by: new.connected_by,
            connected_at: asked,
        }
    }

    /// What may be shown.
    pub(crate) fn mailbox(&self) -> Mailbox {
        Mailbox {
            provider: self.provider,
            address: self.address.clone(),
            state: self.state,
            last_error: self.last_error.clone(),
            connected_by: self.connected_by,
            connected_at: self.connected_at,
        }
    }

    pub(crate) fn access_token(&self) -> SecretString {
        SecretString::from(self.access_token.as_str())
    }

    pub(crate) fn refresh_token(&self) -> SecretString {
        SecretString::from(self.refresh_token.as_str())
    }

    /// Whether `token` is the stored access token.
    pub(crate) fn has_access_token(&self, token: &SecretString) -> bool {
        self.access_token == token.expose_secret()
    }

    /// Whether the access token must be renewed before it is used at `now`.
    pub(crate) fn needs_renewal(&self, now: Timestamp) -> bool {
        self.expires_at.duration_since(now) < RENEWAL_MARGIN
    }

    /// Whether the provider still accepts the access token at `now`, also within the margin of its renewal.
    pub(crate) fn is_token_valid(&self, now: Timestamp) -> bool {
        self.state != MailboxState::Revoked && self.expires_at > now
    }

    /// Takes the lease of a renewal.
    pub(crate) fn begin_renewal(&mut self, now: Timestamp) -> Result<(), NotRenewable> {
        if self.state == MailboxState::Revoked {
            return Err(NotRenewable::Revoked);
        }
        if self.renewing_until.is_some_and(|until| until > now) {
            return Err(NotRenewable::Leased);
        }
        self.renewing_until = Some(now + RENEWAL_LEASE);
        Ok(())
    }

    /// Stores renewed tokens that were asked for at `asked`.
    pub(crate) fn renewed(&mut self, tokens: &Tokens, asked: Timestamp) {
        let access = tokens.access.secret.expose_secret();
        access.clone_into(&mut self.access_token);
        if let Some(refresh) = &tokens.refresh_token {
            refresh.expose_secret().clone_into(&mut self.refresh_token);
        }
        self.expires_at = expiry(asked, tokens.access.lifetime);
        self.renewing_until = None;
        self.recovered();
    }

    /// Marks the access token as one that the provider does not accept any more, so that the next use renews it.
    pub(crate) fn expire_token(&mut self, now: Timestamp) {
        self.expires_at = now;
    }

    /// Records that the provider withdrew the access.
    pub(crate) fn revoke(&mut self, error: &str) {
        self.state = MailboxState::Revoked;
        self.last_error = Some(shortened(error));
        self.renewing_until = None;
    }

    /// Records another failure, and ends the lease.
    pub(crate) fn fail(&mut self, error: &str) {
        self.state = MailboxState::Error;
        self.last_error = Some(shortened(error));
        self.renewing_until = None;
    }

    /// Records a success.
    pub(crate) fn recovered(&mut self) {
        self.state = MailboxState::Active;
        self.last_error = None;
    }

    /// Whether a success changes what is stored.
    pub(crate) const fn has_failed(&self) -> bool {
        self.last_error.is_some()
    }
}

/// The tokens and the client are omitted.
impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection")
            .field("provider", &self.provider)
            .field("state", &self.state)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// When a token that was requested at `asked` expires.
fn expiry(asked: Timestamp, lifetime: Duration) -> Timestamp {
    let lifetime = SignedDuration::try_from(lifetime).unwrap_or(SignedDuration::ZERO);
    asked.saturating_add(lifetime).unwrap_or(asked)
}

fn shortened(error: &str) -> String {
    error.chars().take(ERROR_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use oauth::AccessToken;

    use super::*;

    fn tokens(access: &str, refresh: Option<&str>) -> Tokens {
        Tokens {
            access: AccessToken {
                secret: SecretString::from(access),
                lifetime: Duration::from_secs(3_600),
            },
            refresh_token: refresh.map(SecretString::from),
            scope: None,
            account_email: None,
        }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn connected() -> Connection {
        let new = NewConnection {
            provider: Provider::Google,
            address: "site@exemplo.com.br".to_owned(),
            client: None,
            refresh_token: SecretString::from("refresh-1"),
            connected_by: 3,
        };
        Connection::new(new, &tokens("access-1", None), at(1_000))
    }

    #[test]
    fn a_token_is_renewed_two_minutes_before_it_expires() {
        let connection = connected();
        assert!(!connection.needs_renewal(at(4_480)));
        assert!(connection.needs_renewal(at(4_481)));
        assert!(connection.is_token_valid(at(4_599)));
        assert!(!connection.is_token_valid(at(4_600)));
    }

    #[test]
    fn one_process_renews_at_a_time_until_its_lease_ends() {
        let mut connection = connected();
        assert_eq!(connection.begin_renewal(at(4_500)), Ok(()));
        assert_eq!(
            connection.begin_renewal(at(4_529)),
            Err(NotRenewable::Leased)
        );
        assert_eq!(connection.begin_renewal(at(4_530)), Ok(()));
        connection.fail("the client is not accepted");
        assert_eq!(connection.state, MailboxState::Error);
        assert_eq!(connection.begin_renewal(at(4_531)), Ok(()));
        connection.renewed(&tokens("access-2", Some("refresh-2")), at(4_531));
        assert_eq!(connection.state, MailboxState::Active);
        assert!(!connection.has_failed() && !connection.needs_renewal(at(4_532)));
        assert!(connection.has_access_token(&SecretString::from("access-2")));
        assert_eq!(connection.refresh_token().expose_secret(), "refresh-2");
        connection.renewed(&tokens("access-3", None), at(8_000));
        assert_eq!(connection.refresh_token().expose_secret(), "refresh-2");
    }

    #[test]
    fn a_revoked_access_is_not_renewed() {
        let mut connection = connected();
        connection.revoke(&"é".repeat(600));
        assert_eq!(
            connection.begin_renewal(at(1_001)),
            Err(NotRenewable::Revoked)
        );
        assert!(!connection.is_token_valid(at(1_001)));
        let shown = connection.mailbox().last_error.unwrap();
        assert_eq!(shown.chars().count(), 500);
        assert!(!format!("{connection:?}").contains("access-1"));
    }
}
