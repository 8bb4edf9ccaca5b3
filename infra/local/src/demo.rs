//! The main story, told over HTTP against the whole system: a real article with a picture goes from
//! draft, through the client's approval, to publication on the content site, and is read back.

mod article;
mod browser;
mod story;

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

/// Plays the story in memory and tells each step through `say`.
pub async fn play(say: impl FnMut(&str)) -> Result<(), DemoError> {
    let anywhere = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let system = System::start(Options {
        platform: anywhere,
        site: anywhere,
        data: Data::Memory,
    })
    .await?;
    let told = tell(&system, say).await;
    system.stop().await;
    told
}

/// Plays the story on a system that has just been started for the first time, and tells each step
/// through `say`.
pub async fn tell(system: &System, mut say: impl FnMut(&str)) -> Result<(), DemoError> {
    story::tell(system, &mut say).await
}
