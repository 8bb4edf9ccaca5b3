//! Enters crashes and time-outs in the central log. A function that is killed flushes nothing; Lambda writes a line about it
//! into the function's log group, and a subscription filter hands that line to this function.

mod report;

use domain::platform::log::LogEntry;
use items::{Condition, Entry, ItemsError, Key};
use jiff::Timestamp;
use log_store::LogStore;
use ports::Need;
use serde::Serialize;

/// How long a line is remembered, in seconds. CloudWatch Logs repeats a delivery for at most a day.
const MARK_LIFE: i64 = 2 * 24 * 60 * 60;

/// Permissions that the function's policy grants beside those of every function.
pub const NEEDS: &[Need] = &[];

/// A line of a log group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Unique identifier of the line.
    pub id: String,
    /// When the line was written, in milliseconds since the epoch.
    pub timestamp: i64,
    /// The text.
    pub text: String,
}

/// Lines of one log stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Log group, whose last segment is the function's name.
    pub group: String,
    /// Log stream, which is one execution environment.
    pub stream: String,
    /// Lines that the filter selected.
    pub lines: Vec<Line>,
}

/// What became of a delivery.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// Lines that were entered.
    pub entered: usize,
    /// Lines that an earlier delivery had entered.
    pub repeated: usize,
    /// Lines that report neither a crash nor a time-out.
    pub ignored: usize,
}

/// Enters the reports among the lines. A line is entered once, although it may be delivered again; only when this
/// function ends between entering a line and marking it is the line counted twice.
///
/// # Errors
/// The store failed; the delivery may be repeated.
pub async fn take_in(log: &LogStore, delivery: &Delivery) -> Result<Taken, ItemsError> {
    let mut taken = Taken::default();
    for line in &delivery.lines {
        let Some(entry) = report::entry(delivery, line) else {
            taken.ignored += 1;
            continue;
        };
        if enter(log, line, entry).await? {
            taken.entered += 1;
        } else {
            taken.repeated += 1;
        }
    }
    tracing::info!(target: "central_log", ?taken, group = delivery.group, "lines taken in");
    Ok(taken)
}

/// Appends the entry and marks the line; `false` when it was marked before.
async fn enter(log: &LogStore, line: &Line, entry: LogEntry) -> Result<bool, ItemsError> {
    let key = Key::new(format!("INTAKE#{}", line.id), "MARK");
    if log.table().get::<Timestamp>(&key).await?.is_some() {
        return Ok(false);
    }
    let at = entry.last_at;
    log.append(&[entry]).await?;
    let mark = Entry::new(key, &at)?.expires(at.as_second() + MARK_LIFE);
    log.table().put(mark, Condition::Any).await?;
    Ok(true)
}
