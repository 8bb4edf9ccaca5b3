//! Data folder: checks that it is usable, locks it for one process, and never initialises a new system
//! over an incomplete one.
//!
//! A first start that is interrupted leaves a partial database, or passwords that were never displayed.
//! A marker file therefore exists until the new logins are printed. No request is served before that,
//! so the next start may delete the partial data and begin again.

pub(crate) mod access;
mod contents;
pub(crate) mod leftovers;
pub(crate) mod replace;

use std::fs::{self, File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use durable_files::{HeldFolder, Readers, remove_if_there};
use embedded::acknowledged::{self, MissingWrites};
use embedded::leftovers::Removed;
use embedded::retention::Retention;
use embedded::store_file::{self, StoreFault};
use vault::KeyRing;

use crate::invocation;
use crate::on_damage::OnDamage;
use crate::start_error::StartError;
use access::{full_disk, probe, reason};
use contents::BESIDE_STORE;
pub(crate) use contents::{BLOBS, Contents, OUTBOX, RESERVE, SECRETS, SETTINGS, STORE};

/// Folder of the logs, inside the data folder.
pub const LOGS: &str = "logs";

/// Tables that every database has. That of the central log is missing in databases of earlier releases; the start creates
/// it.
pub(crate) const TABLES: [&str; 2] = ["platform", "site"];
/// Marker file of an unfinished first start.
const FIRST_START: &str = "first-start";
/// Lock file, held by the process that uses the folder.
const LOCK: &str = "lock";

/// Error for a folder that the file system does not let the process use.
pub(crate) fn refused(folder: &Path, reason: impl std::fmt::Display) -> StartError {
    StartError::Folder {
        folder: folder.to_owned(),
        reason: reason.to_string(),
    }
}

/// Error for a file of the folder that the file system does not let the process use.
pub(crate) fn refused_file(folder: &Path, file: &str, error: &Error) -> StartError {
    refused(folder, format_args!("{file}: {}", reason(error)))
}

/// Error for a folder whose disk is full, when it is.
pub(crate) fn refused_for_full_disk(folder: &Path) -> Option<StartError> {
    full_disk(folder).map(|error| refused(folder, reason(&error)))
}

/// Creates a folder readable by its owner only: it contains hashes, encrypted passwords and mails.
pub(crate) fn make(folder: &Path) -> std::io::Result<()> {
    durable_files::make_folder(folder, Readers::Owner)
}

/// Checks that the folder is usable, creating it if necessary.
pub fn prepare(folder: &Path) -> Result<(), StartError> {
    if folder.exists() && !folder.is_dir() {
        return Err(refused(folder, "it is not a folder"));
    }
    let probed = make(folder).and_then(|()| probe(folder));
    probed.map_err(|error| refused(folder, reason(&error)))
}

/// Coordinates a running backup with the processes that delete blobs.
pub(crate) fn retention(folder: &Path) -> Retention {
    Retention::new(folder.join(replace::BACKUP))
}

/// Whether the first start in the folder is unfinished.
pub(crate) fn is_first_start(folder: &Path) -> bool {
    folder.join(FIRST_START).exists()
}

/// Verifies the existing database and key ring.
pub(crate) fn check(folder: &Path) -> Result<(), Fault> {
    check_secrets(folder)?;
    store_file::check(&folder.join(STORE), &TABLES).map_err(Fault::of_store)
}

/// Verifies the key ring.
pub(crate) fn check_secrets(folder: &Path) -> Result<(), Fault> {
    key_ring(folder).map(|_| ())
}

/// The key ring.
pub(crate) fn key_ring(folder: &Path) -> Result<KeyRing, Fault> {
    let secrets = fs::read_to_string(folder.join(SECRETS)).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => Fault::Secrets,
        _ => Fault::Unusable {
            file: SECRETS.to_owned(),
            reason: access::reason(&error),
        },
    })?;
    KeyRing::parse(&secrets).map_err(|error| {
        tracing::debug!(target: "store", %error, "the key ring cannot be read");
        Fault::Secrets
    })
}

/// What is wrong with an existing file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// This process may not read or write a file, or its disk fails: the file may be sound.
    #[error("{file} cannot be read and written ({reason}). Give it to the user that runs Pauta")]
    Unusable {
        /// Name of the file.
        file: String,
        /// Reason of the system.
        reason: String,
    },
    /// A file, or a link to nothing, is where a folder is expected.
    #[error("{0} is not a folder")]
    NoFolder(String),
    /// Damage of the database.
    #[error("{STORE} is damaged ({0})")]
    Store(StoreFault),
    /// Damage of the key ring.
    #[error("{SECRETS} is damaged (it is no key ring)")]
    Secrets,
}

impl Fault {
    fn unusable(file: &str, error: &Error) -> Self {
        Self::Unusable {
            file: file.to_owned(),
            reason: access::reason(error),
        }
    }

    fn of_store(fault: StoreFault) -> Self {
        match fault {
            StoreFault::Unreadable(reason) => Self::Unusable {
                file: STORE.to_owned(),
                reason,
            },
            fault => Self::Store(fault),
        }
    }
}

/// Data folder locked for this process while the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    removed: Removed,
    held: HeldFolder,
}

impl DataFolder {
    /// Opens the folder for a start. Leftovers of an unfinished first start are deleted.
    ///
    /// # Errors
    /// [`StartError::Folder`] when the folder cannot be used or another process uses it;
    /// [`StartError::Data`] when its data cannot be used; [`StartError::MissingWrites`] when they lack acknowledged writes.
    pub fn open(path: &Path, on_damage: OnDamage) -> Result<Self, StartError> {
        let mut folder = Self::claim(path)?;
        let folders = folder.check_folders();
        folders.map_err(|fault| refused(path, fault))?;
        folder.removed = leftovers::remove(path).map_err(|error| refused(path, error))?;
        folder.begin(on_damage)?;
        Ok(folder)
    }

    /// Locks the folder as it is, and completes an interrupted replacement of its data.
    pub(crate) fn claim(path: &Path) -> Result<Self, StartError> {
        prepare(path)?;
        let lock =
            File::create(path.join(LOCK)).map_err(|error| refused_file(path, LOCK, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(refused(path, "another Pauta uses it")),
            Err(TryLockError::Error(error)) => return Err(refused_file(path, LOCK, &error)),
        }
        let held = HeldFolder::new(path, LOCK, lock).map_err(|error| refused(path, error))?;
        replace::finish(path).map_err(|error| refused(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            removed: Removed::default(),
            held,
        })
    }

    fn begin(&self, on_damage: OnDamage) -> Result<(), StartError> {
        let start_empty = on_damage == OnDamage::StartEmpty;
        let failed = |error: Error| refused(&self.path, reason(&error));
        if is_first_start(&self.path) {
            for name in BESIDE_STORE.into_iter().chain([STORE, SECRETS]) {
                remove_if_there(&self.path.join(name)).map_err(failed)?;
            }
            return Ok(());
        }
        let wrong = match Contents::of(&self.path).map_err(failed)? {
            Contents::Nothing => Vec::new(),
            Contents::Incomplete(wrong) => wrong,
            Contents::Whole => match self.check_whole(on_damage)? {
                Err(fault @ (Fault::Unusable { .. } | Fault::NoFolder(_))) => {
                    return Err(refused(&self.path, fault));
                }
                Err(fault) => vec![fault.to_string()],
                Ok(()) if start_empty => {
                    return Err(refused(
                        &self.path,
                        "it holds a whole system, and --start-empty is for data that cannot be used",
                    ));
                }
                Ok(()) => return Ok(()),
            },
        };
        if !wrong.is_empty() && !start_empty {
            return Err(self.unusable(&wrong));
        }
        if wrong.is_empty() {
            for name in [STORE, SECRETS] {
                remove_if_there(&self.path.join(name)).map_err(failed)?;
            }
        } else {
            replace::set_aside(&self.path).map_err(failed)?;
        }
        let marker = self.path.join(FIRST_START);
        let unfinished = marker.with_extension("part");
        durable_files::put(&marker, unfinished, Readers::Owner, |_| Ok(())).map_err(failed)
    }

    /// Checks data of which no file is missing.
    fn check_whole(&self, on_damage: OnDamage) -> Result<Result<(), Fault>, StartError> {
        if let Err(fault) = self.check_access() {
            return Ok(Err(fault));
        }
        let checked = self.check_or_repair();
        if checked.is_ok() && on_damage != OnDamage::StartEmpty {
            // Before anything is written.
            self.check_acknowledged(on_damage)?;
        }
        Ok(checked.and_then(|()| self.check_writable()))
    }

    /// Verifies database and key ring. Indexes that differ from their tables are built anew.
    fn check_or_repair(&self) -> Result<(), Fault> {
        match check(&self.path) {
            Err(Fault::Store(StoreFault::Indexes(names))) => {
                store_file::rebuild_indexes(&self.path.join(STORE)).map_err(Fault::of_store)?;
                tracing::error!(
                    target: "store", severity = "critical", names,
                    "indexes of the store differed from their tables and were built anew"
                );
                check(&self.path)
            }
            checked => checked,
        }
    }

    /// Checks that the store has the writes that were acknowledged.
    fn check_acknowledged(&self, on_damage: OnDamage) -> Result<(), StartError> {
        let store = self.path.join(STORE);
        let missing = acknowledged::missing(&store)
            .map_err(|fault| refused(&self.path, Fault::of_store(fault)))?;
        match missing {
            None => Ok(()),
            Some(_) if on_damage == OnDamage::AcceptLoss => {
                acknowledged::forget(&store).map_err(|error| refused(&self.path, error))
            }
            Some(missing) => {
                let folder = self.path.clone();
                let restore = invocation::on_folder("restore FILE --replace", &folder);
                let accept = invocation::on_folder("--accept-loss", &folder);
                Err(match missing {
                    MissingWrites::Last { count, until } => StartError::MissingWrites {
                        folder,
                        count,
                        until,
                        restore,
                        accept,
                    },
                    MissingWrites::Unknown => StartError::UncountedWrites {
                        folder,
                        restore,
                        accept,
                    },
                })
            }
        }
    }

    /// Checks that this process may read and write the files that every request needs, and the folders of the others: the engine
    /// tells the store's file in place of those beside it.
    pub(crate) fn check_access(&self) -> Result<(), Fault> {
        let written = BESIDE_STORE.into_iter().chain([STORE, RESERVE]);
        let read = [SECRETS, SETTINGS];
        for (file, is_written) in written
            .map(|file| (file, true))
            .chain(read.map(|file| (file, false)))
        {
            let path = self.path.join(file);
            let opened = File::options().read(true).write(is_written).open(path);
            match opened.and_then(|file| file.metadata()) {
                // A folder opens like a file that is only read.
                Ok(found) if found.is_dir() => {
                    return Err(Fault::unusable(file, &ErrorKind::IsADirectory.into()));
                }
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(Fault::unusable(file, &error));
                }
                _ => {}
            }
        }
        self.check_folders()
    }

    /// Checks that the folders that are there are folders, and that this process may write to them.
    fn check_folders(&self) -> Result<(), Fault> {
        let folders = [BLOBS.to_owned(), OUTBOX.to_owned()];
        let parts = ["platform", "site"].map(|part| format!("{BLOBS}/{part}"));
        for folder in folders.into_iter().chain(parts) {
            let path = self.path.join(&folder);
            match path.metadata() {
                Ok(about) if about.is_dir() => {
                    probe(&path).map_err(|error| Fault::unusable(&folder, &error))?;
                }
                Err(_) if path.symlink_metadata().is_err() => {}
                Ok(_) | Err(_) => return Err(Fault::NoFolder(folder)),
            }
        }
        Ok(())
    }

    /// Checks that the store can be written.
    fn check_writable(&self) -> Result<(), Fault> {
        store_file::check_writable(&self.path.join(STORE)).map_err(Fault::of_store)
    }

    fn unusable(&self, wrong: &[String]) -> StartError {
        StartError::Data {
            folder: self.path.clone(),
            wrong: wrong.join(", and "),
            restore: invocation::on_folder("restore FILE --replace", &self.path),
            start_empty: invocation::on_folder("--start-empty", &self.path),
        }
    }

    /// Makes the folders of blobs where there are none, and holds them. The folder of mails has to be one.
    ///
    /// # Errors
    /// [`StartError::Folder`].
    pub(crate) fn hold_parts(&self) -> Result<(), StartError> {
        for part in ["platform", "site"] {
            let name = format!("{BLOBS}/{part}");
            let path = self.path.join(&name);
            let held = durable_files::make_folder(&path, Readers::Everyone)
                .and_then(|()| self.held.hold_part(&path));
            held.map_err(|error| refused_file(&self.path, &name, &error))?;
        }
        self.held.expect_folder(&self.path.join(OUTBOX));
        Ok(())
    }

    /// The folder, as far as writes to it are concerned.
    pub(crate) const fn held(&self) -> &HeldFolder {
        &self.held
    }

    /// What a killed process had left, which opening the folder removed.
    pub(crate) const fn removed(&self) -> Removed {
        self.removed
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the first start: its logins are known, and the system is about to serve requests.
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
            host_names: Vec::new(),
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
    async fn a_store_that_cannot_be_written_is_not_called_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let mut system = System::prepare(options(folder.path())).await.unwrap();
        system.serve().unwrap();
        system.stop().await;
        // The journal cannot be made, as when the files belong to another user.
        for file in ["store.db-wal", "store.db-acknowledged", "pauta.env"] {
            let path = folder.path().join(file);
            let _ = fs::remove_file(&path);
            fs::create_dir(&path).unwrap();
            let refusal = refusal(folder.path()).await;
            assert!(
                refusal.contains(&format!("{file} cannot be read and written")),
                "{refusal}"
            );
            assert!(refusal.contains("user that runs Pauta"), "{refusal}");
            for word in ["damaged", "--start-empty", "restore"] {
                assert!(!refusal.contains(word), "{refusal}");
            }
            fs::remove_dir(&path).unwrap();
        }
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
