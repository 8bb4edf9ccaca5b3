//! The main story, told over HTTP against the whole system: a real article with a picture goes from
//! draft, through the client's approval, to publication on the content site, and is read back.

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
    /// A call failed.
    #[error("{what}: {reason}")]
    Call {
        /// Which.
        what: String,
        /// Why.
        reason: String,
    },
    /// The outcome is not what it should be.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What should be.
        expected: String,
        /// What is.
        found: String,
    },
}

/// How long the story may wait for the publication.
pub(crate) const PATIENCE: SignedDuration = SignedDuration::from_secs(60);

/// Plays the story in memory, on a system that listens on the two addresses, and tells each step through `say`.
/// The system is still running afterwards.
///
/// # Errors
/// [`DemoError`] when the system does not start, or the story does not go as it should; then nothing runs.
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

/// Plays the story on a system that has just been started for the first time, and tells each step
/// through `say`.
pub async fn tell(system: &System, mut say: impl FnMut(&str)) -> Result<(), DemoError> {
    story::tell(system, &mut say).await
}
