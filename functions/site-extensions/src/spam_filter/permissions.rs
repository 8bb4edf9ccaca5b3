//! Permission checks of the spam filter.

use domain::site::Capability;
use site_api::{ApiCall, OrRefuse};
use site_rest::{RestError, codes};
use site_spam::KeyMatch;

use super::params::text;

/// Key, settings and statistics belong to those who manage the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_manage(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::ManageOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// The service proves who it is with the site's key. Without a stored key no caller passes.
async fn knows_key(call: &ApiCall, matching: KeyMatch) -> Result<(), RestError> {
    let given = text(call, "key")?;
    let filter = call.app().spam_filter(&call.caller().store, call.site());
    if filter.is_key(&given, matching).await.or_refuse()? {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// The alert is for callers that know the key; blanks around it do not count.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_see_alert(call: ApiCall) -> Result<(), RestError> {
    knows_key(&call, KeyMatch::Trimmed).await
}

/// The webhook is for callers that know the key.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_call_webhook(call: ApiCall) -> Result<(), RestError> {
    knows_key(&call, KeyMatch::Exact).await
}
