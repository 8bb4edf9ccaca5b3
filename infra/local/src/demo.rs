//! Demonstration over HTTP on a complete system: an article with an image goes from draft through the
//! client's approval to publication on the content site, and is read back.

mod article;
mod browser;
mod story;

use std::net::SocketAddr;

use jiff::SignedDuration;

use crate::parts::Data;
use crate::start_error::StartError;
use crate::system::{Options, System};

/// Why the demonstration failed.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The system did not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A request failed.
    #[error("{what}: {reason}")]
    Call {
        /// The request.
        what: String,
        /// The cause.
        reason: String,
    },
    /// A result differs from the expected one.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// Expected result.
        expected: String,
        /// Actual result.
        found: String,
    },
}

/// Maximum time to wait for the publication and for mails.
pub(crate) const TIMEOUT: SignedDuration = SignedDuration::from_secs(60);

/// Runs the demonstration in memory, on a system that listens on the two addresses, and reports each
/// step to `say`. Returns the running system.
///
/// # Errors
/// [`DemoError`] when the system does not start or a step fails; the system is stopped then.
pub async fn play(
    platform: SocketAddr,
    site: SocketAddr,
    say: impl FnMut(&str),
) -> Result<System, DemoError> {
    let system = System::start(Options {
        platform,
        site,
        data: Data::Memory,
    })
    .await?;
    match tell(&system, say).await {
        Ok(()) => Ok(system),
        Err(error) => {
            system.stop().await;
            Err(error)
        }
    }
}

/// Runs the demonstration on a system that has just been started for the first time, and reports each
/// step to `say`.
pub async fn tell(system: &System, mut say: impl FnMut(&str)) -> Result<(), DemoError> {
    story::tell(system, &mut say).await
}
