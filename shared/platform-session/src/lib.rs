//! Authentication and authorization of the platform's requests: the caller of a bearer token, permission checks on
//! posts, sites and pictures, idempotency keys of repeated POSTs, and confirmation of the password before sensitive
//! actions.

#![warn(missing_docs)]

mod authorize;
mod caller;
mod confirm;
mod idempotent;
mod state;

pub use authorize::{authorize_media, authorize_post, authorize_site, authorize_site_id};
pub use caller::Caller;
pub use confirm::{PASSWORD_FAILURES, confirm_password, hashing_failed};
pub use idempotent::{IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED, NotStored, RequestClaim, idempotent};
pub use state::SessionState;
