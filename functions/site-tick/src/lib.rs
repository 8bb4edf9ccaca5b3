//! Scheduled task of the site, run once a minute: publishes scheduled items that are due, runs
//! snapshot tasks enqueued by writers, and removes private files that are due.
//!
//! Due items and tasks are found through an index of the store, so a missed run is made up for by the
//! next one. An item is published only if it is still scheduled and due, and a task is claimed by one
//! worker, so runs may overlap.

use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use ports::{Clock, Need};
use site_mail::PrivateFiles;
use site_store::{Due, Sites, StoreError, Tenant};

/// Maximum number of items published per run; the next run continues.
const MAX_ITEMS: i32 = 500;
/// Maximum number of snapshot tasks per run.
const MAX_TASKS: i32 = 20;

/// Maximum number of tasks that remove private files per run.
const MAX_FILE_TASKS: i32 = 50;

/// Adapters of the task.
#[derive(Clone)]
pub struct Ports {
    /// Sites of the deployment.
    pub sites: Arc<Sites>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
}

/// Permissions of the function in the cloud. Blobs hold snapshots and records too large for the table.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
];

/// Result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of items published.
    pub published: usize,
    /// Number of failures; a later run tries again.
    pub failed: usize,
    /// Number of snapshots created.
    pub snapshots: usize,
    /// Number of tasks that removed private files.
    pub files_removed: usize,
    /// Largest delay of a published item, in seconds.
    pub late_seconds: i64,
}

/// Publishes due items and runs snapshot tasks of all sites. A failure does not stop the others.
///
/// # Errors
/// The due items or tasks cannot be read.
pub async fn run(ports: &Ports) -> Result<Report, StoreError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    for due in ports.sites.due(now, MAX_ITEMS).await? {
        match publish(ports, &due).await {
            Ok(true) => {
                report.published += 1;
                report.late_seconds = report.late_seconds.max(lateness(&due, now));
            }
            Ok(false) => {}
            Err(error) => {
                report.failed += 1;
                tracing::error!(target: "site", %error, tenant = due.tenant, id = due.id, "cannot publish a scheduled item");
            }
        }
    }
    for task in ports.sites.snapshot_tasks(MAX_TASKS).await? {
        match ports.sites.perform(&task).await {
            Ok(Some(created)) => {
                report.snapshots += 1;
                tracing::info!(target: "site", tenant = task.tenant, ?created, "snapshot created");
            }
            Ok(None) => {}
            Err(error) => {
                report.failed += 1;
                tracing::error!(target: "site", %error, ?task, "snapshot task failed");
            }
        }
    }
    match PrivateFiles::sweep(ports.sites.parts(), MAX_FILE_TASKS).await {
        Ok(removed) => report.files_removed = removed,
        Err(error) => {
            report.failed += 1;
            tracing::error!(target: "site", %error, "private files were not removed");
        }
    }
    tracing::info!(target: "site", ?report, "tick");
    Ok(report)
}

async fn publish(ports: &Ports, due: &Due) -> Result<bool, StoreError> {
    let tenant =
        Tenant::from_str(&due.tenant).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    ports.sites.site(&tenant)?.publish_due(due.id).await
}

fn lateness(due: &Due, now: Timestamp) -> i64 {
    now.as_second() - due.at
}
