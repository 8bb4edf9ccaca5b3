//! The connection of the site to a service of keywords: its tokens, and their renewal by one process at a time.

use std::time::Duration;

use seo::keywords::failure::Failure;
use seo::keywords::tokens::ServiceTokens;
use seo_services::{OAuthError, Research, Tracker};
use serde::{Deserialize, Serialize};
use site_api::ApiCall;
use site_options::{OptionName, Owner, Revision, Sealed};
use site_rest::RestError;

use crate::secrets;
use crate::stop;

/// Connection to keyword research.
const RESEARCH: OptionName = OptionName::new("seo.keyword-research");
/// Connection to rank tracking.
const TRACKER: OptionName = OptionName::new("seo.rank-tracker");
/// How long one process may renew tokens before another one tries, in seconds.
const LEASE_SECONDS: i64 = 20;
/// Pause before tokens that another process renews are read again.
const PAUSE: Duration = Duration::from_millis(500);
/// How often they are read again.
const MOST_READS: usize = 20;

/// A service of keywords.
#[derive(Clone, Copy)]
pub enum Service<'a> {
    /// Keyword research.
    Research(&'a Research),
    /// Rank tracking.
    Tracker(&'a Tracker),
}

/// A connection, to be sealed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Connection {
    /// Tokens; none when the site is not connected.
    pub tokens: Option<ServiceTokens>,
    /// Website of the account, for rank tracking.
    pub website: Option<i64>,
}

/// Why a service cannot be called.
pub type Stop = stop::Stop<Failure>;

impl Service<'_> {
    const fn name(self) -> OptionName {
        match self {
            Self::Research(_) => RESEARCH,
            Self::Tracker(_) => TRACKER,
        }
    }

    async fn renew(self, tokens: &ServiceTokens) -> Result<ServiceTokens, OAuthError> {
        match self {
            Self::Research(service) => service.renew(tokens).await,
            Self::Tracker(service) => service.renew(tokens).await,
        }
    }

    /// Stores new tokens, in place of an earlier connection.
    ///
    /// # Errors
    /// The store fails.
    pub async fn connect(
        self,
        call: &ApiCall,
        tokens: &ServiceTokens,
        website: Option<i64>,
    ) -> Result<(), RestError> {
        let stored = secrets::change(call, Owner::Site, self.name(), |stored: &mut Connection| {
            *stored = Connection {
                tokens: Some(tokens.clone()),
                website,
            };
        });
        stored.await
    }

    /// The connection with tokens that have not expired. Expired ones are renewed; a connection that the service ended is
    /// deleted.
    ///
    /// # Errors
    /// [`Stop`].
    pub async fn connection(self, call: &ApiCall) -> Result<(ServiceTokens, Option<i64>), Stop> {
        for _ in 0..MOST_READS {
            let Sealed { value, revision } = self.stored(call).await?;
            let Some(tokens) = value.tokens else {
                return Err(Failure::NotConnected.into());
            };
            let now = call.app().now();
            if !tokens.has_expired(now) {
                return Ok((tokens, value.website));
            }
            if tokens.is_renewing(now) {
                call.app().sleeper().sleep(PAUSE).await;
                continue;
            }
            let mut claimed = tokens;
            claimed.renewing_until = now.as_second().saturating_add(LEASE_SECONDS);
            let Some(revision) = self.put(call, &claimed, value.website, revision).await? else {
                continue;
            };
            if let Some(renewed) = self.renewed(call, claimed, value.website, revision).await? {
                return Ok((renewed, value.website));
            }
        }
        Err(Failure::Refused("The access is being renewed.".to_owned()).into())
    }

    /// Renews tokens that this process has claimed; none when the connection was replaced meanwhile.
    async fn renewed(
        self,
        call: &ApiCall,
        mut claimed: ServiceTokens,
        website: Option<i64>,
        revision: Revision,
    ) -> Result<Option<ServiceTokens>, Stop> {
        let failure = match self.renew(&claimed).await {
            Ok(renewed) => {
                let stored = self.put(call, &renewed, website, revision).await?;
                return Ok(stored.map(|_| renewed));
            }
            Err(failure) => failure,
        };
        let stored = if let OAuthError::InvalidGrant(_) = &failure {
            let nothing = Connection::default();
            secrets::write(call, Owner::Site, self.name(), &nothing, revision).await?
        } else {
            claimed.renewal_failed();
            self.put(call, &claimed, website, revision).await?
        };
        match stored {
            Some(_) => Err(Failure::Renewal(failure.to_string()).into()),
            None => Ok(None),
        }
    }

    async fn stored(self, call: &ApiCall) -> Result<Sealed<Connection>, RestError> {
        secrets::read(call, Owner::Site, self.name()).await
    }

    async fn put(
        self,
        call: &ApiCall,
        tokens: &ServiceTokens,
        website: Option<i64>,
        read: Revision,
    ) -> Result<Option<Revision>, RestError> {
        let connection = Connection {
            tokens: Some(tokens.clone()),
            website,
        };
        secrets::write(call, Owner::Site, self.name(), &connection, read).await
    }
}
