//! Client of OAuth 2.0 (RFC 6749) for services that act for a person: authorization codes with proof keys (RFC 7636),
//! tokens, their renewal and revocation.
//!
//! The crate stores nothing and repeats nothing: where tokens are kept, when they are renewed and which calls are made
//! again is decided by its callers.

#![warn(missing_docs)]

mod authorization;
mod call;
mod error;
mod proof_key;
mod state;
mod token;
mod words;

pub use authorization::{Authorization, OAuthClient, authorization_url};
pub use call::{authorized, form};
pub use error::OAuthError;
pub use proof_key::ProofKey;
pub use state::{signed_state, verified_state};
pub use token::{AccessToken, AuthorizationCode, TokenEndpoint, Tokens};
pub use words::{provider_code, provider_words};
