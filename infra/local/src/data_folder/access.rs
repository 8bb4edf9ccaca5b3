//! What the file system lets this process do in a folder, and reasons why it does not, as people act on them.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use embedded::reserve::is_full;

/// File that is written and removed to test whether the folder is writable.
pub(super) const PROBE: &str = ".probe";

/// Bytes that are written to find out whether the disk is full: more than a file system stores in a file's own record.
static BLOCK: [u8; 64 * 1024] = [1; 64 * 1024];

/// Reason of a full disk.
const NO_SPACE: &str = "there is no space left on the disk";

/// Tries whether this process may write to a folder.
pub(crate) fn probe(folder: &Path) -> std::io::Result<()> {
    let probe = folder.join(PROBE);
    match fs::write(&probe, b"") {
        // A full disk is another matter: people who start Pauta on it want to delete.
        Err(error) if is_full(error.kind()) => Ok(()),
        Err(error) => Err(error),
        Ok(()) => fs::remove_file(&probe),
    }
}

/// Why an operation on a file or folder failed.
pub(crate) fn reason(error: &Error) -> String {
    match error.kind() {
        kind if is_full(kind) => NO_SPACE.to_owned(),
        ErrorKind::PermissionDenied => {
            "this user may not read or write it; give it to the user that runs Pauta".to_owned()
        }
        ErrorKind::ReadOnlyFilesystem => "its file system is read-only".to_owned(),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "a folder is expected there, and what is there is none".to_owned()
        }
        ErrorKind::IsADirectory => "a file is expected there, and what is there is none".to_owned(),
        ErrorKind::NotFound => "there is none".to_owned(),
        _ => without_number(error),
    }
}

/// The text of an error of the system without its number, which tells people nothing.
fn without_number(error: &Error) -> String {
    let text = error.to_string();
    let plain = text.split(" (os error ").next();
    plain.map_or_else(|| text.clone(), str::to_owned)
}

/// The error of a full disk, when the disk of `folder` is full: an engine tells it in many words, also as a failed read.
pub(crate) fn full_disk(folder: &Path) -> Option<Error> {
    let probe = folder.join(PROBE);
    let written = fs::write(&probe, BLOCK);
    // What remains is overwritten by the next probe.
    let _ = fs::remove_file(&probe);
    written.err().filter(|error| is_full(error.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_tell_what_to_do() {
        for (kind, expected) in [
            (ErrorKind::StorageFull, NO_SPACE),
            (ErrorKind::QuotaExceeded, NO_SPACE),
            (
                ErrorKind::PermissionDenied,
                "this user may not read or write it; give it to the user that runs Pauta",
            ),
            (
                ErrorKind::ReadOnlyFilesystem,
                "its file system is read-only",
            ),
        ] {
            assert_eq!(reason(&kind.into()), expected);
        }
        for kind in [
            ErrorKind::NotADirectory,
            ErrorKind::AlreadyExists,
            ErrorKind::IsADirectory,
        ] {
            let reason = reason(&kind.into());
            assert!(reason.contains("is expected there"), "{reason}");
        }
        for number in 1..134 {
            let reason = reason(&Error::from_raw_os_error(number));
            assert!(!reason.contains("os error"), "{reason}");
        }
    }

    #[test]
    fn a_disk_with_space_is_not_full_and_has_nothing_left_on_it() {
        let folder = tempfile::tempdir().unwrap();
        assert!(full_disk(folder.path()).is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
