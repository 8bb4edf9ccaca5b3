//! Writing the meta fields for search engines (docs/interface/site/posts.md#fields-for-search-engines).

use std::collections::BTreeMap;

use domain::site::{Kind, meta};
use seo::meta::write::{Reason, check};
use serde_json::Value;
use site_api::Caller;
use site_rest::{RestError, codes};
use site_store::Content;

/// Checks changes of registered meta keys whose values have the right type.
///
/// # Errors
/// `rest_cannot_update` for a field that only those who edit the items of others may change, `rest_too_long` and
/// `rest_invalid_url` for a value.
pub fn check_changes(
    kind: Kind,
    changes: &BTreeMap<String, Option<Value>>,
    caller: &Caller,
    current: Option<&Content>,
) -> Result<(), RestError> {
    for (name, value) in changes {
        let Some(key) = meta::find(kind, name) else {
            continue;
        };
        let new = value.clone().unwrap_or_else(|| key.default());
        let old = current.map_or_else(|| key.default(), |item| item.meta_value(key));
        if key.is_advanced && new != old && !caller.access.may_edit_others(kind) {
            return Err(RestError::new(&codes::CANNOT_UPDATE).with("key", name.as_str()));
        }
        check(name, &new).map_err(|reason| refused(name, reason))?;
    }
    Ok(())
}

fn refused(name: &str, reason: Reason) -> RestError {
    let place = format!("meta.{name}");
    let error = match reason {
        Reason::Long(limit) => RestError::naming(&codes::TOO_LONG, [&place, &limit]),
        Reason::Address => RestError::naming(&codes::INVALID_URL, [&place]),
        Reason::Type | Reason::Name => RestError::bare(&codes::INVALID_PARAM_BARE),
    };
    error.with("param", place).status(400).data_aside()
}
