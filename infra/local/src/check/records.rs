//! Compares records with each other and with the files that they name.

use std::path::Path;
use std::sync::Arc;

use embedded::blobs::FolderBlobs;
use embedded::clock::SystemClock;
use embedded::dynamo::Engine;
use embedded::random::SystemRandom;
use form_store::FormStore;
use items::Table;
use platform_store::PlatformStore;
use ports::Blobs;
use site_store::{Parts, SiteStore, Sites, Tenant};
use vault::KeyRing;

use super::sealed;
use crate::data_folder::{BLOBS, SECRETS, STORE};

/// The records of both halves.
struct Halves {
    platform: PlatformStore,
    platform_table: Table,
    platform_blobs: Arc<dyn Blobs>,
    site: SiteStore,
    forms: FormStore,
}

/// Records that cannot be read at all.
#[derive(Debug, thiserror::Error)]
#[error("the records cannot be read: {0}")]
pub(crate) struct Unread(String);

fn unread(error: impl std::fmt::Display) -> Unread {
    Unread(error.to_string())
}

impl Halves {
    /// The records in `engine`, with the blobs of the platform and of the site.
    fn new(
        engine: &Engine,
        [platform_blobs, site_blobs]: [Arc<dyn Blobs>; 2],
        ring: &Arc<KeyRing>,
    ) -> Result<Self, Unread> {
        let platform_table = Table::new(engine.client(), "platform");
        let parts = Parts::new(
            Table::new(engine.client(), "site"),
            site_blobs,
            Arc::new(SystemClock),
            Arc::new(SystemRandom),
        );
        let tenant = Tenant::main();
        Ok(Self {
            platform: PlatformStore::new(platform_table.clone()),
            platform_table,
            platform_blobs,
            forms: FormStore::new(parts.clone(), tenant.clone(), Arc::clone(ring)),
            site: Sites::new(parts).site(&tenant).map_err(unread)?,
        })
    }
}

/// What is wrong with the records in `folder` and with their files, a line each.
///
/// # Errors
/// [`Unread`].
pub(super) async fn wrong(folder: &Path, ring: &Arc<KeyRing>) -> Result<Vec<String>, Unread> {
    let mut wrong = Vec::new();
    let blobs = ["platform", "site"].map(|part| FolderBlobs::new(folder.join(BLOBS).join(part)));
    for (part, blobs) in ["platform", "site"].iter().zip(&blobs) {
        let mut untyped = blobs.untyped().map_err(unread)?;
        untyped.sort();
        wrong.extend(untyped.iter().map(|key| {
            format!(
                "{part}: the media type of the file {key}, in {key}.type, is missing or is none"
            )
        }));
    }
    let engine = Engine::open(&folder.join(STORE)).map_err(unread)?;
    let blobs = blobs.map(|blobs| -> Arc<dyn Blobs> { Arc::new(blobs) });
    let halves = Halves::new(&engine, blobs, ring)?;
    let unopened = sealed::unopened(&halves.platform, halves.platform_table.clone(), ring).await;
    wrong.extend(unopened.map_err(unread)?.iter().map(|what| {
        format!("{SECRETS} does not open {what}: it is of another system, or lacks a former key")
    }));
    let platform = halves.platform.check(&halves.platform_blobs).await;
    wrong.extend(lines("platform", &platform.map_err(unread)?));
    wrong.extend(lines("site", &halves.site.check().await.map_err(unread)?));
    wrong.extend(lines("site", &halves.forms.check().await.map_err(unread)?));
    Ok(wrong)
}

/// What is wrong with the files that the records of the store in `store` name, a line each.
///
/// # Errors
/// [`Unread`].
pub(crate) async fn wrong_files(
    store: &Path,
    blobs: [Arc<dyn Blobs>; 2],
    ring: &Arc<KeyRing>,
) -> Result<Vec<String>, Unread> {
    let engine = Engine::open(store).map_err(unread)?;
    let halves = Halves::new(&engine, blobs, ring)?;
    let platform = &*halves.platform_blobs;
    let platform = halves.platform.check_stored_files(platform).await;
    let mut wrong = lines("platform", &platform.map_err(unread)?);
    let site = halves.site.check_stored_files().await.map_err(unread)?;
    wrong.extend(lines("site", &site));
    wrong.extend(lines("site", &halves.forms.check().await.map_err(unread)?));
    Ok(wrong)
}

fn lines(half: &str, findings: &[impl std::fmt::Display]) -> Vec<String> {
    let lines = findings.iter().map(|finding| format!("{half}: {finding}"));
    lines.collect()
}
