//! The steps of a job. Each may run twice: it looks before it does what cannot be done twice.

mod confirm;
mod create;
mod media;
mod notify;
mod record;
mod settle;
mod update;
mod withdraw;

use domain::publication::Step;

use crate::attempt::Attempt;
use crate::failure::StepError;

/// Runs `step` and stores its outcome.
pub(crate) async fn run(attempt: &mut Attempt<'_>, step: Step) -> Result<(), StepError> {
    match step {
        Step::Media => media::upload(attempt).await,
        Step::MediaTexts => media::describe(attempt).await,
        Step::Create => create::create(attempt).await,
        Step::Update => update::update(attempt).await,
        Step::Confirm => confirm::confirm(attempt).await,
        Step::Settle => settle::settle(attempt).await,
        Step::Withdraw => withdraw::withdraw(attempt).await,
        Step::Record => record::record(attempt).await,
        Step::Notify => notify::notify(attempt).await,
    }
}
