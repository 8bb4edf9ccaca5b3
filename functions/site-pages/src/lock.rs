//! Password protection of posts. A reader who enters the right password gets a cookie with a keyed hash
//! of it. Changing the password invalidates the cookie, and the comparison takes constant time.

use cookie::{Cookie, SameSite, time::Duration};
use http::header;
use secrecy::SecretString;
use site_store::Content;
use site_urls::throttle;
use vault::TokenHash;

use crate::Site;
use crate::page_request::{PageError, PageRequest, PageResult};

/// Lifetime of the cookie, as in deployed systems.
const COOKIE_LIFETIME: Duration = Duration::days(10);

fn cookie_name(item: &Content) -> String {
    format!("post-password-{}", item.id)
}

fn key(site: &Site, request: &PageRequest, item: &Content, password: &str) -> TokenHash {
    let subject = format!("{}\n{}\n{password}", request.store.tenant(), item.id);
    site.keyring
        .token_hash("site_reader_password", &SecretString::from(subject))
}

/// Whether this reader may read the item's text.
pub fn is_open(site: &Site, request: &PageRequest, item: &Content) -> bool {
    if item.password.is_empty() {
        return true;
    }
    let given = request.cookie(&cookie_name(item)).unwrap_or_default();
    key(site, request, item, &item.password.0).matches(&TokenHash::from_stored(given))
}

/// Verifies a password; returns the cookie to set, or `None` for a wrong password.
///
/// # Errors
/// [`PageError::TooManyAttempts`] for too many attempts from one address.
pub async fn try_password(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    given: &str,
) -> PageResult<Option<String>> {
    let right = key(site, request, item, &item.password.0);
    let tried = key(site, request, item, given);
    // Every attempt is counted before it is verified, so that parallel guesses cannot exceed the limit.
    let subject = format!("{}\npost {}", request.store.tenant(), item.id);
    let (address, now) = (request.address(), site.clock.now());
    let counted = throttle::count(&site.table, &site.keyring, address, &subject, now).await;
    match counted {
        Ok(None) => {}
        Ok(Some(wait)) => return Err(PageError::TooManyAttempts(wait)),
        Err(error) => return Err(PageError::Internal(error.to_string())),
    }
    if !right.matches(&tried) {
        return Ok(None);
    }
    let cookie = Cookie::build((cookie_name(item), right.as_str()))
        .max_age(COOKIE_LIFETIME)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(request.is_secure());
    Ok(Some(cookie.to_string()))
}

/// Header that carries the cookie.
pub const SET: http::HeaderName = header::SET_COOKIE;
