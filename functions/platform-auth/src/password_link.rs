//! Links with which a person sets a password. Only a hash of their token is stored.

use jiff::SignedDuration;
use platform_http::ApiError;
use platform_store::Account;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::Ports;

/// Path of the page that a link leads to.
pub(crate) const PATH: &str = "/definir-senha";
/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;
/// Purpose of the hash of a token.
const PURPOSE: &str = "password-link";

/// Creates a link with which `account` may set its password, valid for `life`.
pub(crate) async fn link(
    ports: &Ports,
    account: &Account,
    life: SignedDuration,
) -> Result<Url, ApiError> {
    let token = vault::token::random_token(&*ports.random, TOKEN_BYTES);
    let hash = link_hash(ports, &token);
    let now = ports.clock.now();
    ports.store.create_reset(&hash, account, life, now).await?;
    let mut link = ports.base_url.clone();
    let path = format!("{}{PATH}", link.path().trim_end_matches('/'));
    link.set_path(&path);
    link.set_query(Some(&format!("token={}", token.expose_secret())));
    Ok(link)
}

/// The hash under which the token of a link is stored.
pub(crate) fn link_hash(ports: &Ports, token: &SecretString) -> vault::TokenHash {
    ports.keyring.token_hash(PURPOSE, token)
}
