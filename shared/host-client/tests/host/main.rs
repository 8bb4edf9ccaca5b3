//! Tests of the client against mock hosts on loopback.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod causes;
mod discovery;
mod reads;
mod support;
mod writes;
