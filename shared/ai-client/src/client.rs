//! The client.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outbound::Outbound;
use ports::Sleeper;
use settings::{AiKind, ProviderAddresses};

use crate::answer::{Generated, GeneratedImage, GeneratedText};
use crate::candidates;
use crate::image::ImageWork;
use crate::progress::Progress;
use crate::request::{Candidate, ImageRequest, TextRequest};
use crate::text::TextWork;

/// Waits between two calls.
struct SystemSleeper;

#[async_trait]
impl Sleeper for SystemSleeper {
    async fn sleep(&self, pause: Duration) {
        tokio::time::sleep(pause).await;
    }
}

/// Client of the providers. Cheap to clone.
#[derive(Clone)]
pub struct AiClient {
    outbound: Outbound,
    addresses: ProviderAddresses,
    sleeper: Arc<dyn Sleeper>,
}

impl AiClient {
    /// A client of the providers at `addresses`.
    pub fn new(outbound: Outbound, addresses: ProviderAddresses) -> Self {
        Self {
            outbound,
            addresses,
            sleeper: Arc::new(SystemSleeper),
        }
    }

    /// The client with another way to wait between two calls, for tests.
    #[must_use]
    pub fn with_sleeper(self, sleeper: Arc<dyn Sleeper>) -> Self {
        Self { sleeper, ..self }
    }

    /// Generates a text: asks `candidates` in order until one answers.
    ///
    /// The next one is asked after a failure that another provider could answer. The same one is asked again, at most
    /// twice, when it is overloaded, limits its calls or cannot be reached, and nothing of an answer came; the pauses grow
    /// from half a second, or are those that it asks for, up to eight seconds. All calls and pauses lie within `deadline`;
    /// a provider that others follow has half of the time that is left to begin its answer.
    pub async fn text(
        &self,
        candidates: &[Candidate],
        request: &TextRequest,
        deadline: Duration,
        progress: &mut dyn Progress,
    ) -> Generated<GeneratedText> {
        let work = TextWork {
            outbound: &self.outbound,
            addresses: &self.addresses,
            request,
        };
        let candidates: Vec<&Candidate> = candidates.iter().collect();
        candidates::ask(&work, &candidates, deadline, &*self.sleeper, progress).await
    }

    /// Generates an image: asks `candidates` in order until one answers, leaving out those that make no images.
    ///
    /// The next one is only asked after a failure that was certainly free, because a provider bills an image even if its
    /// answer is not awaited. The same one is only asked again when it limits its calls, is overloaded or cannot be
    /// reached, with the pauses of [`text`](Self::text). All calls and pauses lie within `deadline`.
    pub async fn image(
        &self,
        candidates: &[Candidate],
        request: &ImageRequest,
        deadline: Duration,
        progress: &mut dyn Progress,
    ) -> Generated<GeneratedImage> {
        let work = ImageWork {
            outbound: &self.outbound,
            addresses: &self.addresses,
            request,
        };
        let makes_images = |candidate: &&Candidate| candidate.provider.makes(AiKind::Image);
        let candidates: Vec<&Candidate> = candidates.iter().filter(makes_images).collect();
        candidates::ask(&work, &candidates, deadline, &*self.sleeper, progress).await
    }
}

impl std::fmt::Debug for AiClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AiClient")
            .field("addresses", &self.addresses)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_can_move_between_threads() {
        fn movable<T: Send>(_: &T) {}
        fn check(client: &AiClient, text: &TextRequest, image: &ImageRequest) {
            movable(&client.text(&[], text, Duration::ZERO, &mut ()));
            movable(&client.image(&[], image, Duration::ZERO, &mut ()));
        }
        let _ = check;
    }
}
