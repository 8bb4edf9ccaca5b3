//! Scheduled task of the central log, run once an hour: carries out clearings, and once a day deletes entries that were
//! cleared more than 30 days before (docs/interface/platform/logs.md#retention).
//!
//! The daily purge belongs to the first run at or after 03:00 of the day, so a missed run is made up for by the next
//! one. Each run handles a limited number of entries; the next run continues.

use std::sync::Arc;

use items::ItemsError;
use jiff::tz::TimeZone;
use log_store::{LastPurge, LogStore};
use ports::{Clock, Need};

/// Hour of the day from which the purge is due.
const PURGE_HOUR: i8 = 3;
/// Largest number of entries that a run gives the status of their clearing.
pub const CARRIED_OUT_BY_RUN: u64 = 20_000;
/// Largest number of entries that a run deletes.
pub const PURGED_BY_RUN: u64 = 20_000;

/// Ports of the task.
#[derive(Clone)]
pub struct Ports {
    /// The central log.
    pub logs: LogStore,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Time zone of the day and of 03:00.
    pub zone: TimeZone,
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[Need::LogItemsRead, Need::LogItemsWrite];

/// Result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of entries that got the status of a clearing.
    pub cleared: u64,
    /// Number of entries that were deleted.
    pub purged: u64,
    /// Whether the purge of the day is complete.
    pub purge_done: bool,
}

/// Carries out clearings, and purges when that is due.
///
/// # Errors
/// The store failed; a later run continues.
pub async fn run(ports: &Ports) -> Result<Report, ItemsError> {
    let carried_out = ports.logs.carry_out(CARRIED_OUT_BY_RUN).await;
    let mut report = Report::default();
    let purged = purge(ports, &mut report).await;
    report.cleared = carried_out?.entries;
    purged?;
    tracing::info!(target: "logs", ?report, "tick");
    Ok(report)
}

async fn purge(ports: &Ports, report: &mut Report) -> Result<(), ItemsError> {
    let now = ports.clock.now_seconds();
    let local = ports.zone.to_datetime(now);
    let today = LastPurge { day: local.date() };
    if ports.logs.last_purge().await? == Some(today) {
        report.purge_done = true;
        return Ok(());
    }
    if local.hour() < PURGE_HOUR {
        return Ok(());
    }
    let purged = ports.logs.purge(now, PURGED_BY_RUN).await?;
    report.purged = purged.entries;
    if !purged.remaining {
        ports.logs.record_purge(today).await?;
        report.purge_done = true;
    }
    Ok(())
}
