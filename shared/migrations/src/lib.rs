//! Brings the stored data of earlier releases to the form of this one: ordered, idempotent, resumable steps for each
//! store, with the version of the store in a record of its own (docs/decisions/0018-schema-versions.md).

#![warn(missing_docs)]

mod body_words;
mod log;
mod log_counters;
mod platform;
mod post_states;
mod posts;
mod queue_length;
mod record;
mod report_counters;
mod run;
mod site;

pub use record::SchemaVersion;
pub use run::{Migrated, MigrationError, Migrations, Portion, Step};
