//! Parameters of a list of submissions.

use form_store::{SubmissionCursor, SubmissionFilter, SubmissionStatus};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use site_api::ApiCall;
use site_contract::form_submissions::codes;
use site_rest::RestError;
use site_rest::schema::WrittenDate;

/// The filter of a list. Dates without an offset are those of the site's zone.
///
/// # Errors
/// `rest_invalid_param`.
pub fn filter(call: &ApiCall) -> Result<SubmissionFilter, RestError> {
    let params = call.params();
    let status = params.filled("status");
    let status = status.map(|status| serde_json::from_value(json!(status)));
    let status: Option<SubmissionStatus> = status.transpose().map_err(RestError::internal)?;
    Ok(SubmissionFilter {
        form: params.id("form"),
        address: params.filled("email").map(str::to_owned),
        status,
        // Times of submissions are whole seconds, and the store includes the first one.
        from: moment(call, "after")?.map(|after| after + SignedDuration::from_secs(1)),
        before: moment(call, "before")?,
    })
}

/// The position at which the page begins.
///
/// # Errors
/// `rest_invalid_param`.
pub fn cursor(call: &ApiCall) -> Result<Option<SubmissionCursor>, RestError> {
    let cursor = call.params().filled("cursor").map(str::parse);
    cursor.transpose().map_err(|_| invalid("cursor"))
}

/// The link to the page that begins at a position.
pub fn next_link(call: &ApiCall, next: SubmissionCursor) -> String {
    let address = call.url_with("cursor", &Value::String(next.to_string()));
    format!("<{address}>; rel=\"next\"")
}

fn moment(call: &ApiCall, name: &str) -> Result<Option<Timestamp>, RestError> {
    let Some(text) = call.params().filled(name) else {
        return Ok(None);
    };
    let zone = call.caller().store.zone();
    let written = WrittenDate::parse(text).and_then(|written| written.instant(&zone));
    written.map(Some).ok_or_else(|| invalid(name))
}

fn invalid(name: &str) -> RestError {
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    RestError::params(vec![(name.to_owned(), reason)])
}
