//! Users who are signed in, without password and code.

use domain::platform::access::Role;
use domain::platform::id::UserId;
use domain::platform::user::User;
use jiff::Timestamp;
use platform_store::{Challenge, FactorUse, NewSession, PlatformStore, SignIn};
use secrecy::{ExposeSecret, SecretString};
use vault::session_token::{Claims, issue};
use vault::{KeyRing, PasswordHash};

use crate::records::new_user;

/// A user with a session.
#[derive(Debug, Clone)]
pub struct TestUser {
    /// Identifier.
    pub id: UserId,
    /// Role at the time of the sign-in.
    pub role: Role,
    session: String,
}

impl TestUser {
    /// Creates the user `name` and signs them in at `now`. Each name is used once in a store.
    pub async fn create(
        store: &PlatformStore,
        keyring: &KeyRing,
        name: &str,
        role: Role,
        now: Timestamp,
    ) -> Self {
        let user = store.create_user(new_user(name, role), None, now);
        let id = user.await.unwrap().id;
        let session = format!("session-{name}");
        begin_session(store, keyring, id, &session, now).await;
        Self { id, role, session }
    }

    /// Creates the administrator `name` with this password, signed in at `now`.
    pub async fn with_password(
        store: &PlatformStore,
        keyring: &KeyRing,
        name: &str,
        password: PasswordHash,
        now: Timestamp,
    ) -> Self {
        let role = Role::Admin;
        let user = store.create_user(new_user(name, role), Some(password), now);
        let id = user.await.unwrap().id;
        let session = format!("session-{name}");
        begin_session(store, keyring, id, &session, now).await;
        Self { id, role, session }
    }

    /// An access token issued at `now`, so that it is valid however far the clock was advanced.
    pub fn token(&self, keyring: &KeyRing, now: Timestamp) -> String {
        access_token(keyring, self.id, self.role, &self.session, now)
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
