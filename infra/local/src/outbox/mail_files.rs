//! Files of the outbox: `TIME-ID.eml` is the encoded mail, `TIME-ID.json` its description.

use std::io::Write;
use std::path::Path;

use durable_files::{Placement, Readers};
use jiff::Timestamp;

/// Prefix of the identifier of a mail's record in the names of its files.
const SITE: &str = "site-";

/// Name of the files of a mail, without their endings: the time, and the identifier of its message, or of its record when it is
/// of the site.
pub(super) fn file_name(at: Timestamp, message_id: &str, is_of_site: bool) -> String {
    let kind = if is_of_site { SITE } else { "" };
    format!("{:020}-{kind}{message_id}", at.as_microsecond().max(0))
}

/// Time in the name of a file, in microseconds.
pub(super) fn stored_at(name: &str) -> Option<i64> {
    let (at, _) = name.split_once('-')?;
    at.parse().ok().filter(|_| at.len() == 20)
}

/// Deletes the files for which `is_deleted`; a description after its mail, as it says whose the mail is.
pub(super) fn delete_files(
    folder: Option<&Path>,
    is_deleted: impl Fn(&Path) -> std::io::Result<bool>,
) -> std::io::Result<usize> {
    let Some(folder) = folder else {
        return Ok(0);
    };
    let mut files = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    files.sort();
    let mut deleted = 0;
    for file in files {
        if is_deleted(&file)? {
            std::fs::remove_file(file)?;
            deleted += 1;
        }
    }
    if deleted > 0 {
        durable_files::sync_names(folder)?;
    }
    Ok(deleted)
}

/// Identifier of the record of a mail of the site, in the name of a file.
pub(super) fn record_of(file: &Path) -> Option<String> {
    let name = file.file_stem()?.to_str()?;
    stored_at(name)?;
    let (_, id) = name.split_once('-')?;
    id.strip_prefix(SITE).map(str::to_owned)
}

/// Writes the files of a mail, which is in the outbox when the second one is.
pub(super) fn write_files(
    folder: &Path,
    name: &str,
    raw: &[u8],
    json: &[u8],
) -> std::io::Result<()> {
    let mut placement = Placement::new(Readers::Everyone);
    for (ending, bytes) in [("eml", raw), ("json", json)] {
        let path = folder.join(format!("{name}.{ending}"));
        let unfinished = folder.join(format!("{name}.{ending}.part"));
        placement.add(&path, unfinished, |file| file.write_all(bytes))?;
    }
    placement.finish()
}
