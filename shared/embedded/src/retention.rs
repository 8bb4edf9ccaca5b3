//! Keeps the files of deleted blobs for as long as a backup is being made. The backup copies the store first and
//! the blobs afterwards, and the copied store may name a blob that is deleted in between.
//!
//! The process that makes the backup and the one that deletes blobs are different ones, so they agree through a
//! folder: the former holds a lock in it, the latter moves files into it while that lock is held. A record that
//! names a blob is always removed before the blob. So when a deletion does not see the lock yet, its record was
//! gone before the store was copied, and the copy does not name the blob.

use std::fs::{self, File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Locked by the process that makes a backup, so that there is one at a time.
const OWNER: &str = "owner";
/// Locked while deleted blobs are kept.
const ACTIVE: &str = "active";
/// What was deleted meanwhile.
const DELETED: &str = "deleted";

/// The folder through which both sides agree.
#[derive(Debug, Clone)]
pub struct Retention {
    folder: PathBuf,
}

/// A backup that is being made. Deleted blobs are kept until [`ActiveBackup::end`], or until the process ends.
#[derive(Debug)]
pub struct ActiveBackup {
    retention: Retention,
    _owner: File,
    active: File,
}

impl Retention {
    /// Agreement through `folder`, which is made when a backup begins.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Whether deleted blobs are to be kept now.
    pub fn is_active(&self) -> bool {
        match File::open(self.folder.join(ACTIVE)) {
            Ok(file) => file.try_lock_shared().is_err(),
            Err(_) => false,
        }
    }

    /// Where the deleted blobs of one part (`site`, `platform`) are kept.
    pub fn deleted(&self, part: &str) -> PathBuf {
        self.folder.join(DELETED).join(part)
    }

    /// Begins a backup: deleted blobs are kept from now on. What a backup that was cut off left behind is removed.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] when another backup is being made; else what the file system says.
    pub fn begin(&self) -> Result<ActiveBackup, Error> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)?;
        let owner = File::create(self.folder.join(OWNER))?;
        owner.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ErrorKind::WouldBlock.into(),
            TryLockError::Error(error) => error,
        })?;
        self.clear()?;
        let active = File::create(self.folder.join(ACTIVE))?;
        // Others hold this one only for the instant in which they look at it.
        active.lock()?;
        Ok(ActiveBackup {
            retention: self.clone(),
            _owner: owner,
            active,
        })
    }

    fn clear(&self) -> Result<(), Error> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_dir() {
                fs::remove_dir_all(path)?;
            } else if ![OWNER, ACTIVE].iter().any(|name| path.ends_with(name)) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

impl ActiveBackup {
    /// Room for files of this backup, gone at its end.
    pub fn room(&self) -> &Path {
        &self.retention.folder
    }

    /// Ends the backup: what was kept for it is removed.
    ///
    /// # Errors
    /// What the file system says; the next backup removes what is left then.
    pub fn end(self) -> Result<(), Error> {
        self.active.unlock()?;
        self.retention.clear()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_backup_at_a_time_keeps_what_is_deleted() {
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
        // A process that was killed holds no lock any more, and leaves files.
        let killed = retention.begin().unwrap();
        fs::create_dir_all(retention.deleted("site")).unwrap();
        fs::write(killed.room().join("store.db"), b"half").unwrap();
        drop(killed);
        assert!(!retention.is_active());
        let next = retention.begin().unwrap();
        assert!(!retention.deleted("site").exists());
        assert!(!next.room().join("store.db").exists());
    }
}
