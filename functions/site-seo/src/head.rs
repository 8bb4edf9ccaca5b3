//! The head of an address.

use domain::site::Caller as Access;
use http::StatusCode;
use seo::head::address::asked;
use site_api::error::headless;
use site_api::{ApiCall, Caller, HandlerResult};
use site_head::Heads;
use site_rest::{Params, RestError, codes};
use url::Url;

use crate::documents;
use crate::status::with_status;

/// A home address for checks of the form of another address.
const ANY_HOME: &str = "https://example.com/";

fn invalid() -> Vec<(String, RestError)> {
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    vec![("url".to_owned(), reason)]
}

/// Refuses a `url` that is no address with http or https.
pub fn is_address(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let text = params.text("url").unwrap_or_default();
    let is_one = Url::parse(ANY_HOME).is_ok_and(|home| asked(text, &home).is_ok());
    if is_one { Vec::new() } else { invalid() }
}

/// The head, 404 for an address without a page.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let address = call.params().text("url").unwrap_or_default();
    let settings = documents::settings(&call).await?;
    let store = &call.caller().store;
    // What an address shows is what everyone may read.
    let everyone = Access::anonymous();
    let heads = Heads::open(
        store,
        &call.site().home,
        call.app().now(),
        &settings,
        &everyone,
    );
    let heads = heads.await.map_err(headless)?;
    let head = heads.at(address).await.map_err(headless)?;
    let head = head.map_err(|_| RestError::params(invalid()))?;
    let status = StatusCode::from_u16(head.status()).map_err(RestError::internal)?;
    Ok(with_status(status, head.body()))
}
