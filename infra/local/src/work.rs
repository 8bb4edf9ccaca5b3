//! Queue consumer and scheduler: run the handlers that run as workers and scheduled tasks in the cloud.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::platform::id::GenerationId;
use domain::platform::media::{UPLOAD_LIFE, UPLOADS};
use durable_files::HeldFolder;
use embedded::blobs::Lifecycle;
use embedded::dynamo::Engine;
use embedded::leftovers::Removed;
use embedded::queue::MemoryQueue;
use embedded::store_file::StoreFault;
use ports::{Clock, WorkMessage};
use site_mail::SiteMails;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::data_folder::leftovers;
use crate::outbox::{Outbox, STORED_FOR};
use crate::ticks::{every, is_due};

/// Time between two runs of the tasks of each hour.
const HOUR: Duration = Duration::from_secs(60 * 60);
/// Runs of the tasks of each minute between two removals of deleted records from the store's file.
const MINUTES_OF_AN_HOUR: u32 = 60;
/// Runs of the tasks of each minute between two searches of the store's file for damage.
const MINUTES_OF_A_DAY: u32 = 24 * MINUTES_OF_AN_HOUR;
/// Number of messages handled concurrently.
const AT_ONCE: usize = 4;
/// Number of generations handled concurrently, beside the other messages: each may take minutes.
const GENERATIONS_AT_ONCE: usize = 4;

/// Number of mails of the site sent concurrently, beside the other messages: a form's visitor waits for its mail.
const SITE_MAILS_AT_ONCE: usize = 16;

/// Adapters of the handlers.
#[derive(Clone)]
pub struct Workers {
    /// Publication worker.
    pub publication: publication_worker::Ports,
    /// Notification worker.
    pub notification: notification_worker::Ports,
    /// Generation worker.
    pub generation: generation_worker::Ports,
    /// Search worker.
    pub search: search_worker::Ports,
    /// Scheduled task of the platform.
    pub publishing: publishing_tick::Ports,
    /// Scheduled task of the site.
    pub site: site_tick::Ports,
    /// Scheduled task of the central log.
    pub logs: log_tick::Ports,
    /// Deletes expired platform blobs; in the cloud a bucket lifecycle rule does this.
    pub lifecycle: Arc<dyn Lifecycle>,
}

/// Handles messages until `end` changes, then completes the messages in progress. Generations in progress are ended.
pub async fn consume(queue: Arc<MemoryQueue>, workers: Workers, mut end: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let generation_places = Arc::new(Semaphore::new(GENERATIONS_AT_ONCE));
    let site_mail_places = Arc::new(Semaphore::new(SITE_MAILS_AT_ONCE));
    let mut running = JoinSet::new();
    loop {
        let message = tokio::select! {
            message = queue.next() => message,
            _ = end.wait_for(|end| *end) => break,
        };
        let workers = workers.clone();
        if let WorkMessage::Generation { generation_id } = message {
            let places = generation_places.clone();
            running.spawn(async move {
                let place = places.acquire_owned().await;
                generate(&workers, generation_id).await;
                drop(place);
            });
            continue;
        }
        if let WorkMessage::SiteMail { .. } = message {
            let places = site_mail_places.clone();
            running.spawn(async move {
                let place = places.acquire_owned().await;
                deliver(&workers, message).await;
                drop(place);
            });
            while running.try_join_next().is_some() {}
            continue;
        }
        let Ok(place) = places.clone().acquire_owned().await else {
            break;
        };
        running.spawn(async move {
            deliver(&workers, message).await;
            drop(place);
        });
        while running.try_join_next().is_some() {}
    }
    workers.generation.stopping.store(true, Ordering::Relaxed);
    while running.join_next().await.is_some() {}
}

async fn generate(workers: &Workers, id: GenerationId) {
    if let Err(error) = generation_worker::process(&workers.generation, id).await {
        tracing::error!(target: "ai", %id, %error, "left to the tick");
    }
}

async fn deliver(workers: &Workers, message: WorkMessage) {
    match message {
        WorkMessage::Publication { job_id } => {
            if let Err(error) = publication_worker::work(&workers.publication, job_id).await {
                tracing::error!(target: "publication", %job_id, %error, "left to the tick");
            }
        }
        WorkMessage::Notification { notification_id } => {
            if let Err(error) =
                notification_worker::process(&workers.notification, &notification_id).await
            {
                tracing::error!(target: "mail", %notification_id, %error, "left to the tick");
            }
        }
        WorkMessage::SiteMail { tenant, mail_id } => {
            let sent =
                notification_worker::send_site_mail(&workers.notification, &tenant, &mail_id).await;
            if let Err(error) = sent {
                tracing::error!(target: "site_mail", tenant, mail_id, %error, "left to the tick");
            }
        }
        WorkMessage::Generation { generation_id } => {
            generate(workers, generation_id).await;
        }
        WorkMessage::Search { post_id, job_id } => {
            if let Err(error) = search_worker::process(&workers.search, post_id, job_id).await {
                tracing::error!(target: "search", %post_id, %job_id, %error, "left to the tick");
            }
        }
        WorkMessage::SearchRenewal { site_id } => {
            if let Err(error) = search_worker::renew(&workers.search, site_id).await {
                tracing::error!(target: "search", %site_id, %error, "left to the tick");
            }
        }
    }
}

/// Runs the scheduled task of the central log at the start and every hour until `end` changes.
pub async fn tick_hourly(ports: log_tick::Ports, mut end: watch::Receiver<bool>) {
    let mut hour = every(HOUR);
    while is_due(&mut hour, &mut end).await {
        if let Err(error) = log_tick::run(&ports).await {
            tracing::error!(target: "logs", %error, "the tick of the central log failed");
        }
    }
}

/// Removes what belongs to nothing from the blobs of a data folder, at the start and every hour until `end` changes. `removed`
/// is what opening the folder removed.
pub async fn remove_hourly(folder: PathBuf, mut removed: Removed, mut end: watch::Receiver<bool>) {
    let mut hour = every(HOUR);
    while is_due(&mut hour, &mut end).await {
        let folder = folder.clone();
        let strays = tokio::task::spawn_blocking(move || leftovers::remove_strays(&folder)).await;
        match strays.map_err(io::Error::other).flatten() {
            Ok(strays) => removed.add(strays),
            Err(error) => {
                tracing::error!(target: "store", %error, "unfinished files were not removed");
            }
        }
        let Removed { files, bytes } = std::mem::take(&mut removed);
        if files > 0 {
            tracing::info!(target: "store", files, bytes, "unfinished files were removed");
        }
    }
}

/// Deletes the mails of the outbox that were stored for long enough, at the start and every hour until `end` changes.
pub async fn forget_mails(
    outbox: Arc<Outbox>,
    clock: Arc<dyn Clock>,
    mut end: watch::Receiver<bool>,
) {
    let mut hour = every(HOUR);
    while is_due(&mut hour, &mut end).await {
        let (outbox, before) = (outbox.clone(), clock.now() - STORED_FOR);
        let forgotten = tokio::task::spawn_blocking(move || outbox.forget(before)).await;
        match forgotten.map_err(io::Error::other).flatten() {
            Ok(0) => {}
            Ok(files) => tracing::info!(target: "mail", files, "old mails were deleted"),
            Err(error) => tracing::error!(target: "mail", %error, "old mails were not deleted"),
        }
    }
}

/// Deletes the mails of the site from the outbox whose records were deleted, as those of a person whose data were erased, at the
/// start and every minute until `end` changes.
pub async fn erase_mails(outbox: Arc<Outbox>, mails: SiteMails, mut end: watch::Receiver<bool>) {
    let mut minute = every(Duration::from_secs(60));
    while is_due(&mut minute, &mut end).await {
        match erase_mails_now(&outbox, &mails).await {
            Ok(0) => {}
            Ok(files) => {
                tracing::info!(target: "mail", files, "mails without a record were deleted")
            }
            Err(error) => {
                tracing::error!(target: "mail", %error, "mails without a record were not deleted")
            }
        }
    }
}

/// Deletes the mails of the site from the outbox whose records were deleted; returns how many files that were.
///
/// # Errors
/// Errors of the store or of the file system.
pub async fn erase_mails_now(outbox: &Arc<Outbox>, mails: &SiteMails) -> io::Result<usize> {
    let stored = outbox.clone();
    let records = tokio::task::spawn_blocking(move || stored.records()).await;
    let records = records.map_err(io::Error::other).flatten()?;
    let missing = mails.missing(records.into_iter().collect()).await;
    let missing: HashSet<String> = missing.map_err(io::Error::other)?.into_iter().collect();
    if missing.is_empty() {
        return Ok(0);
    }
    let stored = outbox.clone();
    let deleted = tokio::task::spawn_blocking(move || stored.delete_of(&missing)).await;
    deleted.map_err(io::Error::other).flatten()
}

/// Looks once a second, until `end` changes, whether the data folder is still the one that is held, and logs when that changes.
/// Writes check it themselves.
pub async fn watch_folder(folder: HeldFolder, engine: Engine, mut end: watch::Receiver<bool>) {
    let mut second = every(Duration::from_secs(1));
    let mut is_lost = false;
    while is_due(&mut second, &mut end).await {
        let (folder, engine) = (folder.clone(), engine.clone());
        let look = move || folder.check().and_then(|()| engine.check_held());
        match tokio::task::spawn_blocking(look).await {
            Ok(Err(error)) if !is_lost => {
                is_lost = true;
                tracing::error!(
                    target: "store", severity = "critical", %error,
                    "nothing is stored until it is back: move it to where it was, or stop Pauta"
                );
            }
            Ok(Ok(())) if is_lost => {
                is_lost = false;
                tracing::warn!(target: "store", "what was missing of the data folder is back");
            }
            Ok(_) | Err(_) => {}
        }
    }
}

/// Runs the scheduled tasks of platform and site at the start and every minute until `end` changes.
pub async fn tick(engine: Engine, workers: Workers, mut end: watch::Receiver<bool>) {
    let mut minute = every(Duration::from_secs(60));
    let mut minutes = 0_u32;
    if let Err(error) = publishing_tick::resume(&workers.publishing).await {
        tracing::error!(target: "publication", %error, "the time of the last tick was not renewed");
    }
    while is_due(&mut minute, &mut end).await {
        if let Err(error) = publishing_tick::run(&workers.publishing).await {
            tracing::error!(target: "publication", %error, "the publishing tick failed");
        }
        let erasures = match site_tick::run(&workers.site).await {
            Ok(report) => report.erasures,
            Err(error) => {
                tracing::error!(target: "site", %error, "the site's tick failed");
                0
            }
        };
        let before = workers.publishing.clock.now() - UPLOAD_LIFE;
        if let Err(error) = workers.lifecycle.expire(UPLOADS, before).await {
            tracing::error!(target: "media", %error, "old uploads were not removed");
        }
        if let Err(error) = engine.sweep() {
            tracing::error!(target: "store", %error, "expired records were not removed");
        }
        if erasures > 0 || minutes.is_multiple_of(MINUTES_OF_AN_HOUR) {
            let undone = "the store's file still has deleted records; the next hour removes them";
            maintain(engine.clone(), Engine::clear_deleted, undone).await;
        }
        if minutes.is_multiple_of(MINUTES_OF_A_DAY) {
            let undone = "the store was not searched for damage; the next day tries again";
            tokio::spawn(maintain(engine.clone(), Engine::inspect, undone));
        }
        minutes = minutes.wrapping_add(1);
    }
}

/// Does work on the store's file that takes long, and says in the log what is `undone` when it fails.
async fn maintain(
    engine: Engine,
    work: fn(&Engine) -> Result<(), StoreFault>,
    undone: &'static str,
) {
    match tokio::task::spawn_blocking(move || work(&engine)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(target: "store", %error, "{undone}"),
        Err(error) => tracing::error!(target: "store", %error, "{undone}"),
    }
}
