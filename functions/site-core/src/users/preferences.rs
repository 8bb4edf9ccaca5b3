//! Preferences that editors keep for a user (docs/interface/site/users.md#preferences).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use site_contract::core::users::{
    MAX_PREFERENCES, PERSISTED_PREFERENCES, codes, persisted_preferences,
};
use site_rest::schema::Path;
use site_rest::{Params, RestError};
use site_store::User;

use crate::nesting::is_too_deep;

/// The change of the registered meta in a write; `null` removes the preferences, other keys are ignored.
///
/// # Errors
/// The preferences are no object, their time is no time, or they are too long or too deep.
pub fn change(params: &Params) -> Result<BTreeMap<String, Option<Value>>, RestError> {
    let given = params.get("meta").and_then(Value::as_object);
    let Some(given) = given.and_then(|meta| meta.get(PERSISTED_PREFERENCES)) else {
        return Ok(BTreeMap::new());
    };
    let change = if given.is_null() {
        None
    } else {
        let place = format!("meta.{PERSISTED_PREFERENCES}");
        let accepted = persisted_preferences().accept(given, &Path::root(&place));
        let accepted = accepted.map_err(|error| error.status(400).data_aside())?;
        if accepted.to_string().len() > MAX_PREFERENCES || is_too_deep(&accepted) {
            return Err(RestError::new(&codes::USER_PREFERENCES_TOO_LONG));
        }
        Some(accepted)
    };
    Ok(BTreeMap::from([(PERSISTED_PREFERENCES.to_owned(), change)]))
}

/// The registered meta of a user, before the context selects members.
pub fn shown(user: &User) -> Map<String, Value> {
    let stored = user.meta.get(PERSISTED_PREFERENCES);
    // Deployed systems show an object without members as a list.
    let value = stored.filter(|value| value.as_object().is_some_and(|map| !map.is_empty()));
    let value = value.cloned().unwrap_or_else(|| json!([]));
    Map::from_iter([(PERSISTED_PREFERENCES.to_owned(), value)])
}
