//! Workouts: nothing is stored.

use seo::workouts;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

/// No finished steps.
///
/// # Errors
/// Never fails.
pub async fn read(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(workouts::read_body()))
}

/// Nothing is stored.
///
/// # Errors
/// Never fails.
pub async fn write(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(workouts::write_body()))
}
