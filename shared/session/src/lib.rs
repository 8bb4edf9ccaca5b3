//! Who is asking: the signed-in person behind a bearer token, the promise that a repeated POST is
//! done once, and the password asked for again before a dangerous action.

mod caller;
mod confirm;
mod idempotent;
mod state;

pub use caller::Caller;
pub use confirm::{PASSWORD_FAILURES, confirm_password, hashing_failed};
pub use idempotent::{IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED, NotStored, RequestClaim, idempotent};
pub use state::SessionState;
