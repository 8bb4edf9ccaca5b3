//! The steps of a job. Each may run twice: before an action that must happen once, it searches for the result
//! of an earlier run.

mod confirm;
mod create;
mod media;
mod notify;
mod record;
mod save;
mod search;
mod settle;
mod update;
mod withdraw;

use domain::platform::publication::Step;

use crate::attempt::Attempt;
use crate::failure::StepError;
use crate::host_identity;

/// Runs `step` and stores its outcome.
pub(crate) async fn run(attempt: &mut Attempt<'_>, step: Step) -> Result<(), StepError> {
    host_identity::check(attempt, step)?;
    // Boxed: the attempt's future would otherwise hold the largest of them several times.
    match step {
        Step::Media => Box::pin(media::upload(attempt)).await,
        Step::MediaTexts => Box::pin(media::describe(attempt)).await,
        Step::Create => Box::pin(create::create(attempt)).await,
        Step::Update => Box::pin(update::update(attempt)).await,
        Step::Confirm => Box::pin(confirm::confirm(attempt)).await,
        Step::Settle => Box::pin(settle::settle(attempt)).await,
        Step::Withdraw => Box::pin(withdraw::withdraw(attempt)).await,
        Step::Record => Box::pin(record::record(attempt)).await,
        Step::Notify => Box::pin(notify::notify(attempt)).await,
    }
}
