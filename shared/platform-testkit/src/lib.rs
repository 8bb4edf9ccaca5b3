//! Fixtures of the platform's tests: a store in memory, users with a session, records with default values, and
//! requests to a router in process, of signed-in users or of others, and a search provider.
#![warn(missing_docs)]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a fixture stops the test at the first surprise"
)]

mod api;
mod operation;
mod records;
mod request;
mod response;
mod search_console;
mod session;

pub use api::{TestApi, with_middleware};
pub use operation::Operation;
pub use records::{approval, change_site, first_version, media, new_user, site, store};
pub use request::{RequestBody, TestRequest, send};
pub use response::TestResponse;
pub use search_console::{FakeSearchConsole, SearchCall};
pub use session::{TestUser, access_token, begin_session, sign_in};
