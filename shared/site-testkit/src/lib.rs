//! Fixtures of the site's tests: records in memory, a user of each role, requests to a router in process, and a mail server.
#![warn(missing_docs)]
#![expect(
    clippy::unwrap_used,
    reason = "a fixture stops the test at the first surprise"
)]

mod answer;
mod mails;
mod records;
mod site;
mod users;
mod who;

pub use answer::Answer;
pub use mails::Mails;
pub use records::{HOME, NOW, Records};
pub use site::TestSite;
pub use users::Users;
pub use who::Who;
