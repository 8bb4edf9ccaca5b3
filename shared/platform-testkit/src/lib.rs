//! Fixtures of the platform's tests: a store in memory, people who are signed in, and sites.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture stops the test at the first surprise"
)]

use domain::platform::access::Role;
use domain::platform::id::{SiteId, UserId};
use domain::platform::site_record::Site;
use domain::platform::user::User;
use embedded::dynamo::Engine;
use items::Table;
use jiff::Timestamp;
use platform_store::{Challenge, FactorUse, NewSession, NewUser, PlatformStore, SignIn};
use secrecy::{ExposeSecret, SecretString};
use vault::KeyRing;
use vault::session_token::{Claims, issue};

/// An empty store in the memory of `engine`.
pub async fn store(engine: &Engine) -> PlatformStore {
    let table = Table::new(engine.client(), "platform");
    table.create().await.unwrap();
    PlatformStore::new(table)
}

/// An active person with the e-mail `{name}@agencia.test`.
pub fn new_user(name: &str, role: Role) -> NewUser {
    NewUser {
        name: name.to_owned(),
        email: format!("{name}@agencia.test"),
        role,
        active: true,
    }
}

/// Begins the session `id` of `user` as a completed sign-in does, without password and code.
pub async fn begin_session(
    store: &PlatformStore,
    keyring: &KeyRing,
    user: UserId,
    id: &str,
    now: Timestamp,
) {
    let account = store.account(user).await.unwrap().unwrap();
    let challenge = Challenge::new(format!("challenge-{id}"), &account, None, now);
    store.create_challenge(&challenge).await.unwrap();
    let session = NewSession {
        id: id.to_owned(),
        refresh: keyring.token_hash("refresh", &SecretString::from(id)),
    };
    let done = store
        .sign_in(&challenge, &account, FactorUse::Challenge, session, now)
        .await
        .unwrap();
    assert_eq!(done, SignIn::Done);
}

/// An access token of the session `id`, issued at `now`.
pub fn access_token(
    keyring: &KeyRing,
    user: UserId,
    role: Role,
    id: &str,
    now: Timestamp,
) -> String {
    let claims = Claims::issued_now(user.to_string(), role.name(), id, now);
    let token = issue(keyring, &claims).unwrap();
    token.expose_secret().to_owned()
}

/// The access token of a new session `id` of `user`.
pub async fn sign_in(
    store: &PlatformStore,
    keyring: &KeyRing,
    user: &User,
    id: &str,
    now: Timestamp,
) -> String {
    begin_session(store, keyring, user.id, id, now).await;
    access_token(keyring, user.id, user.role, id, now)
}

/// A site without members, contacts or a login on its host.
pub fn site(id: SiteId, owner: UserId, url: &str, now: Timestamp) -> Site {
    Site {
        name: "Cliente".into(),
        url: url.into(),
        ..Site::new(id, owner, now)
    }
}
