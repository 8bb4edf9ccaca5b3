//! Records of the platform in its DynamoDB table: users, sessions, sites, posts, approvals, publication
//! jobs, media, notifications, generations with their usage of tokens, and idempotency keys.
//!
//! `docs/data-model.md` lists every access pattern with its keys and cost.
//!
//! A method that keeps an invariant writes all its records in one transaction. Every write after a read
//! is conditional on the revision that was read, so no update is lost.

#![warn(missing_docs)]

use std::sync::Arc;

use blob_sweep::Sweep;
use items::Table;
use jiff::Timestamp;
use journal::Journal;

mod approval_tokens;
mod approvals;
mod challenges;
mod check;
mod events;
mod generated_media;
mod generation_keys;
mod generation_text;
mod generations;
mod history_clearing;
mod idempotency;
mod image_quota;
mod job_stage;
mod jobs;
mod listing;
mod media;
mod notifications;
mod posts;
mod recipients;
mod report_backfill;
mod reports;
mod resets;
mod search_connections;
mod search_performance;
mod search_tasks;
mod sessions;
mod site_words;
mod sites;
mod state_backfill;
mod stock_searches;
mod tick;
mod token_usage;
mod unnamed_pictures;
mod uploads;
mod users;
mod word_backfill;
mod working_copies;

pub use approval_tokens::*;
pub use approvals::*;
pub use challenges::*;
pub use check::Finding;
pub use events::*;
pub use generations::*;
pub use idempotency::*;
pub use image_quota::*;
pub use jobs::*;
pub use listing::*;
pub use media::*;
pub use notifications::*;
pub use posts::*;
pub use recipients::*;
pub use reports::*;
pub use resets::*;
pub use search_connections::*;
pub use search_performance::*;
pub use search_tasks::*;
pub use sessions::*;
pub use site_words::*;
pub use sites::*;
pub use stock_searches::*;
pub use tick::*;
pub use token_usage::*;
pub use users::*;
pub use working_copies::*;

/// Store of the platform's records. Clones share the in-memory list of posts.
#[derive(Debug, Clone)]
pub struct PlatformStore {
    table: Table,
    posts: Arc<listing::PostList>,
    sweep: Sweep,
    alone_since: Option<Timestamp>,
}

impl PlatformStore {
    /// Opens the store on `table`.
    pub fn new(table: Table) -> Self {
        let posts = Arc::new(listing::PostList::new(Journal::new(table.clone(), "posts")));
        let sweep = Sweep::new(unnamed_pictures::FILES, unnamed_pictures::SWEEP);
        Self {
            table,
            posts,
            sweep,
            alone_since: None,
        }
    }

    /// The store of the only process that uses it, since `start`: files without record of the time before are removed at
    /// once, not a day later, and requests of that time hold no idempotency key.
    #[must_use]
    pub fn alone_since(mut self, start: Timestamp) -> Self {
        self.alone_since = Some(start);
        self.sweep = self.sweep.alone_since(start);
        self
    }

    /// The underlying table, for its cost meter, for tests, and for the record of its schema version.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Whether no user was ever created, as in a store that was not set up yet.
    ///
    /// # Errors
    /// See [`items::ItemsError`].
    pub async fn is_new(&self) -> Result<bool, items::ItemsError> {
        let users = self
            .table
            .numbers(&items::Key::new("SEQUENCE", "USER"))
            .await?;
        Ok(users.get("n") == 0)
    }
}
