//! The folder in which everything is kept: usable, one process at a time, and never half made.
//!
//! A first start that is cut off leaves half a store, or a password that nobody has read. So a folder
//! says that its first start is under way until the new logins are printed; nothing is answered
//! before, so the next start may throw the half store away and begin anew.

use std::fs::{self, File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use crate::start_error::StartError;

/// The store's file.
pub(crate) const STORE: &str = "store.db";
/// What the engine keeps beside its file while it works.
const BESIDE_STORE: [&str; 2] = ["store.db-wal", "store.db-shm"];
/// There while the first start is under way.
const FIRST_START: &str = "first-start";
/// Locked by the process that uses the folder.
const LOCK: &str = "lock";

fn refused(folder: &Path, reason: impl std::fmt::Display) -> StartError {
    StartError::Folder {
        folder: folder.to_owned(),
        reason: reason.to_string(),
    }
}

/// Makes a folder that only its owner may read: hashes, sealed passwords and mails lie in it.
fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn remove_if_there(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes sure that the folder can be used.
pub fn prepare(folder: &Path) -> Result<(), StartError> {
    if folder.exists() && !folder.is_dir() {
        return Err(refused(folder, "it is not a folder"));
    }
    let probed = make(folder).and_then(|()| {
        let probe = folder.join(".probe");
        fs::write(&probe, b"")?;
        fs::remove_file(&probe)
    });
    probed.map_err(|error| refused(folder, error))
}

/// A folder that this process alone uses, for as long as the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Takes the folder. What an unfinished first start left of the store is gone afterwards.
    ///
    /// # Errors
    /// [`StartError::Folder`] when it cannot be used, or another process uses it.
    pub fn open(path: &Path) -> Result<Self, StartError> {
        prepare(path)?;
        let lock = File::create(path.join(LOCK)).map_err(|error| refused(path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(refused(path, "another Pauta uses it")),
            Err(TryLockError::Error(error)) => return Err(refused(path, error)),
        }
        let folder = Self {
            path: path.to_owned(),
            _lock: lock,
        };
        folder.begin().map_err(|error| refused(path, error))?;
        Ok(folder)
    }

    fn begin(&self) -> Result<(), Error> {
        let marker = self.path.join(FIRST_START);
        if marker.exists() {
            for name in BESIDE_STORE.into_iter().chain([STORE]) {
                remove_if_there(&self.path.join(name))?;
            }
        }
        if !self.path.join(STORE).exists() {
            fs::write(&marker, b"")?;
        }
        Ok(())
    }

    /// From now on the store is kept: its logins are known, and it is about to answer.
    pub(crate) fn keep(&self) -> Result<(), StartError> {
        remove_if_there(&self.path.join(FIRST_START)).map_err(|error| refused(&self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Data;
    use crate::system::{Options, System};

    fn options(folder: &Path) -> Options {
        let anywhere = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
        Options {
            platform: anywhere,
            site: anywhere,
            data: Data::Folder(folder.to_owned()),
        }
    }

    async fn refusal(folder: &Path) -> String {
        match System::prepare(options(folder)).await {
            Ok(_) => "none".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[tokio::test]
    async fn a_first_start_that_was_cut_off_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("data");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(FIRST_START), b"").unwrap();
        fs::write(folder.join(STORE), b"half a store").unwrap();
        let cut_off = System::prepare(options(&folder)).await.unwrap();
        assert!(cut_off.administrator().is_some());
        drop(cut_off);
        let mut system = System::prepare(options(&folder)).await.unwrap();
        assert!(system.administrator().is_some());
        assert!(system.site_login().is_some());
        system.serve().unwrap();
        system.stop().await;
        let system = System::prepare(options(&folder)).await.unwrap();
        assert!(system.administrator().is_none());
        assert!(system.site_login().is_none());
    }

    #[tokio::test]
    async fn a_folder_is_used_by_one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let system = System::prepare(options(folder.path())).await.unwrap();
        let refusal = refusal(folder.path()).await;
        assert!(refusal.contains("another Pauta uses it"), "{refusal}");
        drop(system);
        assert!(System::prepare(options(folder.path())).await.is_ok());
    }

    #[tokio::test]
    async fn a_file_is_no_folder() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let refusal = refusal(file.path()).await;
        assert!(refusal.contains("it is not a folder"), "{refusal}");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_folder_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a/b");
        prepare(&folder).unwrap();
        let mode = fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
