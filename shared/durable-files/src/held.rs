//! Folders that this process holds by a lock on a file in them.
//!
//! A folder that is removed or renamed leaves its lock with the process, and its path to another folder, or to none. What is
//! written to the path then is somewhere else than what was read, and what is written through files that are open is lost. So
//! every write asks whether the path still leads to the lock.

use std::fs::{self, File, Metadata};
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

static HELD: Mutex<Vec<Weak<Held>>> = Mutex::new(Vec::new());

/// A folder that this process holds, until the last clone is dropped.
#[derive(Debug, Clone)]
pub struct HeldFolder(Arc<Held>);

#[derive(Debug)]
struct Held {
    folder: PathBuf,
    lock: PathBuf,
    identity: Identity,
    /// Keeps the lock, and the number of the file from being used again.
    _file: File,
}

/// The folder or file is another one than the one that is held.
#[derive(Debug, thiserror::Error)]
#[error("{} was removed, moved or replaced while it is used", .0.display())]
struct Lost(PathBuf);

/// A file that this process has open for a long time.
#[derive(Debug, Clone)]
pub struct HeldFile {
    path: PathBuf,
    identity: Identity,
}

impl HeldFile {
    /// Holds the file that is at `path` now.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn new(path: PathBuf) -> Result<Self> {
        let identity = identity(&fs::metadata(&path)?);
        Ok(Self { path, identity })
    }

    /// Checks that the path leads to the file.
    ///
    /// # Errors
    /// The file was removed, moved or replaced.
    pub fn check(&self) -> Result<()> {
        check_identity(&self.path, self.identity, &self.path)
    }
}

/// Checks that `path` leads to the file with this identity; it is lost with `what` otherwise.
fn check_identity(path: &Path, expected: Identity, what: &Path) -> Result<()> {
    let found = fs::metadata(path).map(|about| identity(&about));
    if found.is_ok_and(|found| found == expected) {
        return Ok(());
    }
    Err(Error::other(Lost(what.to_owned())))
}

impl HeldFolder {
    /// Holds `folder` by the file `lock` in it, which is open as `file` and locked.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn new(folder: &Path, lock: &str, file: File) -> Result<Self> {
        let held = Arc::new(Held {
            folder: folder.to_owned(),
            lock: folder.join(lock),
            identity: identity(&file.metadata()?),
            _file: file,
        });
        let mut all = all();
        all.retain(|held| held.strong_count() > 0);
        all.push(Arc::downgrade(&held));
        Ok(Self(held))
    }

    /// Checks that the path of the folder leads to it.
    ///
    /// # Errors
    /// The folder was removed, moved or replaced.
    pub fn check(&self) -> Result<()> {
        self.0.check()
    }
}

impl Held {
    fn check(&self) -> Result<()> {
        check_identity(&self.lock, self.identity, &self.folder)
    }
}

/// Checks each held folder that contains `path`, which must begin as the path of the folder does.
///
/// # Errors
/// The folder was removed, moved or replaced.
pub fn check_held(path: &Path) -> Result<()> {
    let holding: Vec<Arc<Held>> = {
        let all = all();
        let held = all.iter().filter_map(Weak::upgrade);
        held.filter(|held| path.starts_with(&held.folder)).collect()
    };
    holding.iter().try_for_each(|held| held.check())
}

fn all() -> MutexGuard<'static, Vec<Weak<Held>>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
type Identity = (u64, u64);

/// Device and number of the file.
#[cfg(unix)]
fn identity(about: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (about.dev(), about.ino())
}

#[cfg(not(unix))]
type Identity = ();

/// Folders with open files are neither removed nor moved on other systems.
#[cfg(not(unix))]
fn identity(_about: &Metadata) -> Identity {}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::{Readers, make_folder, put, rename};

    fn held(folder: &Path) -> HeldFolder {
        let file = File::create(folder.join("lock")).unwrap();
        HeldFolder::new(folder, "lock", file).unwrap()
    }

    fn written(folder: &Path) -> Result<()> {
        let unfinished = folder.join("a.part");
        put(&folder.join("a"), unfinished, Readers::Owner, |_| Ok(()))
    }

    #[test]
    fn nothing_is_written_to_a_folder_that_was_lost() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("data");
        fs::create_dir(&folder).unwrap();
        let lock = held(&folder);
        written(&folder).unwrap();
        let other = place.path().join("other");
        fs::create_dir(&other).unwrap();

        let moved = place.path().join("moved");
        rename(&folder, &moved).unwrap();
        assert!(lock.check().is_err());
        assert!(written(&folder).is_err());
        assert!(make_folder(&folder.join("blobs"), Readers::Owner).is_err());
        assert!(rename(&other, &folder.join("other")).is_err());
        assert!(!folder.exists(), "it is not made again");
        written(&other).unwrap();

        // A folder that takes its place has another lock.
        fs::create_dir(&folder).unwrap();
        File::create(folder.join("lock")).unwrap();
        assert!(written(&folder).is_err());
        fs::remove_dir_all(&folder).unwrap();

        rename(&moved, &folder).unwrap_err();
        #[expect(clippy::disallowed_methods, reason = "as a person does")]
        fs::rename(&moved, &folder).unwrap();
        lock.check().unwrap();
        written(&folder).unwrap();
        fs::remove_file(folder.join("lock")).unwrap();
        let error = written(&folder).unwrap_err();
        assert!(error.to_string().contains("was removed"), "{error}");
        drop(lock);
        written(&folder).unwrap();
    }
}
