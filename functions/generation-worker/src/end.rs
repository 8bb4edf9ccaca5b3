//! Records how a generation ended.

use ai_client::{CallUsage, Failure, FailureKind, billed};
use backon::Retryable;
use domain::platform::generation::{AnsweredBy, Generation, GenerationError, GenerationResult};
use domain::platform::token_usage::BilledCall;
use items::ItemsError;
use platform_store::GenerationEnd;
use settings::{AiKind, AiProvider};

use crate::follow::StopReason;
use crate::{Ports, again};

/// The calls, priced by today's list.
pub(crate) fn priced(ports: &Ports, calls: &[CallUsage]) -> Vec<BilledCall> {
    let today = ports.clock.now().to_zoned(ports.zone.clone()).date();
    billed(calls, today)
}

/// Who answered, as it is recorded.
pub(crate) fn answered_by((provider, model): (AiProvider, String)) -> AnsweredBy {
    AnsweredBy {
        provider: provider.name().to_owned(),
        model,
    }
}

/// Ends a generation with its result.
pub(crate) async fn done(
    ports: &Ports,
    generation: &Generation,
    result: GenerationResult,
    by: (AiProvider, String),
    calls: &[CallUsage],
) -> Result<Generation, ItemsError> {
    let end = GenerationEnd::Done {
        result,
        answered_by: answered_by(by),
    };
    store(ports, generation, &end, calls).await
}

/// Ends a generation that failed for a reason of ours.
pub(crate) async fn failed(
    ports: &Ports,
    generation: &Generation,
    code: &str,
    message: &str,
    calls: &[CallUsage],
) -> Result<Generation, ItemsError> {
    let error = GenerationError {
        code: code.to_owned(),
        message: message.to_owned(),
        provider_message: None,
    };
    let end = GenerationEnd::Failed {
        error,
        certainly_free: calls.is_empty(),
    };
    store(ports, generation, &end, calls).await
}

/// Ends a generation that its provider did not answer.
pub(crate) async fn unanswered(
    ports: &Ports,
    generation: &Generation,
    failure: Failure,
    stopped: Option<StopReason>,
    kind: AiKind,
    calls: &[CallUsage],
) -> Result<Generation, ItemsError> {
    let certainly_free = failure.certainly_free && calls.is_empty();
    let error = match stopped {
        Some(StopReason::Stopping) => {
            GenerationError::interrupted(generation.kind, generation.calls_begun > 0)
        }
        Some(StopReason::Store(error)) => {
            tracing::error!(target: "ai", id = %generation.id, %error, "a generation was stopped, because its record could not be written");
            GenerationError::interrupted(generation.kind, generation.calls_begun > 0)
        }
        // The record keeps the end that it has.
        Some(StopReason::Ended) | None => GenerationError {
            code: failure.kind.code().to_owned(),
            message: failure.explanation(kind),
            provider_message: failure.message,
        },
    };
    if failure.kind != FailureKind::Stopped {
        tracing::warn!(target: "ai", id = %generation.id, kind = ?failure.kind, provider = ?failure.provider, "no provider generated what was asked for");
    }
    let end = GenerationEnd::Failed {
        error,
        certainly_free,
    };
    store(ports, generation, &end, calls).await
}

async fn store(
    ports: &Ports,
    generation: &Generation,
    end: &GenerationEnd,
    calls: &[CallUsage],
) -> Result<Generation, ItemsError> {
    let calls = priced(ports, calls);
    let now = ports.clock.now();
    let (store, zone) = (&ports.store, &ports.zone);
    let ended = (|| store.end_generation(generation, end, &calls, zone, now))
        .retry(again::pauses())
        .sleep(again::pause(ports))
        .when(|error| matches!(error, ItemsError::Unavailable(_)))
        .await;
    ended.inspect_err(|error| {
        tracing::error!(target: "ai", id = %generation.id, %error, ?calls, "the end of a generation was not recorded");
    })
}
