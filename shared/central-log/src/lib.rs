//! Capture of the central log: warnings, errors and critical events on their way to the store.
//!
//! [`Capture`] is a layer of `tracing`. It turns every event of level WARN or ERROR into a
//! [`LogEntry`] and adds it to a [`Collector`], which merges equal entries and is bounded in size. [`flush`] takes
//! what was collected and appends it to a [`Sink`]; the start of a function calls it after each invocation, the local
//! process about once a second. An event of level ERROR with the field `severity = "critical"` is critical.
//!
//! Fields that an event may carry for the central log: `channel` replaces the channel derived from the target,
//! `source_ref` replaces file and line, `severity = "critical"` raises an error. Every other field, and those of the
//! surrounding spans, become the entry's context; values of fields that are named like secrets are masked.

#![warn(missing_docs)]

mod channel;
mod collector;
mod fields;
mod flush;
mod layer;
mod mask;
mod panics;
mod verbosity;

pub use channel::channel_of;
pub use collector::{Collector, MAX_ENTRIES};
pub use domain::platform::log::{LogEntry, LogLevel, MESSAGE_LIMIT};
pub use flush::{FLUSH_LIMIT, Sink, SinkError, flush};
pub use layer::Capture;
pub use mask::MASK;
pub use panics::report_panics;
pub use verbosity::targets;
