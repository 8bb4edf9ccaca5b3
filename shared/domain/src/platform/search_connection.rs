//! The connection of a site to the search console of a search provider
//! (docs/interface/platform/search.md#connection): its state, and when its access token is renewed.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::id::{SiteId, UserId};

/// An access token is renewed this long before it expires.
pub const RENEWAL_MARGIN: SignedDuration = SignedDuration::from_mins(2);
/// Lease of a process that renews an access token; longer than the time limit of the call.
pub const RENEWAL_LEASE: SignedDuration = SignedDuration::from_secs(30);
/// Pauses after the first, second, … failed renewal in a row, in minutes. The last one repeats.
const PAUSES: [i64; 5] = [1, 5, 15, 60, 360];
/// Longest `last_error` that is stored, in characters.
const ERROR_CHARS: usize = 500;

/// State of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionStatus {
    /// The provider accepts the tokens.
    Connected,
    /// The provider withdrew the access; a user must connect again.
    Revoked,
    /// The last renewal failed for another reason; it is tried again.
    Error,
}

/// The property of the search console that covers a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenProperty {
    /// Identifier of the property: a URL prefix, or `sc-domain:` with a domain.
    pub property: String,
    /// Address of the site for which it was chosen. It is chosen again for another address.
    pub site_url: String,
}

/// A connection. The tokens are sealed for the site.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchConnection {
    /// The site.
    pub site_id: SiteId,
    /// User who connected it.
    pub connected_by: UserId,
    /// E-mail address of the provider's account, if it told one.
    pub account_email: Option<String>,
    /// Sealed access token.
    pub sealed_access_token: String,
    /// Sealed refresh token.
    pub sealed_refresh_token: String,
    /// When the access token expires.
    pub token_expires_at: Timestamp,
    /// State.
    pub status: ConnectionStatus,
    /// Error of the last renewal, without secrets; `None` after a successful one.
    pub last_error: Option<String>,
    /// Failed renewals in a row.
    pub failures: u32,
    /// When a failed renewal is tried again.
    pub retry_at: Option<Timestamp>,
    /// End of the lease of the process that renews the access token.
    pub renewing_until: Option<Timestamp>,
    /// The property that covers the site, once it is known.
    pub property: Option<ChosenProperty>,
    /// When the site was connected.
    pub connected_at: Timestamp,
    /// When the connection last changed.
    pub updated_at: Timestamp,
    /// Incremented with each change; detects concurrent writes. A new connection continues the count of the one that
    /// it replaces.
    pub revision: u64,
}

/// The sealed tokens are omitted.
impl std::fmt::Debug for SearchConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchConnection")
            .field("site_id", &self.site_id)
            .field("status", &self.status)
            .field("token_expires_at", &self.token_expires_at)
            .field("failures", &self.failures)
            .field("retry_at", &self.retry_at)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

/// Why an access token cannot be renewed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRenewable {
    /// The access was withdrawn.
    #[error("the access was withdrawn")]
    Revoked,
    /// Another process renews it until this time at most.
    #[error("another process renews the access token")]
    Leased(Timestamp),
    /// The last renewal failed; the next one is due at this time.
    #[error("the pause after a failed renewal has not ended")]
    Paused(Timestamp),
}

impl SearchConnection {
    /// Whether the access token must be renewed before it is used at `now`.
    pub fn needs_renewal(&self, now: Timestamp) -> bool {
        self.token_expires_at.duration_since(now) < RENEWAL_MARGIN
    }

    /// Whether the provider still accepts the access token at `now`, also within the margin of its renewal.
    pub fn is_token_valid(&self, now: Timestamp) -> bool {
        self.status != ConnectionStatus::Revoked && self.token_expires_at > now
    }

    /// Takes the lease of a renewal.
    ///
    /// # Errors
    /// [`NotRenewable`]; nothing changed.
    pub fn begin_renewal(&mut self, now: Timestamp) -> Result<(), NotRenewable> {
        if self.status == ConnectionStatus::Revoked {
            return Err(NotRenewable::Revoked);
        }
        if let Some(until) = self.renewing_until.filter(|until| *until > now) {
            return Err(NotRenewable::Leased(until));
        }
        if let Some(at) = self.retry_at.filter(|at| *at > now) {
            return Err(NotRenewable::Paused(at));
        }
        self.renewing_until = Some(now + RENEWAL_LEASE);
        self.touch(now);
        Ok(())
    }

    /// Stores a renewed access token, and the refresh token if the provider issued a new one.
    pub fn renewed(
        &mut self,
        sealed_access_token: String,
        sealed_refresh_token: Option<String>,
        expires_at: Timestamp,
        now: Timestamp,
    ) {
        self.sealed_access_token = sealed_access_token;
        if let Some(sealed) = sealed_refresh_token {
            self.sealed_refresh_token = sealed;
        }
        self.token_expires_at = expires_at;
        self.status = ConnectionStatus::Connected;
        self.last_error = None;
        self.failures = 0;
        self.retry_at = None;
        self.renewing_until = None;
        self.touch(now);
    }

    /// Records that the provider withdrew the access.
    pub fn revoke(&mut self, error: &str, now: Timestamp) {
        self.status = ConnectionStatus::Revoked;
        self.last_error = Some(shortened(error));
        self.retry_at = None;
        self.renewing_until = None;
        self.touch(now);
    }

    /// Records a renewal that failed for another reason, and when it is tried again: after 1, 5, 15, 60 and then every
    /// 360 minutes.
    pub fn fail_renewal(&mut self, error: &str, now: Timestamp) {
        let place = usize::try_from(self.failures).unwrap_or(usize::MAX);
        let minutes = PAUSES.get(place).or(PAUSES.last()).copied().unwrap_or(1);
        self.status = ConnectionStatus::Error;
        self.last_error = Some(shortened(error));
        self.failures = self.failures.saturating_add(1);
        self.retry_at = Some(now + SignedDuration::from_mins(minutes));
        self.renewing_until = None;
        self.touch(now);
    }

    /// Marks the access token as one that the provider does not accept any more, so that the next use renews it.
    pub fn expire_token(&mut self, now: Timestamp) {
        self.token_expires_at = now;
        self.touch(now);
    }

    /// Stores the property that covers the site.
    pub fn choose_property(&mut self, chosen: ChosenProperty, now: Timestamp) {
        self.property = Some(chosen);
        self.touch(now);
    }

    /// The property for a site at `site_url`, if it is known.
    pub fn property_of(&self, site_url: &str) -> Option<&str> {
        let chosen = self.property.as_ref()?;
        (chosen.site_url == site_url).then_some(chosen.property.as_str())
    }

    /// When the publishing tick must have a failed renewal tried again.
    pub fn due_at(&self) -> Option<Timestamp> {
        let retry_at = self.retry_at?;
        Some(
            self.renewing_until
                .map_or(retry_at, |until| until.max(retry_at)),
        )
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

fn shortened(error: &str) -> String {
    error.chars().take(ERROR_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn connection() -> SearchConnection {
        SearchConnection {
            site_id: SiteId(4),
            connected_by: UserId(7),
            account_email: Some("ana@agencia.test".into()),
            sealed_access_token: "v1.k1.canary-access".into(),
            sealed_refresh_token: "v1.k1.canary-refresh".into(),
            token_expires_at: at(3_600),
            status: ConnectionStatus::Connected,
            last_error: None,
            failures: 0,
            retry_at: None,
            renewing_until: None,
            property: None,
            connected_at: at(0),
            updated_at: at(0),
            revision: 1,
        }
    }

    #[test]
    fn a_token_is_renewed_two_minutes_before_it_expires() {
        let connection = connection();
        assert!(!connection.needs_renewal(at(3_480)));
        assert!(connection.needs_renewal(at(3_481)));
        assert!(connection.is_token_valid(at(3_599)));
        assert!(!connection.is_token_valid(at(3_600)));
    }

    #[test]
    fn one_process_renews_at_a_time() {
        let mut connection = connection();
        connection.begin_renewal(at(3_500)).unwrap();
        assert_eq!(
            connection.begin_renewal(at(3_501)),
            Err(NotRenewable::Leased(at(3_530)))
        );
        // The process is gone.
        assert_eq!(connection.begin_renewal(at(3_530)), Ok(()));
        assert_eq!(connection.revision, 3);
    }

    #[test]
    fn failed_renewals_are_tried_again_after_growing_pauses() {
        let mut connection = connection();
        let mut now = at(4_000);
        for minutes in [1, 5, 15, 60, 360, 360] {
            connection.begin_renewal(now).unwrap();
            connection.fail_renewal("503", now);
            assert_eq!(connection.status, ConnectionStatus::Error);
            let next = now + SignedDuration::from_mins(minutes);
            assert_eq!(connection.due_at(), Some(next), "{minutes}");
            let early = next - SignedDuration::from_secs(1);
            assert_eq!(
                connection.begin_renewal(early),
                Err(NotRenewable::Paused(next))
            );
            now = next;
        }
        connection.begin_renewal(now).unwrap();
        connection.renewed("a".into(), None, now + SignedDuration::from_hours(1), now);
        assert_eq!(connection.status, ConnectionStatus::Connected);
        assert_eq!((connection.due_at(), connection.last_error), (None, None));
        assert_eq!(connection.sealed_refresh_token, "v1.k1.canary-refresh");
    }

    #[test]
    fn a_revoked_connection_is_not_renewed() {
        let mut connection = connection();
        connection.begin_renewal(at(3_500)).unwrap();
        connection.revoke(&"x".repeat(900), at(3_501));
        assert_eq!(
            connection.begin_renewal(at(9_000)),
            Err(NotRenewable::Revoked)
        );
        assert!(!connection.is_token_valid(at(3_502)));
        assert_eq!(connection.due_at(), None);
        assert_eq!(connection.last_error.unwrap().len(), 500);
    }

    #[test]
    fn a_property_belongs_to_the_address_for_which_it_was_chosen() {
        let mut connection = connection();
        let chosen = ChosenProperty {
            property: "sc-domain:padaria.example".into(),
            site_url: "https://padaria.example/".into(),
        };
        connection.choose_property(chosen, at(5));
        let of = |url| connection.property_of(url);
        assert_eq!(
            of("https://padaria.example/"),
            Some("sc-domain:padaria.example")
        );
        assert_eq!(of("https://outra.example/"), None);
    }

    #[test]
    fn tokens_are_not_printed() {
        assert!(!format!("{:?}", connection()).contains("canary"));
    }
}
