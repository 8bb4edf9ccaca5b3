//! Shared code of the tests across functions: the host contract suite, the project's own site as a host, the whole
//! platform in one process, and adapters that damage calls and store operations on purpose.

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
