//! The site's publishing tick, once a minute: scheduled items whose date has come are published.
//!
//! What is due is an index of the store, so a tick that was missed is made up for by the next one.
//! Each item is published only if it is still scheduled and still due, so ticks may overlap.

use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use ports::{Clock, Need};
use site_store::{Due, Sites, StoreError, Tenant};

/// Most items that one tick publishes; the next tick goes on.
const MOST: i32 = 500;

/// What the tick is given.
#[derive(Clone)]
pub struct Ports {
    /// The sites of the deployment.
    pub sites: Arc<Sites>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// What the function's policy must allow. Blobs hold records too large for the table.
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
    /// Items that could not be; the next tick tries again.
    pub failed: usize,
    /// How late the latest of the published ones was, in seconds.
    pub late_seconds: i64,
}

/// Publishes what is due, on whatever site. An item that fails does not hold up the others.
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
