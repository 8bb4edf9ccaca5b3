//! Time limits of a call, and its caller, who follows it and may stop it.

use std::pin::pin;
use std::time::Duration;

use settings::AiProvider;
use tokio::time::{Instant, timeout_at};

use crate::progress::{PULSE, Progress, Stopped};

/// Why the wait for a provider ended without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The limit of the wait passed.
    Silent,
    /// The caller stopped the call.
    Stopped,
}

impl From<Stopped> for Halt {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Follows the calls to one provider.
pub(crate) struct Watch<'a> {
    progress: &'a mut dyn Progress,
    next_pulse: Instant,
    /// End of the time for all providers.
    pub deadline: Instant,
    /// The provider has to begin its answer by this instant, and no repetition begins after it.
    pub begin_by: Instant,
    /// Longest time between two parts of an answer.
    pub silence: Duration,
}

impl<'a> Watch<'a> {
    /// A provider that others follow has half of the time that is left to begin its answer, and may be silent for as long
    /// within it; the last one has all of it. An answer that grows is not cut off for the sake of the ones that follow: it
    /// is the likeliest to be completed.
    pub(crate) fn new(progress: &'a mut dyn Progress, deadline: Instant, followed: bool) -> Self {
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now);
        let silence = if followed { left / 2 } else { left };
        Self {
            progress,
            next_pulse: now + PULSE,
            deadline,
            begin_by: now + silence,
            silence,
        }
    }

    /// Time until the deadline.
    pub(crate) fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The instant by which the next part of an answer has to come.
    pub(crate) fn next_part_by(&self) -> Instant {
        self.deadline.min(Instant::now() + self.silence)
    }

    /// Tells the caller that a request will be sent.
    pub(crate) async fn call(&mut self, provider: AiProvider, model: &str) -> Result<(), Stopped> {
        self.progress.call(provider, model).await?;
        self.next_pulse = Instant::now() + PULSE;
        Ok(())
    }

    /// Tells the caller a further piece of the text. An empty one is only told when a pulse is due.
    pub(crate) async fn text(&mut self, piece: &str) -> Result<(), Stopped> {
        if piece.is_empty() && Instant::now() < self.next_pulse {
            return Ok(());
        }
        self.progress.text(piece).await?;
        self.next_pulse = Instant::now() + PULSE;
        Ok(())
    }

    /// Waits for `future` until `limit`, and tells the caller each pulse meanwhile.
    pub(crate) async fn until<F: Future>(
        &mut self,
        limit: Instant,
        future: F,
    ) -> Result<F::Output, Halt> {
        let mut future = pin!(future);
        loop {
            let wake = self.next_pulse.min(limit);
            if let Ok(output) = timeout_at(wake, &mut future).await {
                return Ok(output);
            }
            if Instant::now() >= limit {
                return Err(Halt::Silent);
            }
            self.text("").await?;
        }
    }
}
