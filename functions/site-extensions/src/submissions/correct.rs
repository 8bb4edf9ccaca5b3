//! What people decide about a submission: spam or not.

use domain::site::Capability;
use site_api::{ApiCall, HandlerResult};
use site_contract::form_submissions::codes;
use site_rest::{Reply, RestError};

use super::read::submission;
use super::view::{LINKS_LIVE_FOR, view};
use crate::contact_form::forms::{not_taken, site_forms};

/// Records whether the submission is spam, and returns it. Callers who moderate comments teach the filter.
///
/// # Errors
/// `contactform_submission_not_found`; the store fails.
pub async fn correct(call: ApiCall, (): ()) -> HandlerResult {
    let present = submission(&call).await?;
    let caller = call.caller();
    let person = caller.user.as_deref();
    let person = person.ok_or_else(|| RestError::new(&codes::SUBMISSIONS_FORBIDDEN))?;
    let may_teach = caller.can(Capability::ModerateComments);
    let is_spam = call.params().flag("is_spam");
    let corrected = site_forms(&call)
        .correct(&present, is_spam, person, may_teach)
        .await
        .map_err(not_taken)?;
    let corrected = corrected.ok_or_else(|| RestError::new(&codes::SUBMISSION_NOT_FOUND))?;
    Ok(Reply::json(view(&call, &corrected, LINKS_LIVE_FOR)))
}
