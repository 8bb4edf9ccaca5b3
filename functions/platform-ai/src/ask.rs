//! Asks the providers for a short text.

use std::time::Duration;

use ai_client::{CallUsage, GeneratedText, ModelSize, TextRequest, billed, configured_candidates};
use platform_http::ApiError;
use prompts::Unreadable;
use settings::{AiKind, AiProvider};
use tokio::time::Instant;

use crate::Ports;
use crate::refusal::{not_configured, refused, unreadable};

/// Shortest time in which another call is worth a try.
const ANOTHER_CALL: Duration = Duration::from_secs(5);

/// What a provider answered, as it was read.
#[derive(Debug)]
pub(crate) struct Answered<T> {
    pub read: T,
    /// Provider and model that answered.
    pub by: (AiProvider, String),
}

/// The calls of one request.
#[derive(Debug)]
pub(crate) struct Asking {
    ports: Ports,
    until: Instant,
    calls: Vec<CallUsage>,
}

impl std::fmt::Debug for Ports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ports").finish_non_exhaustive()
    }
}

impl Asking {
    /// Whether there is time for another call.
    pub(crate) fn has_time(&self) -> bool {
        self.time() >= ANOTHER_CALL
    }

    fn time(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Asks the providers, and once more when the answer cannot be read: then the other ones first.
    pub(crate) async fn ask<T>(
        &mut self,
        request: &TextRequest,
        read: impl Fn(&str) -> Result<T, Unreadable>,
    ) -> Result<Answered<T>, ApiError> {
        let settings = self.ports.current_settings().await?;
        let mut candidates = configured_candidates(&settings, ModelSize::Small);
        if candidates.is_empty() {
            return Err(not_configured(AiKind::Text));
        }
        let ai = self.ports.ai.clone();
        let mut is_first = true;
        loop {
            let generated = ai.text(&candidates, request, self.time(), &mut ()).await;
            self.calls.extend(generated.calls);
            let GeneratedText { text, .. } = generated
                .result
                .map_err(|failure| refused(&failure, AiKind::Text))?;
            let by = generated.answered_by;
            if let (Ok(read), Some(by)) = (read(&text), &by) {
                let by = by.clone();
                return Ok(Answered { read, by });
            }
            let again = is_first && self.has_time();
            is_first = false;
            tracing::warn!(target: "ai", again, "an answer does not hold what was asked for");
            if !again {
                return Err(unreadable());
            }
            // A stable sort, which only moves the one that answered to the end.
            candidates.sort_by_key(|one| by.as_ref().is_some_and(|by| by.0 == one.provider));
        }
    }

    /// Records what the calls used. A failure is logged: the text is there, and was paid for.
    async fn record(self) -> Vec<CallUsage> {
        let ports = &self.ports;
        let now = ports.clock.now();
        let day = now.to_zoned(ports.zone.clone()).date();
        let id = ports.random.uuid().to_string();
        let billed = billed(&self.calls, day);
        let recorded = ports.store.record_usage(&id, &billed, &ports.zone, now);
        if let Err(error) = recorded.await {
            tracing::error!(target: "ai", %error, ?billed, "the tokens of a text were not recorded");
        }
        self.calls
    }
}

/// Runs `work`, which asks for one text or several, and records what its calls used. The work and the record are
/// completed also when the client goes away meanwhile, because the calls are billed.
pub(crate) async fn asking<T, W, F>(ports: &Ports, work: W) -> Result<(T, Vec<CallUsage>), ApiError>
where
    T: Send + 'static,
    W: FnOnce(Asking) -> F + Send + 'static,
    F: Future<Output = (Asking, Result<T, ApiError>)> + Send + 'static,
{
    let asking = Asking {
        ports: ports.clone(),
        until: Instant::now() + ports.answer_time,
        calls: Vec::new(),
    };
    let task = tokio::spawn(async move {
        let (asking, done) = work(asking).await;
        let calls = asking.record().await;
        done.map(|done| (done, calls))
    });
    task.await.map_err(ApiError::internal)?
}
