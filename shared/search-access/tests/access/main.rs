//! Access of sites to the search console: renewal, failures, connecting and disconnecting.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod app;
mod connecting;
mod properties;
mod renewing;
