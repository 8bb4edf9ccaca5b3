//! Files in the data folder that an end without warning left unfinished.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use embedded::clock::SystemClock;
use embedded::leftovers::{self, Removed};
use ports::Clock as _;

use super::{BLOBS, OUTBOX, replace, retention};

/// Names of the settings, the key ring, the marker of the first start and the number of the last write while they are being written.
const UNFINISHED: [&str; 4] = [
    "pauta.env.part",
    "secrets.part",
    "first-start.part",
    "store.db-acknowledged.part",
];

/// Removes what a killed process left in a folder that no other process uses: files that were being written, data that were
/// being unpacked, and what belongs to a backup that no longer runs.
///
/// # Errors
/// Errors of the file system.
pub(super) fn remove(folder: &Path) -> Result<Removed, Error> {
    let mut removed = Removed::default();
    for name in UNFINISHED {
        removed.remove(&folder.join(name))?;
    }
    for mail in leftovers::entries(&folder.join(OUTBOX))? {
        let mail = mail.path();
        if mail.is_file() && mail.extension().is_some_and(|ending| ending == "part") {
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
    let mut folders = Vec::new();
    for entry in leftovers::entries(&folder.join(BLOBS))? {
        let path = entry.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use std::fs;

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
