//! A person who has signed in on the page: a signed cookie that lasts long enough to decide, and that a
//! changed password ends. Nothing of it is stored.

use std::sync::Arc;

use cookie::{Cookie, SameSite, time::Duration};
use secrecy::SecretString;
use site_store::User;
use vault::{PasswordHash, TokenHash};

use crate::Site;
use crate::visit::{Found, Visit};

const COOKIE: &str = "site-authorize";

/// Seconds to decide.
const LASTS: i64 = 15 * 60;

/// Who has signed in.
pub struct Session {
    /// The person.
    pub user: Arc<User>,
    value: String,
}

fn mac(site: &Site, visit: &Visit, user: u64, until: i64, hash: &PasswordHash) -> TokenHash {
    let text = format!(
        "{}\n{user}\n{until}\n{}",
        visit.store.tenant(),
        hash.as_str()
    );
    site.keyring
        .token_hash("site_authorize_session", &SecretString::from(text))
}

fn cookie(visit: &Visit, value: &str, seconds: i64) -> String {
    Cookie::build((COOKIE, value))
        .max_age(Duration::seconds(seconds))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(visit.is_secure())
        .to_string()
}

/// The cookie that ends a session.
pub fn end(visit: &Visit) -> String {
    cookie(visit, "", 0)
}

impl Session {
    /// The cookie that begins a session.
    pub fn begin(site: &Site, visit: &Visit, user: Arc<User>, hash: &PasswordHash) -> String {
        let until = site.clock.now().as_second() + LASTS;
        let mac = mac(site, visit, user.id, until, hash);
        cookie(
            visit,
            &format!("{}.{until}.{}", user.id, mac.as_str()),
            LASTS,
        )
    }

    /// The session of a request, if it has one that holds.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(site: &Site, visit: &Visit) -> Found<Option<Self>> {
        let Some(value) = visit.cookie(COOKIE) else {
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
        let Some(user) = visit.store.user(user) else {
            return Ok(None);
        };
        let Some(hash) = visit.store.user_password(user.id).await? else {
            return Ok(None);
        };
        let right = mac(site, visit, user.id, until, &hash);
        let holds = right.matches(&TokenHash::from_stored(given));
        Ok(holds.then(|| Self {
            user,
            value: value.to_owned(),
        }))
    }

    /// What a form of this session on this very question carries, so that no other page can send it.
    pub fn form(&self, site: &Site, visit: &Visit) -> TokenHash {
        let query = visit.parts.uri.query().unwrap_or_default();
        let text = format!("{}\n{query}", self.value);
        site.keyring
            .token_hash("site_authorize_form", &SecretString::from(text))
    }
}
