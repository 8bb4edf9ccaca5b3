//! Files of the outbox: `TIME-ID.eml` is the encoded mail, `TIME-ID.json` its description.

use std::io::{ErrorKind, Write};
use std::path::Path;

use durable_files::{Placement, Readers};
use jiff::Timestamp;

use super::StoredMail;

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
    let entries = match std::fs::read_dir(folder) {
        // A person removed it.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let mut files = entries
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

/// What is wrong with the mails in a folder, a line each: a file that cannot be read, is empty or is of another form, and a
/// description without its mail. Other files, as a person puts them there, are left out.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn wrong(folder: &Path) -> std::io::Result<Vec<String>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_whole = match ending.filter(|_| stored_at(name).is_some()) {
            Some("json") => {
                let is_mail = |bytes: &Vec<u8>| serde_json::from_slice::<StoredMail>(bytes).is_ok();
                std::fs::read(&path).is_ok_and(|bytes| is_mail(&bytes))
                    && path.with_extension("eml").is_file()
            }
            Some("eml") => std::fs::read(&path).is_ok_and(|bytes| is_encoded(&bytes)),
            _ => true,
        };
        if !is_whole {
            found.push(format!(
                "the mail {name} is damaged, or a part of it is missing"
            ));
        }
    }
    found.sort();
    Ok(found)
}

/// Whether bytes are an encoded mail: fields, and a body behind an empty line (RFC 5322, section 2.1).
fn is_encoded(bytes: &[u8]) -> bool {
    let has_fields = bytes.first().is_some_and(u8::is_ascii_alphabetic);
    has_fields && bytes.windows(4).any(|part| part == b"\r\n\r\n")
}

/// Writes the files of a mail, which is in the outbox when the second one is.
pub(super) fn write_files(
    folder: &Path,
    name: &str,
    raw: &[u8],
    json: &[u8],
) -> std::io::Result<()> {
    // A person may have removed it.
    durable_files::make_folder(folder, Readers::Everyone)?;
    let mut placement = Placement::new(Readers::Everyone);
    for (ending, bytes) in [("eml", raw), ("json", json)] {
        let path = folder.join(format!("{name}.{ending}"));
        let unfinished = folder.join(format!("{name}.{ending}.part"));
        placement.add(&path, unfinished, |file| file.write_all(bytes))?;
    }
    placement.finish()
}
