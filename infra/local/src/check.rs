//! Checks the data of a data folder: the store's file, every record, and the files that records name.

use std::path::Path;
use std::sync::Arc;

use embedded::acknowledged::{self, MissingWrites};
use embedded::damaged_records::{self, DamagedRecord};
use embedded::index_rows::{self, IndexRow};
use embedded::store_file::StoreFault;

use crate::data_folder::access::reason;
use crate::data_folder::{self, Contents, DataFolder, Fault, STORE};
use crate::start_error::StartError;

mod files;
mod records;
mod sealed;

pub(crate) use records::wrong_files;

/// Checks the data in `folder`, which no other process uses; returns a line for each thing that is wrong. Damage of the store's
/// file ends the check, since records of a damaged file cannot be compared.
///
/// # Errors
/// [`StartError`] when the folder cannot be used or has no data.
pub async fn check(folder: &Path) -> Result<Vec<String>, StartError> {
    if !folder.is_dir() {
        return Err(data_folder::refused(folder, "there is no such folder"));
    }
    let claimed = DataFolder::claim(folder)?;
    let failed = |error: &dyn std::fmt::Display| data_folder::refused(folder, error);
    match Contents::of(folder).map_err(|error| failed(&reason(&error)))? {
        Contents::Nothing => return Err(failed(&"it has no data")),
        Contents::Incomplete(wrong) => return Ok(wrong),
        Contents::Whole => {}
    }
    match claimed.check_access() {
        Ok(()) => {}
        Err(fault @ Fault::NoFolder(_)) => return Ok(vec![fault.to_string()]),
        Err(fault) => return Err(failed(&fault)),
    }
    let store = folder.join(STORE);
    match data_folder::check(folder) {
        Ok(()) => {}
        Err(fault @ Fault::Unusable { .. }) => return Err(failed(&fault)),
        Err(fault) => return Ok(vec![fault.to_string()]),
    }
    let mut wrong = store_lines(&store).map_err(|error| failed(&error))?;
    if !wrong.is_empty() {
        return Ok(wrong);
    }
    let aside = damaged_records::aside(&store).map_err(|error| failed(&error))?;
    wrong.extend(aside.iter().map(aside_line));
    let besides = files::wrong(folder).await;
    wrong.extend(besides.map_err(|error| failed(&reason(&error)))?);
    let ring = Arc::new(data_folder::key_ring(folder).map_err(|fault| failed(&fault))?);
    let found = records::wrong(folder, &ring).await;
    wrong.extend(found.map_err(|error| failed(&error))?);
    Ok(wrong)
}

/// What is wrong with the store's file and its records.
fn store_lines(store: &Path) -> Result<Vec<String>, StoreFault> {
    let missing = acknowledged::missing(store)?;
    let mut wrong: Vec<String> = missing.iter().map(missing_line).collect();
    wrong.extend(damaged_records::find(store)?.iter().map(damaged_line));
    wrong.extend(index_rows::differing(store)?.iter().map(index_line));
    Ok(wrong)
}

fn index_line(row: &IndexRow) -> String {
    let IndexRow { index, pk, sk } = row;
    format!(
        "the index {index} has the record {pk} / {sk} otherwise than its table: a run corrects it"
    )
}

fn missing_line(missing: &MissingWrites) -> String {
    match missing {
        MissingWrites::Last { count, until } => {
            format!("{STORE} lacks the last {count} acknowledged writes, until {until}")
        }
        MissingWrites::Unknown => format!(
            "{STORE}-acknowledged is damaged, so that it cannot be known whether {STORE} has all acknowledged writes"
        ),
    }
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
