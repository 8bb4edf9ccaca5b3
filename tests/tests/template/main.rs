//! The deployment template against the code: what each function says it needs, which routes it
//! serves, which queues and rules lead to it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

mod document;
mod functions;
mod policies;
mod routes;
mod storage;
mod wiring;
