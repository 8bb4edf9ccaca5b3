//! What the tests across functions share: a suite of checks that every host must pass, and the
//! means to damage calls and store operations on purpose.

pub mod host_contract;
pub mod proxy;
