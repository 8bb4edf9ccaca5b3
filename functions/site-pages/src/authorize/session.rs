//! Session on the authorisation page: a signed cookie, valid for the time of a decision and void after
//! a change of password. Nothing is stored on the server.

use std::sync::Arc;

use cookie::{Cookie, SameSite, time::Duration};
use secrecy::SecretString;
use site_store::User;
use vault::{PasswordHash, TokenHash};

use crate::Site;
use crate::page_request::{PageRequest, PageResult};

const COOKIE: &str = "site-authorize";

/// Lifetime in seconds.
const LASTS: i64 = 15 * 60;

/// Session of a signed-in user.
pub struct Session {
    /// The user.
    pub user: Arc<User>,
    value: String,
}

fn mac(
    site: &Site,
    request: &PageRequest,
    user: u64,
    until: i64,
    hash: &PasswordHash,
) -> TokenHash {
    let text = format!(
        "{}\n{user}\n{until}\n{}",
        request.store.tenant(),
        hash.as_str()
    );
    site.keyring
        .token_hash("site_authorize_session", &SecretString::from(text))
}

fn cookie(request: &PageRequest, value: &str, seconds: i64) -> String {
    Cookie::build((COOKIE, value))
        .max_age(Duration::seconds(seconds))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(request.is_secure())
        .to_string()
}

/// Cookie that ends a session.
pub fn end(request: &PageRequest) -> String {
    cookie(request, "", 0)
}

impl Session {
    /// Cookie that begins a session.
    pub fn begin(
        site: &Site,
        request: &PageRequest,
        user: Arc<User>,
        hash: &PasswordHash,
    ) -> String {
        let until = site.clock.now().as_second() + LASTS;
        let mac = mac(site, request, user.id, until, hash);
        cookie(
            request,
            &format!("{}.{until}.{}", user.id, mac.as_str()),
            LASTS,
        )
    }

    /// Valid session of a request, if it has one.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(site: &Site, request: &PageRequest) -> PageResult<Option<Self>> {
        let Some(value) = request.cookie(COOKIE) else {
            return Ok(None);
        };
        let mut parts = value.splitn(3, '.');
        let (Some(Ok(user)), Some(Ok(until)), Some(given)) = (
            parts.next().map(str::parse::<u64>),
            parts.next().map(str::parse::<i64>),
            parts.next(),
        ) else {
            return Ok(None);
        };
        if until <= site.clock.now().as_second() {
            return Ok(None);
        }
        let Some(user) = request.store.user(user) else {
            return Ok(None);
        };
        let Some(hash) = request.store.user_password(user.id).await? else {
            return Ok(None);
        };
        let right = mac(site, request, user.id, until, &hash);
        let holds = right.matches(&TokenHash::from_stored(given));
        Ok(holds.then(|| Self {
            user,
            value: value.to_owned(),
        }))
    }

    /// CSRF token of a form, bound to this session and this authorisation request.
    pub fn form(&self, site: &Site, request: &PageRequest) -> TokenHash {
        let query = request.parts.uri.query().unwrap_or_default();
        let text = format!("{}\n{query}", self.value);
        site.keyring
            .token_hash("site_authorize_form", &SecretString::from(text))
    }
}
