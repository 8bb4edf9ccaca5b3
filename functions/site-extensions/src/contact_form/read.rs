//! Reading a form, its validation rules, and questions of its quiz fields.

use contact_form::feedback::quiz;
use contact_form::validation;
use serde_json::json;
use site_api::{ApiCall, HandlerResult};
use site_forms::RULES_VERSION;
use site_rest::Reply;

use super::forms::{form, site_forms};
use crate::sent_members::meant_id;

/// A form.
///
/// # Errors
/// `contactform_not_found`.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let form = form(&call, meant_id(&call)).await?;
    Ok(Reply::json(form.body()))
}

/// The rules by which submissions of a form are validated.
///
/// # Errors
/// `contactform_not_found`.
pub async fn schema(call: ApiCall, (): ()) -> HandlerResult {
    let form = form(&call, meant_id(&call)).await?;
    let schema = validation::schema(&form, site_forms(&call).today(), RULES_VERSION);
    Ok(Reply::json(json!(schema)))
}

/// New questions of the quiz fields of a form.
///
/// # Errors
/// `contactform_not_found`.
pub async fn refill(call: ApiCall, (): ()) -> HandlerResult {
    let form = form(&call, meant_id(&call)).await?;
    let forms = site_forms(&call);
    let questions = quiz::refill(&form, &forms.key(), &mut |count| forms.pick(count));
    Ok(Reply::json(questions))
}
