//! Checks the data of a data folder: the store's file, every record, and the files that records name.

use std::path::Path;
use std::sync::Arc;

use embedded::acknowledged::{self, MissingWrites};
use embedded::blobs::FolderBlobs;
use embedded::clock::SystemClock;
use embedded::damaged_records::{self, DamagedRecord};
use embedded::dynamo::Engine;
use embedded::random::SystemRandom;
use items::Table;
use platform_store::PlatformStore;
use ports::Blobs;
use site_store::{Parts, Sites, Tenant};

use crate::data_folder::{self, BLOBS, Contents, DataFolder, Fault, SECRETS, STORE};
use crate::start_error::StartError;

mod sealed;

/// Checks the data in `folder`, which no other process uses; returns a line for each thing that is wrong. Damage of the store's
/// file ends the check, since records of a damaged file cannot be compared.
///
/// # Errors
/// [`StartError`] when the folder cannot be used or has no data.
pub async fn check(folder: &Path) -> Result<Vec<String>, StartError> {
    if !folder.is_dir() {
        return Err(data_folder::refused(folder, "there is no such folder"));
    }
    let _claimed = DataFolder::claim(folder)?;
    let failed = |error: &dyn std::fmt::Display| data_folder::refused(folder, error);
    match Contents::of(folder).map_err(|error| failed(&error))? {
        Contents::Nothing => return Err(failed(&"it has no data")),
        Contents::Incomplete(wrong) => return Ok(wrong),
        Contents::Whole => {}
    }
    let store = folder.join(STORE);
    match data_folder::check(folder) {
        Ok(()) => {}
        Err(fault @ Fault::Unusable { .. }) => return Err(failed(&fault)),
        Err(fault) => return Ok(vec![fault.to_string()]),
    }
    let missing = acknowledged::missing(&store).map_err(|error| failed(&error))?;
    let damaged = damaged_records::find(&store).map_err(|error| failed(&error))?;
    let mut wrong: Vec<String> = missing.iter().map(missing_line).collect();
    wrong.extend(damaged.iter().map(damaged_line));
    if !wrong.is_empty() {
        return Ok(wrong);
    }
    let aside = damaged_records::aside(&store).map_err(|error| failed(&error))?;
    wrong.extend(aside.iter().map(aside_line));
    let engine = Engine::open(&store).map_err(|error| failed(&error))?;
    let blobs = |part: &str| -> Arc<dyn Blobs> {
        Arc::new(FolderBlobs::new(folder.join(BLOBS).join(part)))
    };
    for part in ["platform", "site"] {
        let untyped = FolderBlobs::new(folder.join(BLOBS).join(part)).untyped();
        let mut untyped = untyped.map_err(|error| failed(&error))?;
        untyped.sort();
        wrong.extend(untyped.iter().map(|key| {
            format!(
                "{part}: the media type of the file {key}, in {key}.type, is missing or is none"
            )
        }));
    }
    let ring = Arc::new(data_folder::key_ring(folder).map_err(|fault| failed(&fault))?);
    let table = Table::new(engine.client(), "platform");
    let platform = PlatformStore::new(table.clone());
    let unopened = sealed::unopened(&platform, table, &ring).await;
    let unopened = unopened.map_err(|error| failed(&error))?;
    wrong.extend(unopened.iter().map(|what| {
        format!("{SECRETS} does not open {what}: it is of another system, or lacks a former key")
    }));
    let found = platform.check(&blobs("platform")).await;
    let found = found.map_err(|error| failed(&error))?;
    wrong.extend(found.iter().map(|finding| format!("platform: {finding}")));
    let sites = Sites::new(Parts::new(
        Table::new(engine.client(), "site"),
        blobs("site"),
        Arc::new(SystemClock),
        Arc::new(SystemRandom),
    ));
    let site = sites.site(&Tenant::main());
    let found = match site {
        Ok(site) => site.check().await,
        Err(error) => Err(error),
    };
    let found = found.map_err(|error| failed(&error))?;
    wrong.extend(found.iter().map(|finding| format!("site: {finding}")));
    Ok(wrong)
}

fn missing_line(missing: &MissingWrites) -> String {
    let MissingWrites { count, until } = missing;
    format!("{STORE} lacks the last {count} acknowledged writes, until {until}")
}

fn aside_line(record: &DamagedRecord) -> String {
    let DamagedRecord { table, pk, sk, .. } = record;
    format!(
        "the record {pk} / {sk} of the table {table} was damaged and set aside in the table _damaged_records of {STORE}"
    )
}

fn damaged_line(record: &DamagedRecord) -> String {
    let DamagedRecord {
        table,
        pk,
        sk,
        has_copy,
    } = record;
    let outcome = if *has_copy {
        "an index has a copy, from which a run restores it"
    } else {
        "it has no copy; a run sets it aside"
    };
    format!("the record {pk} / {sk} of the table {table} is damaged: {outcome}")
}
