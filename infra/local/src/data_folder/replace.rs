//! Replaces the data in a data folder, in steps that survive an interruption.
//!
//! New data are unpacked into `.restore/unpacking`, on the folder's file system. Renaming that to
//! `.restore/verified` is the point of no return: before it the old data are valid, after it the new
//! data. The next process that opens the folder then completes the replacement before anything else: it
//! moves the old data aside and the new data in, each entry by a rename, and does not initialise a new
//! system in between. The folder itself is not renamed, as it may be a mount point.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Folder of new data.
const RESTORE: &str = ".restore";
/// New data being unpacked.
const UNPACKING: &str = "unpacking";
/// New data that are verified, while the old data are still in the folder.
const VERIFIED: &str = "verified";
/// New data, after the old data left the folder.
const PLACING: &str = "placing";
/// Old data being moved out.
const LEAVING: &str = ".replaced";
/// Prefix of folders with old data, followed by a number.
const REPLACED: &str = "replaced-";
/// Working folder of running backups.
pub(super) const BACKUP: &str = ".backup";

/// Whether an entry of the folder is data, as opposed to files of the running process or of a
/// replacement.
pub(crate) fn is_content(name: &str) -> bool {
    ![
        super::LOCK,
        super::access::PROBE,
        super::LOGS,
        super::RESERVE,
        BACKUP,
        RESTORE,
        LEAVING,
    ]
    .contains(&name)
        && !name.starts_with(REPLACED)
}

/// Names of the data entries, sorted.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn content(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        // All names used by a system or a backup are UTF-8.
        if let Ok(name) = entry?.file_name().into_string()
            && is_content(&name)
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Creates an empty folder for new data; deletes leftovers of an earlier attempt.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn unpacking(folder: &Path) -> Result<PathBuf, Error> {
    let place = folder.join(RESTORE).join(UNPACKING);
    durable_files::remove_folder(&place)?;
    super::make(&place)?;
    Ok(place)
}

/// Whether there are new data that are not committed.
pub(super) fn is_unpacked(folder: &Path) -> bool {
    folder.join(RESTORE).join(UNPACKING).is_dir()
}

/// Deletes new data that are not used.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn discard(folder: &Path) -> Result<(), Error> {
    durable_files::remove_folder(&folder.join(RESTORE).join(UNPACKING))?;
    // Not removed if it contains data that are already committed.
    match fs::remove_dir(folder.join(RESTORE)) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
        other => other,
    }
}

/// Commits the new data: from now on they replace the old ones, also after an interruption.
///
/// # Errors
/// Errors of the file system; the old data stay valid.
pub(crate) fn decide(folder: &Path) -> Result<(), Error> {
    let place = folder.join(RESTORE);
    let unpacked = place.join(UNPACKING);
    durable_files::sync_names(&unpacked)?;
    durable_files::rename(&unpacked, &place.join(VERIFIED))
}

/// Moves the data of the folder to `.replaced`.
fn move_out(folder: &Path) -> Result<(), Error> {
    let leaving = folder.join(LEAVING);
    super::make(&leaving)?;
    for name in content(folder)? {
        durable_files::rename(&folder.join(&name), &leaving.join(&name))?;
    }
    Ok(())
}

/// Renames the moved-out data to their final name; `None` when there are none.
fn name_replaced(folder: &Path) -> Result<Option<PathBuf>, Error> {
    let leaving = folder.join(LEAVING);
    match fs::remove_dir(&leaving) {
        Ok(()) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        // Not empty: it is retained.
        Err(_) => {}
    }
    let name = (1..=u32::MAX)
        .map(|number| folder.join(format!("{REPLACED}{number}")))
        .find(|place| !place.exists())
        .ok_or(ErrorKind::AlreadyExists)?;
    durable_files::rename(&leaving, &name)?;
    Ok(Some(name))
}

/// Whether a committed replacement is unfinished.
pub(crate) fn is_under_way(folder: &Path) -> bool {
    [VERIFIED, PLACING]
        .iter()
        .any(|state| folder.join(RESTORE).join(state).is_dir())
}

/// Completes a committed replacement, if there is one; returns the folder of the old data, if there
/// were any. Called before any other use of a folder.
///
/// # Errors
/// Errors of the file system; a repeated call continues.
pub(crate) fn finish(folder: &Path) -> Result<Option<PathBuf>, Error> {
    let (verified, placing) = (
        folder.join(RESTORE).join(VERIFIED),
        folder.join(RESTORE).join(PLACING),
    );
    if verified.is_dir() {
        move_out(folder)?;
        durable_files::rename(&verified, &placing)?;
    }
    if placing.is_dir() {
        for entry in fs::read_dir(&placing)? {
            let name = entry?.file_name();
            durable_files::rename(&placing.join(&name), &folder.join(&name))?;
        }
        durable_files::remove_folder(&folder.join(RESTORE))?;
    }
    name_replaced(folder)
}

/// Moves the data of the folder aside, so that a new system can begin; returns their new folder.
///
/// # Errors
/// Errors of the file system; a repeated call continues.
pub(super) fn set_aside(folder: &Path) -> Result<Option<PathBuf>, Error> {
    move_out(folder)?;
    name_replaced(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(file: PathBuf, text: &str) {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Folder with old data, and new data that are unpacked.
    fn prepared() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for name in ["store.db", "store.db-wal", "blobs/site/old", "pauta.env"] {
            write(path.join(name), "old");
        }
        write(path.join("logs/mail.log"), "log");
        write(path.join("lock"), "");
        let place = unpacking(path).unwrap();
        for name in ["store.db", "secrets.json", "blobs/site/new"] {
            write(place.join(name), "new");
        }
        folder
    }

    fn is_new(folder: &Path, replaced: &str) {
        assert_eq!(fs::read_to_string(folder.join("store.db")).unwrap(), "new");
        assert_eq!(
            content(folder).unwrap(),
            ["blobs", "secrets.json", "store.db"]
        );
        assert!(folder.join("blobs/site/new").exists());
        assert!(!folder.join("blobs/site/old").exists());
        assert!(folder.join("logs/mail.log").exists());
        assert!(!folder.join(RESTORE).exists());
        let old = folder.join(replaced);
        for name in ["store.db", "store.db-wal", "blobs/site/old", "pauta.env"] {
            assert_eq!(fs::read_to_string(old.join(name)).unwrap(), "old", "{name}");
        }
        assert!(!folder.join(LEAVING).exists());
    }

    #[test]
    fn old_content_counts_until_the_decision() {
        let folder = prepared();
        assert_eq!(finish(folder.path()).unwrap(), None);
        let old = fs::read_to_string(folder.path().join("store.db")).unwrap();
        assert_eq!(old, "old");
        discard(folder.path()).unwrap();
        assert_eq!(content(folder.path()).unwrap().len(), 4);
    }

    #[test]
    fn what_was_cut_off_after_the_decision_is_finished() {
        let whole = prepared();
        decide(whole.path()).unwrap();
        let replaced = finish(whole.path()).unwrap();
        assert_eq!(replaced, Some(whole.path().join("replaced-1")));
        is_new(whole.path(), "replaced-1");

        // Interruptions while the old data are moved out, in between, and while the new data are moved
        // in.
        for cut_off in 0..5 {
            let folder = prepared();
            let path = folder.path();
            fs::create_dir(path.join("replaced-1")).unwrap();
            decide(path).unwrap();
            assert!(is_under_way(path));
            super::super::make(&path.join(LEAVING)).unwrap();
            durable_files::rename(&path.join("store.db"), &path.join(LEAVING).join("store.db"))
                .unwrap();
            if cut_off > 0 {
                move_out(path).unwrap();
            }
            let placing = path.join(RESTORE).join(PLACING);
            if cut_off > 1 {
                durable_files::rename(&path.join(RESTORE).join(VERIFIED), &placing).unwrap();
            }
            if cut_off > 2 {
                durable_files::rename(&placing.join("store.db"), &path.join("store.db")).unwrap();
            }
            if cut_off > 3 {
                for name in ["secrets.json", "blobs"] {
                    durable_files::rename(&placing.join(name), &path.join(name)).unwrap();
                }
                durable_files::remove_folder(&path.join(RESTORE)).unwrap();
            }
            let replaced = finish(path).unwrap();
            assert_eq!(replaced, Some(path.join("replaced-2")), "{cut_off}");
            is_new(path, "replaced-2");
            assert_eq!(finish(path).unwrap(), None);
        }
    }

    #[test]
    fn a_folder_without_content_has_nothing_to_replace() {
        let folder = tempfile::tempdir().unwrap();
        write(unpacking(folder.path()).unwrap().join("store.db"), "new");
        decide(folder.path()).unwrap();
        assert_eq!(finish(folder.path()).unwrap(), None);
        assert!(folder.path().join("store.db").exists());
        assert_eq!(
            set_aside(folder.path()).unwrap(),
            Some(folder.path().join("replaced-1"))
        );
        assert_eq!(set_aside(folder.path()).unwrap(), None);
    }
}
