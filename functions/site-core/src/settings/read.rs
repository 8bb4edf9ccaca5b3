//! The settings of the site.

use serde_json::{Map, Value};
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_store::Settings;

use crate::settings::table::TABLE;

/// Returns all settings.
///
/// # Errors
/// Never fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(shown(&call, &call.caller().store.settings())))
}

pub fn shown(call: &ApiCall, settings: &Settings) -> Value {
    let members: Map<String, Value> = TABLE
        .iter()
        .map(|one| (one.name.to_owned(), (one.read)(settings, call.site())))
        .collect();
    Value::Object(members)
}
