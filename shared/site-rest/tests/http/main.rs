//! HTTP tests of the engine with a small function.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic on an unexpected result"
)]

mod dispatch;
mod functions;
mod fuzz;
mod support;
