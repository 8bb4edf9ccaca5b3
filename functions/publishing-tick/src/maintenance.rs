//! Maintenance of the store that no record is due for: the snapshot of the list of posts, and the removal of cleared
//! events, of the working copies of deleted users and of files without record. Each part has a time limit and continues in the next
//! tick.

use std::time::Duration;

use blob_sweep::Removed;
use items::ItemsError;
use platform_store::SnapshotTerms;
use tokio::time::timeout;

use crate::{Ports, Report};

/// Changes of posts after which the next snapshot of their list is made. A cold function reads at most these, and
/// those of the minute until the tick, from the change log.
const CHANGES: u64 = 128;
/// Time after which a part begins no further portion.
const WITHIN: Duration = Duration::from_secs(3);
/// Time limit of a part with its last portion; the limit of all parts is 12 seconds.
const LIMIT: Duration = Duration::from_secs(4);

/// Runs `part` within its time limit.
async fn limited<T: Default>(
    name: &str,
    part: impl Future<Output = Result<T, ItemsError>>,
) -> Result<T, ItemsError> {
    if let Ok(done) = timeout(LIMIT, part).await {
        return done;
    }
    tracing::warn!(target: "publication", part = name, "maintenance was interrupted; the next tick continues");
    Ok(T::default())
}

/// Runs all parts; a failure of one does not stop the others.
///
/// # Errors
/// The first failure.
pub(crate) async fn run(ports: &Ports, report: &mut Report) -> Result<(), ItemsError> {
    let terms = SnapshotTerms {
        blobs: &*ports.blobs,
        random: &*ports.random,
        now: ports.clock.now(),
        least: CHANGES,
        within: WITHIN,
    };
    let snapshot = limited("snapshot", ports.store.snapshot_posts(terms)).await;
    let store = &ports.store;
    let clearing = async {
        let removed = store.remove_cleared_events(WITHIN).await?;
        store.remove_copies_of_deleted_users(WITHIN / 4).await?;
        Ok(removed)
    };
    let removed = limited("clearing", clearing).await;
    let pictures = store.remove_unnamed_pictures(&*ports.blobs, ports.clock.now());
    let pictures = limited("files", pictures).await;
    if let Ok(Removed { objects, bytes }) = pictures
        && objects > 0
    {
        tracing::info!(target: "store", objects, bytes, "files without record were removed");
    }
    report.files_removed = pictures.as_ref().map_or(0, |removed| removed.objects);
    report.post_changes_in_snapshot = snapshot.as_ref().map_or(0, |made| made.added);
    report.events_removed = *removed.as_ref().unwrap_or(&0);
    snapshot
        .map(drop)
        .and(removed.map(drop))
        .and(pictures.map(drop))
}
