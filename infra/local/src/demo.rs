//! Demonstration over HTTP on a complete system: an article with an image and generated questions goes from draft through
//! the client's approval to publication on the content site, and is read back. Stand-ins on this machine answer for the
//! providers of texts, so that it needs no key and no network.

mod article;
mod browser;
mod expected;
mod faq;
mod samples;
mod story;

use std::collections::HashMap;

use std::net::SocketAddr;

use jiff::SignedDuration;
use service_fakes::{FakeServices, Service};
use settings::ProviderAddresses;
use url::Host;

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

/// The system of a demonstration, with stand-ins of the providers.
pub struct Demonstration {
    system: System,
    /// They end when this is dropped.
    _stand_ins: FakeServices,
}

impl Demonstration {
    /// Starts a system in memory that listens on the two addresses.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn start(
        platform: SocketAddr,
        site: SocketAddr,
        host_names: Vec<Host>,
    ) -> Result<Self, StartError> {
        let stand_ins = FakeServices::start().await.map_err(StartError::other)?;
        stand_ins.answer_with(Service::OpenAi, faq::ANSWER);
        let addresses: HashMap<_, _> = stand_ins.environment().into_iter().collect();
        let addresses = ProviderAddresses::of(|name| addresses.get(name).cloned());
        let addresses = addresses.map_err(StartError::other)?;
        let mut system = System::prepare(Options {
            platform,
            site,
            host_names,
            data: Data::Memory,
        })
        .await?;
        system.call_providers_at(addresses);
        system.serve()?;
        Ok(Self {
            system,
            _stand_ins: stand_ins,
        })
    }

    /// Runs all steps on the system, which is unused so far, and reports each one to `say`.
    ///
    /// # Errors
    /// [`DemoError`] when a step fails.
    pub async fn tell(&self, mut say: impl FnMut(&str)) -> Result<(), DemoError> {
        story::tell(&self.system, &mut say).await?;
        Ok(())
    }

    /// As [`Demonstration::tell`]; leaves further posts, in the states in which people meet them.
    ///
    /// # Errors
    /// [`DemoError`] when a step fails.
    pub async fn tell_and_leave_samples(&self, mut say: impl FnMut(&str)) -> Result<(), DemoError> {
        let (story, site) = story::tell(&self.system, &mut say).await?;
        samples::leave(&story, site, &mut say).await
    }

    /// The system.
    pub const fn system(&self) -> &System {
        &self.system
    }

    /// Stops the system.
    pub async fn stop(self) {
        self.system.stop().await;
    }
}

/// Starts a system, and runs the demonstration on it. Returns it running; with `samples`, with further posts to look at.
///
/// # Errors
/// [`DemoError`] when the system does not start or a step fails; the system is stopped then.
pub async fn play(
    platform: SocketAddr,
    site: SocketAddr,
    host_names: Vec<Host>,
    samples: bool,
    say: impl FnMut(&str),
) -> Result<Demonstration, DemoError> {
    let demonstration = Demonstration::start(platform, site, host_names).await?;
    let told = if samples {
        demonstration.tell_and_leave_samples(say).await
    } else {
        demonstration.tell(say).await
    };
    match told {
        Ok(()) => Ok(demonstration),
        Err(error) => {
            demonstration.stop().await;
            Err(error)
        }
    }
}
