//! The platform's records: who may find what under which key, and which writes belong together.
//! Every access pattern with its keys and cost stands in docs/data-model.md.
//!
//! Methods that keep an invariant write in one transaction; none reads first and writes blindly after.

use std::sync::Arc;

use items::Table;
use journal::Journal;

mod approval_tokens;
mod approvals;
mod challenges;
mod events;
mod idempotency;
mod jobs;
mod listing;
mod media;
mod notifications;
mod posts;
mod resets;
mod sessions;
mod sites;
mod tick;
mod uploads;
mod users;

pub use approval_tokens::*;
pub use approvals::*;
pub use challenges::*;
pub use events::*;
pub use idempotency::*;
pub use jobs::*;
pub use listing::*;
pub use media::*;
pub use notifications::*;
pub use posts::*;
pub use resets::*;
pub use sessions::*;
pub use sites::*;
pub use tick::*;
pub use users::*;

/// The platform's table. Clones share what they know of the list of posts.
#[derive(Debug, Clone)]
pub struct PlatformStore {
    table: Table,
    posts: Arc<listing::PostList>,
}

impl PlatformStore {
    /// The records in `table`.
    pub fn new(table: Table) -> Self {
        let posts = Arc::new(listing::PostList::new(Journal::new(table.clone(), "posts")));
        Self { table, posts }
    }

    /// The table itself, for its meter.
    pub const fn table(&self) -> &Table {
        &self.table
    }
}
