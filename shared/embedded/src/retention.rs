//! Keeps the files of deleted blobs while a backup runs. The backup copies the store before the blobs, and
//! the copied store may refer to a blob that is deleted in between.
//!
//! The backup and the server are different processes, so they synchronise through a directory: the backup
//! holds a lock in it, and the server moves deleted files into it while that lock is held. A record that
//! refers to a blob is always deleted before the blob. So when a deletion does not see the lock, its record
//! was deleted before the store was copied, and the copy does not refer to the blob.

use std::fs::{self, File, TryLockError};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use durable_files::Readers;

use crate::leftovers::Removed;

/// Lock file of the process that makes a backup; allows one backup at a time.
const OWNER: &str = "owner";
/// Lock file that is locked while deleted blobs are kept.
const ACTIVE: &str = "active";
/// Path of the unfinished file of the backup, anywhere on the machine.
const UNFINISHED: &str = "unfinished";
/// Directory with the blobs deleted meanwhile.
const DELETED: &str = "deleted";

/// The directory through which both processes synchronise.
#[derive(Debug, Clone)]
pub struct Retention {
    folder: PathBuf,
}

/// A running backup. Deleted blobs are kept until [`ActiveBackup::end`] or the end of the process.
#[derive(Debug)]
pub struct ActiveBackup {
    retention: Retention,
    _owner: File,
    active: File,
}

impl Retention {
    /// Synchronisation through `folder`, which is created when a backup begins.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Whether deleted blobs must be kept.
    pub fn is_active(&self) -> bool {
        match File::open(self.folder.join(ACTIVE)) {
            Ok(file) => file.try_lock_shared().is_err(),
            Err(_) => false,
        }
    }

    /// Directory for the deleted blobs of one half (`site`, `platform`).
    pub fn deleted(&self, part: &str) -> PathBuf {
        self.folder.join(DELETED).join(part)
    }

    /// Begins a backup and deletes the files of an interrupted one. Deleted blobs are kept from now on.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] when another backup is running; otherwise errors of the file system.
    pub fn begin(&self) -> Result<ActiveBackup, Error> {
        durable_files::make_folder(&self.folder, Readers::Owner)?;
        let owner = self.own()?;
        self.clear()?;
        let active = File::create(self.folder.join(ACTIVE))?;
        // Other processes hold this lock only while they check it.
        active.lock()?;
        Ok(ActiveBackup {
            retention: self.clone(),
            _owner: owner,
            active,
        })
    }

    /// Deletes what a killed backup left.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] while a backup runs; otherwise errors of the file system.
    pub fn remove_leftovers(&self) -> Result<Removed, Error> {
        if !self.folder.is_dir() {
            return Ok(Removed::default());
        }
        let _owner = self.own()?;
        self.clear()
    }

    /// Locks the directory for one backup.
    fn own(&self) -> Result<File, Error> {
        let owner = File::create(self.folder.join(OWNER))?;
        owner.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ErrorKind::WouldBlock.into(),
            TryLockError::Error(error) => error,
        })?;
        Ok(owner)
    }

    fn clear(&self) -> Result<Removed, Error> {
        let mut removed = Removed::default();
        if let Ok(unfinished) = fs::read(self.folder.join(UNFINISHED)) {
            // A disk that is not there now is no reason not to make a backup elsewhere.
            let _ = removed.remove(&path_of(&unfinished));
        }
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_dir() {
                fs::remove_dir_all(path)?;
                removed.files += 1;
            } else if ![OWNER, ACTIVE].iter().any(|name| path.ends_with(name)) {
                removed.remove(&path)?;
            }
        }
        Ok(removed)
    }
}

/// The path with these bytes, which a process on the same machine wrote.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// The path with these bytes, which a process on the same machine wrote.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

impl ActiveBackup {
    /// Directory for temporary files of this backup, deleted at its end.
    pub fn directory(&self) -> &Path {
        &self.retention.folder
    }

    /// Names the file that this backup writes. When the process is killed before the file has its final name, the next backup,
    /// or the next start, deletes it.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn writes(&self, file: &Path) -> Result<(), Error> {
        let place = self.retention.folder.join(UNFINISHED);
        let unfinished = place.with_extension("part");
        durable_files::put(&place, unfinished, Readers::Owner, |to| {
            to.write_all(file.as_os_str().as_encoded_bytes())
        })
    }

    /// Ends the backup and deletes the blobs kept for it.
    ///
    /// # Errors
    /// Errors of the file system; the next backup deletes the remaining files.
    pub fn end(self) -> Result<(), Error> {
        self.active.unlock()?;
        self.retention.clear()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_backup_at_a_time_keeps_deleted_blobs() {
        let folder = tempfile::tempdir().unwrap();
        let retention = Retention::new(folder.path().join("backup"));
        assert!(!retention.is_active());
        let first = retention.begin().unwrap();
        assert!(retention.is_active());
        let second = retention.begin().map(|_| ()).unwrap_err();
        assert_eq!(second.kind(), ErrorKind::WouldBlock);
        fs::create_dir_all(retention.deleted("site")).unwrap();
        first.end().unwrap();
        assert!(!retention.is_active());
        assert!(!retention.deleted("site").exists());
        // The operating system releases the locks of a killed process, but its files remain.
        let killed = retention.begin().unwrap();
        fs::create_dir_all(retention.deleted("site")).unwrap();
        fs::write(killed.directory().join("store.db"), b"half").unwrap();
        let half = folder.path().join("cópia.tar.part");
        killed.writes(&half).unwrap();
        fs::write(&half, b"half").unwrap();
        drop(killed);
        assert!(!retention.is_active());
        let next = retention.begin().unwrap();
        assert!(!retention.deleted("site").exists());
        assert!(!next.directory().join("store.db").exists());
        assert!(!half.exists());
    }
}
