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
    /// Folders below it that are held too, by their identity, or have to be folders where there is something.
    parts: Mutex<Vec<(PathBuf, Option<Identity>)>>,
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
            parts: Mutex::default(),
            _file: file,
        });
        let mut all = all();
        all.retain(|held| held.strong_count() > 0);
        all.push(Arc::downgrade(&held));
        Ok(Self(held))
    }

    /// Holds a folder below it as well, as it is now. Without it nothing is written to the whole folder either.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn hold_part(&self, part: &Path) -> Result<()> {
        let identity = identity(&fs::metadata(part)?);
        self.add(part, Some(identity));
        Ok(())
    }

    /// Expects a folder below it where there is something: it may be removed, and is made again with the next file in it.
    pub fn expect_folder(&self, part: &Path) {
        self.add(part, None);
    }

    fn add(&self, part: &Path, identity: Option<Identity>) {
        let mut parts = self.0.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.push((part.to_owned(), identity));
    }

    /// Checks that the path of the folder leads to it, and those of its parts to them.
    ///
    /// # Errors
    /// The folder or a part was removed, moved or replaced.
    pub fn check(&self) -> Result<()> {
        self.0.check()
    }
}

impl Held {
    fn check(&self) -> Result<()> {
        check_identity(&self.lock, self.identity, &self.folder)?;
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut parts = parts.iter();
        parts.try_for_each(|(part, identity)| match identity {
            Some(identity) => check_identity(part, *identity, part),
            None => check_folder(part),
        })
    }
}

/// Checks that a folder, or nothing, is at `path`.
fn check_folder(path: &Path) -> Result<()> {
    let is_folder = path.is_dir();
    let is_nothing = || fs::symlink_metadata(path).is_err();
    if is_folder || is_nothing() {
        return Ok(());
    }
    Err(Error::other(Lost(path.to_owned())))
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

    #[test]
    fn nothing_is_written_while_a_part_is_lost() {
        let place = tempfile::tempdir().unwrap();
        let (folder, moved) = (place.path().join("data"), place.path().join("moved"));
        let part = folder.join("blobs");
        fs::create_dir_all(&part).unwrap();
        let lock = held(&folder);
        lock.hold_part(&part).unwrap();
        written(&folder).unwrap();
        written(&part).unwrap();
        rename(&part, &moved).unwrap();
        fs::create_dir(&part).unwrap();
        assert!(written(&folder).is_err());
        let error = written(&part).unwrap_err();
        assert!(error.to_string().contains("blobs was removed"), "{error}");
        fs::remove_dir(&part).unwrap();
        #[expect(clippy::disallowed_methods, reason = "as a person does")]
        fs::rename(&moved, &part).unwrap();
        written(&part).unwrap();

        let other = folder.join("outbox");
        lock.expect_folder(&other);
        written(&folder).unwrap();
        fs::write(&other, "").unwrap();
        assert!(lock.check().is_err() && written(&folder).is_err());
        fs::remove_file(&other).unwrap();
        std::os::unix::fs::symlink(place.path().join("none"), &other).unwrap();
        assert!(lock.check().is_err());
        fs::remove_file(&other).unwrap();
        fs::create_dir(&other).unwrap();
        written(&folder).unwrap();
    }
}
