//! Commands `backup` and `restore`: a data folder as one file, written while Pauta may be running.
//!
//! The database is copied first, as of one instant, then the blobs. Stored blobs are immutable, and
//! blobs deleted during the backup are retained until they are copied ([`embedded::retention`]), so
//! every blob that the copied database references is in the backup.

mod archive;
mod restore;

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use durable_files::Readers;
use embedded::clock::SystemClock;
use embedded::reserve::is_full;
use embedded::retained_blobs::RetainedBlobs;
use embedded::store_file::{self, StoreFault};
use ports::{Blobs, Clock as _};
use vault::KeyRing;

use crate::check;
use crate::data_folder::access::{full_disk, reason};
use crate::data_folder::{self, BLOBS, Contents, STORE, TABLES, replace};
use crate::invocation;
use crate::start_error::StartError;
use archive::Writer;
pub use archive::{About, Totals};
pub use restore::{Restored, restore};

/// Extension of an unfinished file; the final name is assigned when the file is complete.
const UNFINISHED: &str = "part";

/// Why a backup or restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The folder contains no data.
    #[error("there are no data in {} ({reason}); --data-dir names another folder", folder.display())]
    NoData {
        /// Data folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
    /// The data are incomplete or damaged.
    #[error("no backup was made: in {} {reason}", folder.display())]
    Unsound {
        /// Data folder.
        folder: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Another backup or restore of the folder is running.
    #[error("another backup of {} is being made", .0.display())]
    Busy(PathBuf),
    /// The backup file cannot be written there.
    #[error("the backup cannot be written to {}: {reason}", file.display())]
    Target {
        /// Backup file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is not a readable backup.
    #[error("{} cannot be restored: {reason}. The data folder is as it was.", file.display())]
    Archive {
        /// Backup file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A restore would replace data.
    #[error(
        "the data folder {} has data ({found}). Nothing was changed.\n\n  To put the backup in their place; they are moved to {}:\n      {command}",
        folder.display(),
        folder.join("replaced-…").display(),
    )]
    HasData {
        /// Data folder.
        folder: PathBuf,
        /// Names of the existing data.
        found: String,
        /// Command that replaces them.
        command: String,
    },
    /// Reading or writing failed.
    #[error("{what} failed: {}", reason(source))]
    Io {
        /// Operation that failed.
        what: String,
        /// Cause.
        source: Error,
    },
}

impl BackupError {
    /// Whether the command was rejected before it changed anything.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, Self::Io { .. })
    }
}

fn failed(what: impl Into<String>) -> impl FnOnce(Error) -> BackupError {
    let what = what.into();
    |source| BackupError::Io { what, source }
}

/// The error, with the reason of a full disk where the disk of `folder` is full.
fn with_full_disk(error: BackupError, folder: &Path) -> BackupError {
    match (error, full_disk(folder)) {
        (BackupError::Io { what, .. }, Some(source)) => BackupError::Io { what, source },
        (error, _) => error,
    }
}

/// Completed backup.
#[derive(Debug, Clone)]
pub struct CompletedBackup {
    /// Number and size of the files in it.
    pub totals: Totals,
    /// Size of the backup file in bytes.
    pub size: u64,
    /// What it lacks, because the data lack it: files of records that are missing or damaged, a line each.
    pub lacks: Vec<String>,
}

/// Starts the retention of deleted blobs; also locks out other backups and restores.
fn retain_deleted_blobs(folder: &Path) -> Result<embedded::retention::ActiveBackup, BackupError> {
    let begun = data_folder::retention(folder).begin();
    begun.map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => BackupError::Busy(folder.to_owned()),
        _ => data_folder::refused(folder, reason(&error)).into(),
    })
}

/// Writes all data in `folder` to the new file `file`; Pauta may be running on the folder. Logs are
/// left out. Data whose store is damaged are refused. A backup of data that lack a file is made, since it holds what there is, and
/// says so. The file gets its name when it is complete and is readable by its owner only, as it
/// contains the key ring, password hashes and mails.
///
/// # Errors
/// [`BackupError`]; no file is left behind.
pub async fn make(folder: &Path, file: &Path) -> Result<CompletedBackup, BackupError> {
    let made = made(folder, file).await;
    made.map_err(|error| with_full_disk(error, folder))
}

async fn made(folder: &Path, file: &Path) -> Result<CompletedBackup, BackupError> {
    let no_data = |reason: &str| BackupError::NoData {
        folder: folder.to_owned(),
        reason: reason.to_owned(),
    };
    let unsound = |reason: String| BackupError::Unsound {
        folder: folder.to_owned(),
        reason,
    };
    if !folder.is_dir() {
        return Err(no_data("there is no such folder"));
    }
    if data_folder::is_first_start(folder) {
        return Err(no_data("its first start is not finished"));
    }
    if replace::is_under_way(folder) {
        return Err(no_data("a restore was cut off; the next start finishes it"));
    }
    match Contents::of(folder).map_err(failed("reading the data folder"))? {
        Contents::Whole => {}
        Contents::Nothing => return Err(no_data("Pauta has not been started on it")),
        Contents::Incomplete(wrong) => return Err(unsound(wrong.join(", and "))),
    }
    let unfinished = target(folder, file)?;
    let held = retain_deleted_blobs(folder)?;
    held.writes(&unfinished)
        .map_err(failed("beginning the backup"))?;
    let store = held.directory().join(STORE);
    store_file::copy(&folder.join(STORE), &store)
        .and_then(|()| store_file::check(&store, &TABLES))
        .map_err(|fault| match fault {
            StoreFault::Unreadable(reason) => BackupError::Io {
                what: "copying the store".to_owned(),
                source: Error::other(reason),
            },
            fault => unsound(data_folder::Fault::Store(fault).to_string()),
        })?;
    let ring = data_folder::key_ring(folder).map_err(|fault| unsound(fault.to_string()))?;
    let made = match write(folder, &store, &unfinished) {
        Ok(totals) => match wrong_files(folder, &store, &Arc::new(ring)).await {
            Ok(lacks) => named(&unfinished, file, totals, lacks),
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    };
    if made.is_err() {
        // Report the original error rather than a failure of the clean-up.
        let _ = fs::remove_file(&unfinished);
    }
    held.end().map_err(failed("cleaning up"))?;
    made
}

/// What is wrong with the files that the records in the copied `store` name, while the backup is made.
async fn wrong_files(
    folder: &Path,
    store: &Path,
    ring: &Arc<KeyRing>,
) -> Result<Vec<String>, BackupError> {
    let retention = data_folder::retention(folder);
    let blobs = ["platform", "site"].map(|part| -> Arc<dyn Blobs> {
        let place = folder.join(BLOBS).join(part);
        Arc::new(RetainedBlobs::new(place, &retention, part))
    });
    let wrong = check::wrong_files(store, blobs, ring).await;
    wrong.map_err(|error| failed("comparing the files with the records")(Error::other(error)))
}

/// Verifies a backup by reading it back, and gives it its name.
fn named(
    unfinished: &Path,
    file: &Path,
    totals: Totals,
    lacks: Vec<String>,
) -> Result<CompletedBackup, BackupError> {
    archive::read(unfinished, |_, _| Ok(()))
        .map_err(|error| failed("reading the backup again")(Error::other(error)))?;
    let size = fs::metadata(unfinished).map_err(failed("reading the backup again"))?;
    durable_files::rename(unfinished, file).map_err(failed("naming the backup"))?;
    Ok(CompletedBackup {
        totals,
        size: size.len(),
        lacks,
    })
}

/// Path of the unfinished backup, beside the target, which must not exist.
fn target(folder: &Path, file: &Path) -> Result<PathBuf, BackupError> {
    let refused = |reason: &str| BackupError::Target {
        file: file.to_owned(),
        reason: reason.to_owned(),
    };
    let name = file
        .file_name()
        .ok_or_else(|| refused("it names no file"))?;
    if file.symlink_metadata().is_ok() {
        return Err(refused("it is there already; choose another name"));
    }
    let beside = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let beside = beside.canonicalize().map_err(|error| match error.kind() {
        ErrorKind::NotFound => refused("its folder does not exist"),
        _ => refused(&reason(&error)),
    })?;
    let inside = folder
        .canonicalize()
        .is_ok_and(|folder| beside.starts_with(folder));
    if inside {
        return Err(refused("it must lie outside of the data folder"));
    }
    let mut unfinished = std::ffi::OsString::from(".");
    unfinished.push(name);
    unfinished.push(format!(".{}.{UNFINISHED}", std::process::id()));
    Ok(beside.join(unfinished))
}

fn write(folder: &Path, store: &Path, to: &Path) -> Result<Totals, BackupError> {
    let file = Readers::Owner.create_file(to);
    let file = file.map_err(|error| BackupError::Target {
        file: to.to_owned(),
        reason: reason(&error),
    })?;
    let writing = || failed("writing the backup");
    let mut writer = Writer::new(file, SystemClock.now_seconds()).map_err(writing())?;
    writer.add(Path::new(STORE), store).map_err(writing())?;
    for name in replace::content(folder).map_err(writing())? {
        // The database is already copied; SQLite's journal files belong to the live one.
        if !name.starts_with(STORE) {
            add(&mut writer, Path::new(&name), &folder.join(&name)).map_err(writing())?;
        }
    }
    // Added last: blobs that were deleted since the database was copied override files added under
    // their names.
    let deleted = data_folder::retention(folder).deleted("");
    if deleted.is_dir() {
        add(&mut writer, Path::new(BLOBS), &deleted).map_err(writing())?;
    }
    writer.finish().map_err(writing())
}

/// Adds a file or a folder's files. A file that vanishes meanwhile was deleted and is skipped.
fn add(writer: &mut Writer, name: &Path, from: &Path) -> Result<(), Error> {
    let gone = |error: Error| match error.kind() {
        ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    };
    let about = match fs::metadata(from) {
        Ok(about) => about,
        Err(error) => return gone(error),
    };
    if about.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            add(writer, &name.join(entry.file_name()), &entry.path())?;
        }
        return Ok(());
    }
    let unfinished = from.extension().is_some_and(|ending| ending == UNFINISHED);
    if !about.is_file() || unfinished {
        return Ok(());
    }
    writer.add(name, from).or_else(gone).map_err(|error| {
        if is_full(error.kind()) {
            return error;
        }
        Error::other(format!("{}: {}", name.display(), reason(&error)))
    })
}

/// Command that restores `file` into `folder`, for messages.
pub fn restore_command(file: &Path, folder: &Path) -> String {
    let file = invocation::quoted(&file.to_string_lossy());
    invocation::on_folder(&format!("restore {file}"), folder)
}

#[cfg(test)]
mod tests {
    use embedded::blobs::FolderBlobs;
    use ports::{Blob, Blobs as _};

    use super::*;

    #[tokio::test]
    async fn a_blob_that_is_deleted_after_the_store_was_copied_is_in_the_backup() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("data");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(STORE), b"a store").unwrap();
        let blobs = FolderBlobs::new(folder.join(BLOBS).join("site"))
            .retained_by(data_folder::retention(&folder), "site");
        let put = async |key: &str, text: &'static [u8]| {
            let blob = Blob {
                bytes: text.into(),
                content_type: "text/plain".to_owned(),
            };
            blobs.put(key, blob).await.unwrap();
        };
        put("before", b"named by no record any more").await;
        put("records/1", b"named by the copied store").await;
        put("records/2", b"old").await;
        blobs.delete("before").await.unwrap();
        let held = retain_deleted_blobs(&folder).unwrap();
        // The database is copied at this point.
        blobs.delete("records/1").await.unwrap();
        blobs.delete("records/2").await.unwrap();
        put("records/2", b"another file of the same name").await;
        let file = root.path().join("backup");
        write(&folder, &folder.join(STORE), &file).unwrap();
        held.end().unwrap();
        let mut found = std::collections::BTreeMap::new();
        archive::read(&file, |name, content| {
            let unpacked = root.path().join("unpacked");
            content.write_to(&mut fs::File::create(&unpacked).unwrap())?;
            found.insert(name.to_owned(), fs::read_to_string(unpacked).unwrap());
            Ok(())
        })
        .unwrap();
        let text = |name: &str| found.get(Path::new(name)).map(String::as_str);
        assert_eq!(text(STORE), Some("a store"));
        assert_eq!(text("blobs/site/before"), None);
        assert_eq!(
            text("blobs/site/records/1"),
            Some("named by the copied store")
        );
        assert_eq!(text("blobs/site/records/1.type"), Some("text/plain"));
        assert_eq!(text("blobs/site/records/2"), Some("old"));
        assert_eq!(found.len(), 5);
    }
}
