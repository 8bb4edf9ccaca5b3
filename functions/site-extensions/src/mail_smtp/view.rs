//! The mailbox as JSON, and its errors.

use serde_json::{Value, json};
use site_api::{ApiCall, options_error};
use site_contract::mail_smtp::codes;
use site_mailbox::{Mailbox, MailboxError, Provider, SiteMailbox};
use site_rest::RestError;

/// Path of the return from the provider's page, below the root of the interface.
const CALLBACK: &str = "/mail-smtp/oauth_callback";

/// The mailbox of the site.
pub fn mailbox(call: &ApiCall) -> SiteMailbox {
    call.app().mailbox(&call.caller().store)
}

/// An error of the mailbox's records.
pub fn refused(error: MailboxError) -> RestError {
    match error {
        MailboxError::Conflict => RestError::new(&codes::BUSY).retry_after(1),
        MailboxError::Options(error) => options_error(error),
        other => RestError::internal(other),
    }
}

/// Address that the provider sends people back to, which is registered at the provider to the letter.
pub fn callback_address(call: &ApiCall) -> String {
    call.site().url(CALLBACK)
}

/// The state of the mailbox, and what connecting it needs.
pub fn state(call: &ApiCall, found: Option<&Mailbox>) -> Value {
    let site = mailbox(call);
    let providers = Provider::ALL.map(
        |provider| json!({"name": provider.name(), "configured": site.is_configured(provider)}),
    );
    json!({
        "state": found.map_or("none", |found| found.state.name()),
        "provider": found.map(|found| found.provider.name()),
        "address": found.map(|found| found.address.as_str()),
        "last_error": found.and_then(|found| found.last_error.as_deref()),
        "connected_by": found.map(|found| found.connected_by),
        "connected_at": found.map(|found| found.connected_at.to_string()),
        "providers": providers,
        "callback_url": callback_address(call),
    })
}
