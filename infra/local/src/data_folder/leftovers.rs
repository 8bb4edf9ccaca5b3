//! Files in the data folder that an end without warning left unfinished.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use embedded::clock::SystemClock;
use embedded::leftovers::{self, Removed};
use ports::Clock as _;

use super::{BLOBS, FIRST_START, OUTBOX, SECRETS, SETTINGS, replace, retention};

/// Ending of files that are being written, beside the ones that they replace.
const PART: &str = "part";

/// Removes what a killed process left in a folder that no other process uses: files that were being written, data that were
/// being unpacked, and what belongs to a backup that no longer runs.
///
/// # Errors
/// Errors of the file system.
pub(super) fn remove(folder: &Path) -> Result<Removed, Error> {
    let mut removed = Removed::default();
    for name in [SETTINGS, SECRETS, FIRST_START] {
        removed.remove(&folder.join(name).with_extension(PART))?;
        removed.remove(&folder.join(format!("{name}.{PART}")))?;
    }
    for mail in files(&folder.join(OUTBOX))? {
        if mail.extension().is_some_and(|ending| ending == PART) {
            removed.remove(&mail)?;
        }
    }
    for blobs in folders_of_blobs(folder)? {
        removed.add(leftovers::remove_unfinished(&blobs)?);
    }
    if replace::is_unpacked(folder) {
        replace::discard(folder)?;
        removed.files += 1;
    }
    // A running backup has its own lock.
    match retention(folder).remove_leftovers() {
        Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
        Err(_) => {}
        Ok(backup) => removed.add(backup),
    }
    Ok(removed)
}

/// Removes the files among the blobs that are no blobs; the process may be running.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn remove_strays(folder: &Path) -> Result<Removed, Error> {
    let mut removed = Removed::default();
    for blobs in folders_of_blobs(folder)? {
        removed.add(leftovers::remove_strays(&blobs, SystemClock.now())?);
    }
    Ok(removed)
}

/// The folder of blobs of each half.
fn folders_of_blobs(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(listed(&folder.join(BLOBS))?
        .into_iter()
        .filter(|path| path.is_dir())
        .collect())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(listed(folder)?
        .into_iter()
        .filter(|path| path.is_file())
        .collect())
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let write = |name: &str| {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, b"abc").unwrap();
            file
        };
        let kept = [
            "store.db",
            "secrets.json",
            "pauta.env",
            "outbox/1.json",
            "blobs/site/sites/1/uploads/a.jpg",
        ]
        .map(write);
        let left = [
            "pauta.env.part",
            "secrets.part",
            "outbox/2.json.part",
            "blobs/site/.unfinished/1-1.part",
            "blobs/platform/.unfinished/1-2.part",
            ".restore/unpacking/store.db",
            ".backup/store.db",
            ".backup/deleted/site/x",
        ]
        .map(write);
        let backup = retention(path).begin().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let half = elsewhere.path().join(".copia.tar.1.part");
        backup.writes(&half).unwrap();
        fs::write(&half, b"half").unwrap();
        remove(path).unwrap();
        assert!(half.exists(), "it is being written");
        drop(backup);
        let removed = remove(path).unwrap();
        assert!(removed.files >= 1, "{removed:?}");
        for file in left.iter().chain([&half]) {
            assert!(!file.exists(), "{}", file.display());
        }
        for file in kept {
            assert!(file.exists(), "{}", file.display());
        }
        assert_eq!(remove(path).unwrap(), Removed::default());
    }
}
