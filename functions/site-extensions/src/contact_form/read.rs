//! Reading a form, its validation rules, and questions of its quiz fields.

use contact_form::feedback::quiz;
use contact_form::validation;
use ports::Random;
use serde_json::json;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::forms::{form, key};
use crate::sent_members::meant_id;

/// Version of the rules that answers name.
pub const VERSION: &str = "6.1.6";

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
    let schema = validation::schema(&form, today(&call), VERSION);
    Ok(Reply::json(json!(schema)))
}

/// The day in the site's zone.
pub fn today(call: &ApiCall) -> jiff::civil::Date {
    let zone = call.caller().store.zone();
    zone.to_datetime(call.app().now()).date()
}

/// New questions of the quiz fields of a form.
///
/// # Errors
/// `contactform_not_found`.
pub async fn refill(call: ApiCall, (): ()) -> HandlerResult {
    let form = form(&call, meant_id(&call)).await?;
    let random = &*call.caller().store.parts().random;
    let questions = quiz::refill(&form, &key(&call), &mut |count| pick(random, count));
    Ok(Reply::json(questions))
}

/// A random position below `count`.
pub fn pick(random: &dyn Random, count: usize) -> usize {
    let mut drawn = [0; 8];
    random.fill(&mut drawn);
    let drawn = u64::from_be_bytes(drawn);
    let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
    usize::try_from(drawn % count).unwrap_or_default()
}
