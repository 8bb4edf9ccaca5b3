//! Deleting a submission.

use serde_json::json;
use site_api::{ApiCall, HandlerResult};
use site_contract::form_submissions::codes;
use site_rest::{Reply, RestError};

use super::read::submission;
use crate::contact_form::forms::{forms, refused};

/// Deletes a submission for good, with its files and its mails that are not sent.
///
/// # Errors
/// `contactform_submission_not_found`; the store fails.
pub async fn delete(call: ApiCall, (): ()) -> HandlerResult {
    let submission = submission(&call).await?;
    let is_deleted = forms(&call).delete_submission(submission.id).await;
    if !is_deleted.map_err(refused)? {
        return Err(RestError::new(&codes::SUBMISSION_NOT_FOUND));
    }
    Ok(Reply::json(json!({"deleted": true})))
}
