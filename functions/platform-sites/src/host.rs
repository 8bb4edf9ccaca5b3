//! Calls to the host of a site: connection, time limit, diagnosis of failures, and cached responses.

use std::future::Future;
use std::time::Duration;

use domain::platform::site_record::Site;
use host_access::{AccessError, HostDiagnosis, host_of};
use host_client::{Host, HostError, Unreachable};
use platform_http::{ApiError, Code};
use platform_store::HostAnswer;
use serde::Serialize;

use crate::Ports;
use crate::diagnosis::{DiagnosisBody, host_failure};

/// Time for all calls that one request makes to a host, below the gateway's 30 seconds.
const ALL_CALLS: Duration = Duration::from_secs(25);

/// Why a call to a host failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The site has no login or password.
    NotConnected,
    /// Error of the host.
    Host(HostError),
    /// Error of this system.
    Own(ApiError),
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Own(error)
    }
}

impl Failure {
    /// Diagnosis, for routes that return one.
    ///
    /// # Errors
    /// The error, when it is one of this system.
    pub(crate) fn diagnosis(self, site: &Site) -> Result<DiagnosisBody, ApiError> {
        match self {
            Self::NotConnected => Ok(HostDiagnosis::not_connected().into()),
            Self::Host(error) => {
                tracing::warn!(target: "hosts", site = site.id.0, %error, "a call to a host failed");
                Ok(HostDiagnosis::from(&error).into())
            }
            Self::Own(error) => Err(error),
        }
    }
}

/// For routes that have no place for a diagnosis.
impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotConnected => Code::SiteNotConnected.into(),
            Failure::Host(error) => host_failure(&error),
            Failure::Own(error) => error,
        }
    }
}

/// Runs calls to a host within the time for all of them.
pub(crate) async fn in_time<T>(
    calls: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::time::timeout(ALL_CALLS, calls)
        .await
        .unwrap_or(Err(HostError::Unreachable(Unreachable::Timeout).into()))
}

/// Whether the site has what a call needs from a person.
pub(crate) fn has_login(site: &Site) -> Result<(), Failure> {
    if site.host_user.is_some() && site.host_password_set {
        Ok(())
    } else {
        Err(Failure::NotConnected)
    }
}

/// The host of a site with its login. An interface that was not discovered yet is looked for; only
/// the connection test keeps what is found.
pub(crate) async fn host(ports: &Ports, site: &Site) -> Result<Host, Failure> {
    has_login(site)?;
    if site.rest_root.is_some() && site.rest_namespace.is_some() {
        return with_login(ports, site).await;
    }
    let found = ports.hosts().discover(&site.url).await?;
    let site = Site {
        rest_root: Some(found.rest_root.into()),
        rest_namespace: Some(found.namespace),
        ..site.clone()
    };
    with_login(ports, &site).await
}

async fn with_login(ports: &Ports, site: &Site) -> Result<Host, Failure> {
    host_of(&ports.store, &ports.keyring, site)
        .await
        .map_err(|error| match error {
            AccessError::NotConnected => Failure::NotConnected,
            AccessError::Sealed(error) => ApiError::internal(error).into(),
            AccessError::Items(error) => ApiError::from(error).into(),
        })
}

/// Caches a response of a host. When the store fails, the present request succeeds and the next one calls the host
/// again.
pub(crate) async fn cache<T: Serialize>(
    ports: &Ports,
    site: &Site,
    answer: HostAnswer,
    value: &T,
    seconds: i64,
) {
    let now = ports.clock.now();
    let cached = ports
        .store
        .cache_host_answer(site, answer, value, now, seconds)
        .await;
    if let Err(error) = cached {
        tracing::warn!(target: "hosts", site = site.id.0, %error, "a host's response could not be cached");
    }
}
