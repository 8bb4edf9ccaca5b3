//! Sign-in throttling of both halves: failures are counted in sliding windows, per account, per network
//! address, and per device that signed in before.
//!
//! The limit of an account counts the failures of all unknown devices together, so guessing does not pay
//! from many addresses either. A device that signed in before is counted on its own, so strangers who use
//! the account's limit up do not keep its owner out (docs/decisions/0015-sign-in-throttling.md).

mod device;
mod window;

pub use device::{DEVICE_LIFE, Device, DeviceCookie};
pub use window::{Admission, Attempt, Rule, Throttle};
