//! Reading a submission.

use form_store::Submission;
use site_api::params::path_id;
use site_api::{ApiCall, HandlerResult};
use site_contract::form_submissions::codes;
use site_rest::{Reply, RestError};

use super::view::{LINKS_LIVE_FOR, view};
use crate::contact_form::forms::{forms, refused};

/// The submission of the path; with `form`, only when it is one of that form.
///
/// # Errors
/// `contactform_submission_not_found`; the store fails.
pub async fn submission(call: &ApiCall) -> Result<Submission, RestError> {
    let missing = || RestError::new(&codes::SUBMISSION_NOT_FOUND);
    let params = call.params();
    let id = path_id(params, "id").ok_or_else(missing)?;
    let found = forms(call).submission(id).await.map_err(refused)?;
    let form = params.id("form");
    found
        .filter(|submission| form.is_none_or(|form| form == submission.form))
        .ok_or_else(missing)
}

/// A submission.
///
/// # Errors
/// `contactform_submission_not_found`; the store fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let submission = submission(&call).await?;
    Ok(Reply::json(view(&call, &submission, LINKS_LIVE_FOR)))
}
