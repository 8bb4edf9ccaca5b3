//! The site's tick, once a minute: scheduled items whose date has come are published, and snapshots of
//! the read models are made where writers have asked for them.
//!
//! What is due is an index of the store, so a tick that was missed is made up for by the next one.
//! Each item is published only if it is still scheduled and still due, and each snapshot is made by
//! the one who takes the wish for it, so ticks may overlap.

use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use ports::{Clock, Need};
use site_store::{Due, Sites, StoreError, Tenant};

/// Most items that one tick publishes; the next tick goes on.
const MOST: i32 = 500;
/// Most things about snapshots that one tick does.
const MOST_TASKS: i32 = 20;

/// What the tick is given.
#[derive(Clone)]
pub struct Ports {
    /// The sites of the deployment.
    pub sites: Arc<Sites>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// What the function's policy must allow. Blobs hold snapshots, and records too large for the
/// table.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
];

/// What one tick did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Items that were published.
    pub published: usize,
    /// What could not be done; a later tick tries again.
    pub failed: usize,
    /// Snapshots of read models that were made.
    pub snapshots: usize,
    /// How late the latest of the published ones was, in seconds.
    pub late_seconds: i64,
}

/// Publishes what is due and makes the snapshots that are wanted, on whatever site. One that fails
/// does not hold up the others.
///
/// # Errors
/// When what is due cannot be found out.
pub async fn run(ports: &Ports) -> Result<Report, StoreError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    for due in ports.sites.due(now, MOST).await? {
        match publish(ports, &due).await {
            Ok(true) => {
                report.published += 1;
                report.late_seconds = report.late_seconds.max(lateness(&due, now));
            }
            Ok(false) => {}
            Err(error) => {
                report.failed += 1;
                tracing::error!(target: "site", %error, tenant = due.tenant, id = due.id, "a scheduled item was not published");
            }
        }
    }
    for task in ports.sites.snapshot_tasks(MOST_TASKS).await? {
        match ports.sites.perform(&task).await {
            Ok(Some(made)) => {
                report.snapshots += 1;
                tracing::info!(target: "site", tenant = task.tenant, ?made, "a snapshot was made");
            }
            Ok(None) => {}
            Err(error) => {
                report.failed += 1;
                tracing::error!(target: "site", %error, ?task, "a task about snapshots failed");
            }
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
