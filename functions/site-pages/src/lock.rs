//! Posts that need a password. Who gave the right one keeps a cookie with a keyed hash of it, so a
//! changed password locks the post again, and comparing takes the same time whatever is given.

use cookie::{Cookie, SameSite, time::Duration};
use http::header;
use secrecy::SecretString;
use site_store::Content;
use site_web::throttle;
use vault::TokenHash;

use crate::Site;
use crate::visit::{Found, Miss, Visit};

/// How long the cookie is kept: as long as in deployed systems.
const KEPT: Duration = Duration::days(10);

fn cookie_name(item: &Content) -> String {
    format!("post-password-{}", item.id)
}

fn key(site: &Site, visit: &Visit, item: &Content, password: &str) -> TokenHash {
    let subject = format!("{}\n{}\n{password}", visit.store.tenant(), item.id);
    site.keyring
        .token_hash("site_reader_password", &SecretString::from(subject))
}

/// Whether this reader may read the item's text.
pub fn is_open(site: &Site, visit: &Visit, item: &Content) -> bool {
    if item.password.is_empty() {
        return true;
    }
    let given = visit.cookie(&cookie_name(item)).unwrap_or_default();
    key(site, visit, item, &item.password.0).matches(&TokenHash::from_stored(given))
}

/// Looks at a password. The cookie to set when it is right, none when it is wrong.
///
/// # Errors
/// Too many tries of one address.
pub async fn try_password(
    site: &Site,
    visit: &Visit,
    item: &Content,
    given: &str,
) -> Found<Option<String>> {
    let right = key(site, visit, item, &item.password.0);
    let tried = key(site, visit, item, given);
    // Each try is counted before it is judged: a short password must not be found by trying.
    let subject = format!("{}\npost {}", visit.store.tenant(), item.id);
    let (address, now) = (visit.address(), site.clock.now());
    let counted = throttle::count(&site.table, &site.keyring, address, &subject, now).await;
    match counted {
        Ok(None) => {}
        Ok(Some(wait)) => return Err(Miss::TooMany(wait)),
        Err(error) => return Err(Miss::Internal(error.to_string())),
    }
    if !right.matches(&tried) {
        return Ok(None);
    }
    let cookie = Cookie::build((cookie_name(item), right.as_str()))
        .max_age(KEPT)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(visit.is_secure());
    Ok(Some(cookie.to_string()))
}

/// The header that carries the cookie.
pub const SET: http::HeaderName = header::SET_COOKIE;
