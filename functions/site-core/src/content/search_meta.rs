//! Writing the meta fields for search engines (docs/interface/site/posts.md#fields-for-search-engines).

use std::collections::BTreeMap;

use domain::site::meta::MetaKey;
use seo::meta::write::{Reason, check};
use serde_json::Value;
use site_rest::{RestError, codes};

/// Checks changes of these keys whose values have the right type; `stored` has what is stored.
///
/// # Errors
/// `rest_cannot_update` for a field that only those who edit the items of others may change, `rest_too_long` and
/// `rest_invalid_url` for a value.
pub fn check_changes(
    keys: &[MetaKey],
    changes: &BTreeMap<String, Option<Value>>,
    stored: Option<&BTreeMap<String, Value>>,
    may_edit_others: bool,
) -> Result<(), RestError> {
    for (name, value) in changes {
        let Some(key) = keys.iter().find(|key| key.name == name) else {
            continue;
        };
        let new = value.clone().unwrap_or_else(|| key.default());
        let old = stored.and_then(|stored| stored.get(name)).cloned();
        let old = old.unwrap_or_else(|| key.default());
        if key.is_advanced && new != old && !may_edit_others {
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
