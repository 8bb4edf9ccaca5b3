//! The webhook of the service.

use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::spam_filter::codes;
use site_rest::{Reply, RestError};

use super::params::members;
use super::view::filter;

/// Applies verdicts that the service changed.
///
/// # Errors
/// `malformed_request`, or the store fails.
pub async fn receive(call: ApiCall, (): ()) -> HandlerResult {
    let applied = filter(&call).webhook(&members(&call)).await.or_refuse()?;
    let body = applied.map_err(|_| RestError::new(&codes::SPAM_MALFORMED_REQUEST))?;
    Ok(Reply::json(body))
}
