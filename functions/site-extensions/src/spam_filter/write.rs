//! Writing key, settings and alert.

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::spam_filter::codes;
use site_rest::{Reply, RestError};
use site_spam::{KeyOutcome, SettingsChange, bodies};

use super::params::text;
use super::view::filter;

/// Stores a key that the service accepts.
///
/// # Errors
/// `invalid_key` when the service does not accept it or cannot be asked; `hardcoded_key`.
pub async fn key(call: ApiCall, (): ()) -> HandlerResult {
    let given = text(&call, "key")?;
    match filter(&call).store_key(&given).await.or_refuse()? {
        KeyOutcome::Valid { key, .. } => Ok(Reply::json(bodies::key(Some(&key)))),
        KeyOutcome::Fixed => Err(RestError::new(&codes::SPAM_HARDCODED_KEY)),
        KeyOutcome::Invalid { debug_help, .. } => {
            tracing::info!(target: "spam_filter", help = debug_help, "the spam service does not accept a key");
            Err(RestError::new(&codes::SPAM_INVALID_KEY))
        }
        KeyOutcome::Unverified { failure, .. } => {
            tracing::warn!(target: "spam_filter", ?failure, "the spam service could not verify a key");
            Err(RestError::new(&codes::SPAM_INVALID_KEY))
        }
    }
}

/// Removes the key.
///
/// # Errors
/// `hardcoded_key`.
pub async fn delete_key(call: ApiCall, (): ()) -> HandlerResult {
    let filter = filter(&call);
    if filter.has_fixed_key() {
        return Err(RestError::new(&codes::SPAM_HARDCODED_KEY));
    }
    filter.delete_key().await.or_refuse()?;
    Ok(Reply::json(Value::Bool(true)))
}

/// Changes the settings that the request names.
///
/// # Errors
/// The store fails.
pub async fn settings(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let change = SettingsChange {
        strictness: params.truth("spamfilter_strictness"),
        show_user_comments_approved: params.truth("spamfilter_show_user_comments_approved"),
    };
    let settings = filter(&call).change_settings(change).await.or_refuse()?;
    Ok(Reply::json(bodies::settings(&settings)))
}

/// Drops the alert and asks the service again.
///
/// # Errors
/// The store fails.
pub async fn refresh_alert(call: ApiCall, (): ()) -> HandlerResult {
    let alert = filter(&call).refresh_alert().await.or_refuse()?;
    Ok(Reply::json(bodies::alert(alert.as_ref())))
}

/// Drops the alert.
///
/// # Errors
/// The store fails.
pub async fn delete_alert(call: ApiCall, (): ()) -> HandlerResult {
    filter(&call).set_alert(None).await.or_refuse()?;
    Ok(Reply::json(bodies::alert(None)))
}
