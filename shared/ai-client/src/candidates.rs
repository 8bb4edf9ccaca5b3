//! Asks the providers of a list in order, and each of them again when its failure is likely to pass.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use outbound::Request;
use ports::Sleeper;
use secrecy::ExposeSecret;
use settings::{AiProvider, without_key};
use tokio::time::Instant;

use crate::answer::{CallUsage, Generated, Usage};
use crate::call::CallError;
use crate::failure::{Failure, FailureKind};
use crate::progress::Progress;
use crate::request::Candidate;
use crate::watch::{Halt, Watch};

/// Repetitions of a call to one provider.
const MOST_REPETITIONS: usize = 2;
/// First pause before a repetition; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// Longest pause. A provider that asks for a longer one is not asked again.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// Longest time for all providers, which keeps the deadline within the range of the clock.
const MOST_TIME: Duration = Duration::from_secs(24 * 60 * 60);
/// Most characters of a provider's words.
const MESSAGE_CHARS: usize = 300;

/// What is asked of a provider.
pub(crate) trait Work: Sync {
    /// What is generated.
    type Output;

    /// Whether another provider is asked after a call that may have been billed.
    const REPEATED_IN_DOUBT: bool;

    /// The request to a candidate.
    ///
    /// # Errors
    /// A failure that costs nothing: the request cannot be sent.
    fn request(&self, candidate: &Candidate) -> Result<Request, CallError>;

    /// Sends the request and reads the answer.
    fn call(
        &self,
        request: Request,
        provider: AiProvider,
        watch: &mut Watch<'_>,
    ) -> impl Future<Output = Result<(Self::Output, Usage), CallError>> + Send;
}

/// Asks `candidates` in order until one answers, all of them within `deadline`.
pub(crate) async fn ask<W: Work>(
    work: &W,
    candidates: &[&Candidate],
    deadline: Duration,
    sleeper: &dyn Sleeper,
    progress: &mut dyn Progress,
) -> Generated<W::Output> {
    let deadline = Instant::now() + deadline.min(MOST_TIME);
    let mut calls = Vec::new();
    let mut failure: Option<Failure> = None;
    for (position, candidate) in candidates.iter().enumerate() {
        if position > 0 && Instant::now() >= deadline {
            break;
        }
        let followed = W::REPEATED_IN_DOUBT && position + 1 < candidates.len();
        let mut watch = Watch::new(progress, deadline, followed);
        let error = match persist(work, candidate, &mut watch, sleeper, &mut calls).await {
            Ok(output) => {
                return Generated {
                    result: Ok(output),
                    answered_by: Some((candidate.provider, candidate.model.clone())),
                    calls,
                };
            }
            Err(error) => error,
        };
        let doubtful = error.usage.is_some() && !W::REPEATED_IN_DOUBT;
        let next = error.kind.may_be_answered_elsewhere() && !doubtful;
        report(candidate, error.kind, next);
        if matches!(
            error.kind,
            FailureKind::ContentRefused | FailureKind::Stopped
        ) {
            failure = Some(of_candidate(error, candidate));
        } else {
            failure.get_or_insert_with(|| of_candidate(error, candidate));
        }
        if !next {
            break;
        }
    }
    let mut failure = failure.unwrap_or(Failure {
        kind: FailureKind::NoProvider,
        provider: None,
        message: None,
        retry_after: None,
        certainly_free: true,
    });
    failure.certainly_free = calls.is_empty();
    Generated {
        result: Err(failure),
        answered_by: None,
        calls,
    }
}

/// Logs a failed call. A key that the provider does not know is critical: every further call fails too.
fn report(candidate: &Candidate, kind: FailureKind, next: bool) {
    let (provider, model) = (candidate.provider.name(), &candidate.model);
    if kind == FailureKind::InvalidKey {
        tracing::error!(target: "ai", severity = "critical", provider, model, next, "the provider does not know the key");
    } else {
        tracing::warn!(target: "ai", provider, model, ?kind, next, "the provider generated nothing");
    }
}

/// Asks one candidate, again if its failure is likely to pass in time.
async fn persist<W: Work>(
    work: &W,
    candidate: &Candidate,
    watch: &mut Watch<'_>,
    sleeper: &dyn Sleeper,
    calls: &mut Vec<CallUsage>,
) -> Result<W::Output, CallError> {
    let request = work.request(candidate)?;
    let mut pauses = pauses();
    loop {
        if watch.left().is_zero() {
            return Err(CallError::free(FailureKind::Timeout));
        }
        let told = watch.call(candidate.provider, &candidate.model).await;
        told.map_err(|_| CallError::free(FailureKind::Stopped))?;
        let request = request.clone().deadline(watch.left());
        let outcome = work.call(request, candidate.provider, watch).await;
        let usage = match &outcome {
            Ok((_, usage)) => Some(*usage),
            Err(error) => error.usage,
        };
        calls.extend(usage.map(|usage| CallUsage {
            provider: candidate.provider,
            model: candidate.model.clone(),
            usage,
        }));
        let error = match outcome {
            Ok((output, _)) => return Ok(output),
            Err(error) => error,
        };
        let pause = pauses.next().filter(|_| error.again);
        let Some(pause) = pause.and_then(|pause| allowed(&error, pause, watch)) else {
            return Err(error);
        };
        match watch.until(watch.begin_by, sleeper.sleep(pause)).await {
            Ok(()) => {}
            Err(Halt::Silent) => return Err(error),
            Err(Halt::Stopped) => return Err(CallError::free(FailureKind::Stopped)),
        }
    }
}

fn pauses() -> ExponentialBackoff {
    ExponentialBuilder::default()
        .with_min_delay(FIRST_PAUSE)
        .with_factor(2.0)
        .with_max_times(MOST_REPETITIONS)
        .with_jitter()
        .build()
}

/// The pause before a repetition: `pause`, or the longer one that the provider asks for; none if it is too long, or ends
/// after the time in which the provider has to begin.
fn allowed(error: &CallError, pause: Duration, watch: &Watch<'_>) -> Option<Duration> {
    let asked = error.retry_after.unwrap_or_default();
    if asked > LONGEST_PAUSE {
        return None;
    }
    let pause = pause.min(LONGEST_PAUSE).max(asked);
    let time = watch.begin_by.saturating_duration_since(Instant::now());
    (pause < time).then_some(pause)
}

fn of_candidate(error: CallError, candidate: &Candidate) -> Failure {
    let key = candidate.api_key.expose_secret();
    let words = error.message.map(|words| without_key(&words, key));
    Failure {
        kind: error.kind,
        provider: Some(candidate.provider),
        message: words
            .filter(|words| !words.is_empty())
            .map(|words| shortened(&words)),
        retry_after: error.retry_after,
        certainly_free: error.usage.is_none(),
    }
}

fn shortened(words: &str) -> String {
    match words.char_indices().nth(MESSAGE_CHARS) {
        None => words.to_owned(),
        Some(_) => words.chars().take(MESSAGE_CHARS - 1).chain(['…']).collect(),
    }
}
