//! Scheduled task of the site, run once a minute: publishes scheduled items that are due, runs snapshot
//! tasks enqueued by writers, takes deleted data out of the change logs, performs tasks of the spam filter, announces mails
//! that are due to their worker, and removes files that no record refers to.
//!
//! Due items and tasks are found through an index of the store, so a missed run is made up for by the
//! next one. An item is published only if it is still scheduled and due, and a task is claimed by one
//! worker, so runs may overlap.

use std::str::FromStr;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use ports::{Clock, Need, WorkQueue};
use site_mail::{PrivateFiles, SiteMailError, SiteMails};
use site_spam::{Performed, SpamFilter};
use site_store::{Due, Parts, Sites, StoreError, Tenant};

/// Maximum number of items published per run; the next run continues.
const MAX_ITEMS: i32 = 500;
/// Maximum number of snapshot tasks per run.
const MAX_TASKS: i32 = 20;
/// Maximum number of sites per run out of whose change logs deleted data are taken.
const MAX_ERASURES: i32 = 5;
/// Maximum number of mails announced per run.
const MAX_MAILS: i32 = 200;
/// Maximum number of tasks per run that remove private files.
const MAX_REMOVALS: i32 = 100;
/// Maximum number of tasks of the spam filter per run.
const MAX_SPAM_TASKS: i32 = 50;
/// Time after which a run begins no further task of the spam filter, because its service is slow.
const SPAM_TIME: SignedDuration = SignedDuration::from_secs(20);
/// Service failures after which a run leaves the remaining tasks of the spam filter to the next one.
const MAX_SPAM_FAILURES: usize = 2;

/// Adapters of the task.
#[derive(Clone)]
pub struct Ports {
    /// Sites of the deployment.
    pub sites: Arc<Sites>,
    /// Table and files of the sites.
    pub parts: Parts,
    /// Queue of the worker that sends mails.
    pub work: Arc<dyn WorkQueue>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
    /// Spam filter of comments.
    pub spam: SpamFilter,
}

/// Permissions of the function in the cloud. Blobs hold snapshots and records too large for the table.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::SendNotification,
    Need::KeyRing,
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
    /// Number of passes completed that take deleted data out of a change log and its snapshots.
    pub erasures: usize,
    /// Number of mails announced to their worker.
    pub mails: usize,
    /// Number of tasks carried out that remove private files.
    pub removals: usize,
    /// Number of files of uploads that no item names, which were removed.
    pub files: u64,
    /// Number of tasks of the spam filter that were performed.
    pub spam_tasks: usize,
    /// Largest delay of a published item, in seconds.
    pub late_seconds: i64,
}

/// Publishes due items, runs snapshot and erasure tasks, announces due mails and removes private files of all sites. A failure does not
/// stop the others.
///
/// # Errors
/// The due items or tasks cannot be read.
pub async fn run(ports: &Ports) -> Result<Report, StoreError> {
    let now = ports.clock.now_seconds();
    let mut report = Report::default();
    // First, as snapshots may take most of the time.
    match announce_mails(ports, now).await {
        Ok(announced) => report.mails = announced,
        Err(error) => {
            report.failed += 1;
            tracing::error!(target: "site_mail", %error, "cannot announce the mails that are due");
        }
    }
    match PrivateFiles::sweep(&ports.parts, MAX_REMOVALS).await {
        Ok(removals) => report.removals = removals,
        Err(error) => {
            report.failed += 1;
            tracing::error!(target: "site_mail", %error, "cannot remove private files");
        }
    }
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
    erase(ports, &mut report).await?;
    perform_spam_tasks(ports, &mut report).await?;
    remove_files(ports, &mut report).await;
    tracing::info!(target: "site", ?report, "tick");
    Ok(report)
}

/// Removes files of uploads that no item names.
async fn remove_files(ports: &Ports, report: &mut Report) {
    match ports.sites.remove_unnamed_files().await {
        Ok(removed) if removed.objects > 0 => {
            report.files = removed.objects;
            let bytes = removed.bytes;
            tracing::info!(target: "site", files = report.files, bytes, "files without item were removed");
        }
        Ok(_) => {}
        Err(error) => {
            report.failed += 1;
            tracing::error!(target: "site", %error, "cannot remove files without item");
        }
    }
}

/// Takes deleted data out of the change logs of the sites where that is due.
async fn erase(ports: &Ports, report: &mut Report) -> Result<(), StoreError> {
    for task in ports.sites.erasure_tasks(MAX_ERASURES).await? {
        match ports.sites.erase(&task).await {
            Ok(Some(erasure)) => {
                report.erasures += usize::from(erasure.is_complete);
                tracing::info!(target: "site", tenant = task.tenant, ?erasure, "deleted data erased");
            }
            Ok(None) => {}
            Err(error) => {
                report.failed += 1;
                tracing::error!(target: "site", %error, ?task, "deleted data were not erased");
            }
        }
    }
    Ok(())
}

/// Sends messages about mails to repeat, interrupted attempts, and mails whose message was lost. A message about a mail that
/// a worker already has does no harm.
async fn announce_mails(ports: &Ports, now: Timestamp) -> Result<usize, SiteMailError> {
    let due = SiteMails::due(&ports.parts.table, now, MAX_MAILS).await?;
    let announced = due.len();
    for mail in due {
        SiteMails::new(ports.parts.clone(), mail.tenant)
            .announce(&*ports.work, &[mail.id])
            .await;
    }
    Ok(announced)
}

/// Checks comments again, and reports corrections of comments and messages to the service.
async fn perform_spam_tasks(ports: &Ports, report: &mut Report) -> Result<(), StoreError> {
    let end = ports.clock.now() + SPAM_TIME;
    let mut failures = 0;
    for due in ports.spam.due(MAX_SPAM_TASKS).await? {
        let performed = ports.spam.perform(&ports.sites, &due).await;
        failures += report.spam_task(performed, due.tenant());
        if failures >= MAX_SPAM_FAILURES || ports.clock.now() > end {
            break;
        }
    }
    Ok(())
}

impl Report {
    /// Counts a task of the spam filter; returns the failures of its service.
    fn spam_task(&mut self, performed: Result<Performed, StoreError>, tenant: &str) -> usize {
        match performed {
            Ok(Performed::Done) => self.spam_tasks += 1,
            Ok(Performed::Taken) => {}
            Ok(Performed::Later) => return 1,
            Err(error) => {
                self.failed += 1;
                tracing::error!(target: "site", %error, tenant, "a task of the spam filter failed");
            }
        }
        0
    }
}

async fn publish(ports: &Ports, due: &Due) -> Result<bool, StoreError> {
    let tenant =
        Tenant::from_str(&due.tenant).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    ports.sites.site(&tenant)?.publish_due(due.id).await
}

fn lateness(due: &Due, now: Timestamp) -> i64 {
    now.as_second() - due.at
}
