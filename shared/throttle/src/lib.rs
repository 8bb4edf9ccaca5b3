//! Sign-in throttling for platform and site: counts failures in sliding windows per account, per network
//! address, and per known device.
//!
//! The limit of an account covers all unknown devices together, so that distributing guesses over many
//! addresses does not help. A device that signed in before has a limit of its own, so that attackers who
//! exhaust the account's limit do not lock its owner out (docs/decisions/0015-sign-in-throttling.md).

#![warn(missing_docs)]

mod device;
mod window;

pub use device::{DEVICE_LIFE, Device, DeviceCookie};
pub use window::{Admission, Attempt, Rule, Throttle};
