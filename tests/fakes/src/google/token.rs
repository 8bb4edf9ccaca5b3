//! The access token of a request.

use axum::response::Response;

use super::errors::named;
use crate::exchange::{bearer, query};
use crate::record::{Call, Record};
use crate::service::Service;

/// Scope of the Search Console, for reading and for submitting sitemaps.
pub(super) const SEARCH: &str = "https://www.googleapis.com/auth/webmasters";

/// Scope of the Search Console for reading.
pub(super) const SEARCH_READ: &str = "https://www.googleapis.com/auth/webmasters.readonly";

/// Scope of the Indexing API.
pub(super) const INDEXING: &str = "https://www.googleapis.com/auth/indexing";

/// Scope of sending in the Gmail API.
pub(super) const SEND: &str = "https://www.googleapis.com/auth/gmail.send";

/// Checks that the request carries a token with one of `scopes`, and returns the token's account.
pub(super) fn check(
    record: &Record,
    service: Service,
    call: &Call,
    scopes: &[&str],
) -> Result<String, Box<Response>> {
    if query(call).contains_key("access_token") {
        record.violation(service, "the token is in the URL");
    }
    let refused = |name: &str| Err(named(name).map(Box::new).unwrap_or_default());
    let accounts = record.google.accounts();
    let Some(grant) = bearer(call).and_then(|token| accounts.allowed(token)) else {
        return refused("authError");
    };
    if scopes.iter().any(|scope| grant.scopes.contains(*scope)) {
        Ok(grant.account.clone())
    } else {
        refused("insufficientPermissions")
    }
}
