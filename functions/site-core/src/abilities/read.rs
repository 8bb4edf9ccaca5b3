//! One ability.

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::ability::Ability;
use super::view;

/// Returns one ability.
pub async fn read(call: ApiCall, one: &'static Ability) -> HandlerResult {
    Ok(Reply::json(view::ability(one, call.site(), "view")))
}
