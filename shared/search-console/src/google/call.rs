//! One call with its time limit and its repetitions.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use outbound::{Request, Response};
use secrecy::SecretString;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::GoogleClient;
use crate::error::SearchError;

/// Time limit of a call with its repetitions and the pauses between them.
pub(super) const DEADLINE: Duration = Duration::from_secs(10);
/// Size limit of a response in bytes. A list of 1,000 properties has about 100 KB.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// Repetitions of a call.
const REPETITIONS: usize = 2;
/// Pause before the first repetition; the second one is twice as long.
const PAUSE: Duration = Duration::from_millis(500);

/// After which failures a call is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// After all that pass: the call reads, or leads to the same state however often it arrives.
    Transient,
    /// Only when the call never left or was refused with status 503, because each arrival counts.
    Unsent,
}

impl Repeat {
    const fn permits(self, error: &SearchError) -> bool {
        match self {
            Self::Transient => error.is_transient(),
            Self::Unsent => matches!(
                error,
                SearchError::Unavailable {
                    may_have_happened: false,
                    ..
                } | SearchError::TimedOut {
                    may_have_happened: false
                }
            ),
        }
    }
}

impl GoogleClient {
    /// Sends `request`, which `judge` reads the response of, until `deadline`.
    pub(super) async fn call<T>(
        &self,
        request: Request,
        repeat: Repeat,
        deadline: Instant,
        judge: impl Fn(&Response) -> Result<T, SearchError>,
    ) -> Result<T, SearchError> {
        let request = request.max_bytes(MOST_BYTES);
        let judge = &judge;
        repeated(repeat, deadline, |left| {
            let request = request.clone().deadline(left);
            async move {
                let sent = self.outbound.send(request).await;
                let response = sent.map_err(|error| SearchError::of_outbound(&error))?;
                judge(&response)
            }
        })
        .await
    }
}

/// Makes `attempt` with the time that is left until `deadline`, and again after failures that `repeat` permits.
pub(super) async fn repeated<T, F: Future<Output = Result<T, SearchError>>>(
    repeat: Repeat,
    deadline: Instant,
    attempt: impl Fn(Duration) -> F,
) -> Result<T, SearchError> {
    let attempt = || attempt(deadline.saturating_duration_since(Instant::now()));
    let pauses = ExponentialBuilder::default()
        .with_min_delay(PAUSE)
        .with_max_times(REPETITIONS);
    attempt
        .retry(pauses)
        .when(|error| repeat.permits(error))
        .adjust(|error, pause| {
            let pause = pause?;
            let pause = error.retry_after().map_or(pause, |hint| hint.max(pause));
            // A pause beyond the time limit leaves the repetition to the caller.
            let resumed = Instant::now().checked_add(pause)?;
            (resumed < deadline).then_some(pause)
        })
        .await
}

/// The instant at which a call that starts now has to end.
pub(super) fn deadline() -> Instant {
    Instant::now() + DEADLINE
}

/// A request with an access token.
pub(super) fn authorized(request: Request, access: &SecretString) -> Result<Request, SearchError> {
    oauth::authorized(request, access).ok_or(SearchError::Unauthorized { message: None })
}

/// Reads the JSON object of a success. An array is none, also where each member of `T` may be absent.
pub(super) fn object<T: DeserializeOwned>(response: &Response) -> Result<T, SearchError> {
    let members: Map<String, Value> = response.json().map_err(|_| SearchError::BadPayload)?;
    serde_json::from_value(Value::Object(members)).map_err(|_| SearchError::BadPayload)
}
