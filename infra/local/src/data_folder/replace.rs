//! Replaces what a data folder holds, in steps that a cut-off process leaves to the next one.
//!
//! New content is unpacked into `.restore/unpacking`, on the file system of the folder. One rename, to
//! `.restore/verified`, decides: before it the old content counts, after it the new. From then on whoever takes the
//! folder moves the old content aside, then the new content in, each entry by a rename, and never begins a system
//! of its own in between. The folder itself stays, since it may be a mount point.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Where new content is prepared.
const RESTORE: &str = ".restore";
/// New content that is being unpacked.
const UNPACKING: &str = "unpacking";
/// New content that is whole, while the old is still in the folder.
const VERIFIED: &str = "verified";
/// New content, while the old is out of the folder.
const PLACING: &str = "placing";
/// Old content on its way out.
const LEAVING: &str = ".replaced";
/// Old content, with a number.
const REPLACED: &str = "replaced-";
/// Room for backups that are being made.
pub(super) const BACKUP: &str = ".backup";

/// Whether an entry of the folder belongs to a system, rather than to the process that runs or to replacing.
pub(crate) fn is_content(name: &str) -> bool {
    ![
        super::LOCK,
        super::PROBE,
        super::LOGS,
        BACKUP,
        RESTORE,
        LEAVING,
    ]
    .contains(&name)
        && !name.starts_with(REPLACED)
}

/// The names of the entries that belong to a system, in their order.
///
/// # Errors
/// What the file system says.
pub(crate) fn content(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        // Every name that a system or a backup uses is UTF-8; others are no content.
        if let Ok(name) = entry?.file_name().into_string()
            && is_content(&name)
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn remove_folder(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// An empty folder for new content. What an earlier attempt unpacked is removed.
///
/// # Errors
/// What the file system says.
pub(crate) fn unpacking(folder: &Path) -> Result<PathBuf, Error> {
    let place = folder.join(RESTORE).join(UNPACKING);
    remove_folder(&place)?;
    super::make(&place)?;
    Ok(place)
}

/// Removes new content that is not to be used.
///
/// # Errors
/// What the file system says.
pub(crate) fn discard(folder: &Path) -> Result<(), Error> {
    remove_folder(&folder.join(RESTORE).join(UNPACKING))?;
    // It stays when it holds content that was decided for.
    match fs::remove_dir(folder.join(RESTORE)) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
        other => other,
    }
}

/// Decides for the new content: from now on it replaces the old one, whatever happens.
///
/// # Errors
/// What the file system says; then the old content counts.
pub(crate) fn decide(folder: &Path) -> Result<(), Error> {
    let place = folder.join(RESTORE);
    fs::rename(place.join(UNPACKING), place.join(VERIFIED))
}

/// Moves the content of the folder to `.replaced`.
fn move_out(folder: &Path) -> Result<(), Error> {
    let leaving = folder.join(LEAVING);
    super::make(&leaving)?;
    for name in content(folder)? {
        fs::rename(folder.join(&name), leaving.join(&name))?;
    }
    Ok(())
}

/// Gives what was moved out its name for good; none when nothing was.
fn name_replaced(folder: &Path) -> Result<Option<PathBuf>, Error> {
    let leaving = folder.join(LEAVING);
    match fs::remove_dir(&leaving) {
        Ok(()) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        // It has content, which is kept.
        Err(_) => {}
    }
    let name = (1..=u32::MAX)
        .map(|number| folder.join(format!("{REPLACED}{number}")))
        .find(|place| !place.exists())
        .ok_or(ErrorKind::AlreadyExists)?;
    fs::rename(leaving, &name)?;
    Ok(Some(name))
}

/// Whether a replacement was decided for and is not finished.
pub(crate) fn is_under_way(folder: &Path) -> bool {
    [VERIFIED, PLACING]
        .iter()
        .any(|state| folder.join(RESTORE).join(state).is_dir())
}

/// Finishes a replacement that was decided for, if there is one. Answers where the old content is now, if there
/// was any. Called before anything else is done with a folder.
///
/// # Errors
/// What the file system says; calling it again goes on.
pub(crate) fn finish(folder: &Path) -> Result<Option<PathBuf>, Error> {
    let (verified, placing) = (
        folder.join(RESTORE).join(VERIFIED),
        folder.join(RESTORE).join(PLACING),
    );
    if verified.is_dir() {
        move_out(folder)?;
        fs::rename(verified, &placing)?;
    }
    if placing.is_dir() {
        for entry in fs::read_dir(&placing)? {
            let name = entry?.file_name();
            fs::rename(placing.join(&name), folder.join(&name))?;
        }
        remove_folder(&folder.join(RESTORE))?;
    }
    name_replaced(folder)
}

/// Moves the content of the folder aside for good, so that a new system can begin. Answers where it is now.
///
/// # Errors
/// What the file system says; calling it again goes on.
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

    /// A folder with old content, and new content that is unpacked.
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

        // Cut off while the old content is moved out, between, and while the new content is moved in.
        for cut_off in 0..5 {
            let folder = prepared();
            let path = folder.path();
            fs::create_dir(path.join("replaced-1")).unwrap();
            decide(path).unwrap();
            assert!(is_under_way(path));
            super::super::make(&path.join(LEAVING)).unwrap();
            fs::rename(path.join("store.db"), path.join(LEAVING).join("store.db")).unwrap();
            if cut_off > 0 {
                move_out(path).unwrap();
            }
            let placing = path.join(RESTORE).join(PLACING);
            if cut_off > 1 {
                fs::rename(path.join(RESTORE).join(VERIFIED), &placing).unwrap();
            }
            if cut_off > 2 {
                fs::rename(placing.join("store.db"), path.join("store.db")).unwrap();
            }
            if cut_off > 3 {
                for name in ["secrets.json", "blobs"] {
                    fs::rename(placing.join(name), path.join(name)).unwrap();
                }
                remove_folder(&path.join(RESTORE)).unwrap();
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
