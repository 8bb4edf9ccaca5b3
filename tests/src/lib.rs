//! What the tests across functions share: a suite of checks that every host must pass, our own site
//! to try it on, the whole platform in one process, and the means to damage calls and store operations
//! on purpose.

pub mod app;
pub mod canaries;
pub mod costs;
pub mod counted;
pub mod faults;
pub mod host_contract;
pub mod performance;
pub mod pictures;
pub mod prepared_app;
pub mod proxy;
pub mod site;
