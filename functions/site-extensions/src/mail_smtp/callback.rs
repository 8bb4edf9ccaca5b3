//! Return from the provider's page: exchanges the code for tokens and stores the connection.

use domain::site::Capability;
use oauth::OAuthError;
use secrecy::SecretString;
use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_mailbox::{ConnectError, PendingAuthorization};
use site_rest::{Reply, RestError, codes};

use super::outcome::Outcome;
use super::view::{mailbox, refused};

/// Completes the authorization that waits, and shows its outcome as a page. A HEAD has no effect.
///
/// # Errors
/// `rest_forbidden` when another request used the authorization up first; the store fails.
pub async fn callback(call: ApiCall, pending: PendingAuthorization) -> HandlerResult {
    if call.is_head() {
        return Ok(Reply::no_content());
    }
    if !mailbox(&call).take(&pending).await.map_err(refused)? {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    let site = call.site().site.clone();
    let outcome = received(&call, pending).await;
    if outcome == Outcome::Connected {
        tracing::info!(target: "mailbox", site, "a mailbox was connected");
    } else {
        tracing::warn!(target: "mailbox", site, outcome = outcome.name(), "a mailbox was not connected");
    }
    Ok(outcome.page(call.site().locale))
}

async fn received(call: &ApiCall, pending: PendingAuthorization) -> Outcome {
    let text = |name: &str| call.request().query.get(name).and_then(Value::as_str);
    let code = match (text("code"), text("error")) {
        (Some(code), None) if !code.is_empty() => SecretString::from(code),
        (_, Some("access_denied")) => return Outcome::Denied,
        _ => return Outcome::NoCode,
    };
    let user = call.caller().store.user(pending.user());
    let may = user.is_some_and(|user| user.caller().can(Capability::ManageOptions));
    if !may {
        return Outcome::NotAllowed;
    }
    match mailbox(call).complete(pending, code).await {
        Ok(_) => Outcome::Connected,
        Err(error) => outcome_of(&error),
    }
}

fn outcome_of(error: &ConnectError) -> Outcome {
    match error {
        ConnectError::NotConfigured => Outcome::NotConfigured,
        ConnectError::NoRefreshToken => Outcome::NoRefreshToken,
        ConnectError::MissingScope => Outcome::MissingScope,
        ConnectError::NoAddress => Outcome::NoAddress,
        ConnectError::Store(error) => {
            tracing::error!(target: "mailbox", %error, "the connection of a mailbox was not stored");
            Outcome::NotStored
        }
        ConnectError::Provider(error) => {
            let message = error.message();
            tracing::warn!(target: "mailbox", %error, message, "a provider gave no tokens");
            match error {
                OAuthError::InvalidGrant { .. } => Outcome::InvalidCode,
                OAuthError::InvalidClient { .. } => Outcome::InvalidClient,
                OAuthError::Refused { .. } => Outcome::ProviderRefused,
                OAuthError::RateLimited { .. }
                | OAuthError::Unavailable { .. }
                | OAuthError::TimedOut { .. }
                | OAuthError::BadPayload => Outcome::ProviderFailed,
            }
        }
    }
}
