//! Retries of a step within one attempt, for failures that pass within seconds: a lost connection, a rate
//! limit (429), a gateway whose host restarts (502 to 504). Every step may run twice (see [`crate::steps`]);
//! one that creates an object only searches for it while the outcome of its first call is unknown.
//!
//! A failure that lasts longer ends the attempt; the next one begins minutes later.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use domain::platform::publication::{Step, WORK_LIMIT};
use jiff::SignedDuration;

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::steps;

/// Longest sum of the pauses of one attempt.
const PAUSES: SignedDuration = SignedDuration::from_secs(10);
/// Age from which an attempt makes no pause: the rest of [`WORK_LIMIT`] is needed for its calls.
const NO_PAUSE_AFTER: SignedDuration = SignedDuration::from_secs(WORK_LIMIT.as_secs() / 2);

/// Runs `step`. While its failure may pass within seconds, repeats it after one, two and four seconds, or after the
/// delay that the host asks for.
pub(crate) async fn run(attempt: &mut Attempt<'_>, step: Step) -> Result<(), StepError> {
    let mut pauses = ExponentialBuilder::default()
        .with_min_delay(Duration::from_secs(1))
        .with_factor(2.0)
        .with_max_times(3)
        .build();
    loop {
        let failure = match steps::run(attempt, step).await {
            Err(StepError::Failed(failure)) if failure.brief => failure,
            Ok(()) => {
                attempt.settle_doubt();
                return Ok(());
            }
            lasting => return lasting,
        };
        let Some(pause) = pauses
            .next()
            .and_then(|pause| allowed(attempt, &failure, pause))
        else {
            return Err(failure.into());
        };
        tracing::warn!(target: "publication", job_id = %attempt.job.id, ?step, ?pause, "the step will be retried");
        attempt.ports.sleeper.sleep(pause.unsigned_abs()).await;
        attempt.paused += pause;
    }
}

/// The pause before the next try: `pause`, or the longer delay that the host asks for; none when the attempt has no
/// time for it.
fn allowed(attempt: &Attempt<'_>, failure: &Failure, pause: Duration) -> Option<SignedDuration> {
    let pause = SignedDuration::try_from(pause).ok()?;
    let pause = failure.wait.map_or(pause, |asked| asked.max(pause));
    let age = attempt.ports.clock.now().duration_since(attempt.begun);
    (attempt.paused + pause <= PAUSES && age + pause <= NO_PAUSE_AFTER).then_some(pause)
}
