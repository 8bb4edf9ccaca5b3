//! Restores a backup into a data folder.

use std::fs;
use std::path::{Path, PathBuf};

use durable_files::Readers;

use crate::backup::archive::{self, About, ArchiveError, Content, Totals};
use crate::backup::{BackupError, failed, restore_command, retain_deleted_blobs, with_full_disk};
use crate::data_folder::{self, Contents, DataFolder, replace};

/// Completed restore.
#[derive(Debug, Clone)]
pub struct Restored {
    /// Description of the backup.
    pub about: About,
    /// Totals of the backup.
    pub totals: Totals,
    /// Folder with the previous data, if there were any.
    pub replaced: Option<PathBuf>,
}

/// Restores the backup in `file` into `folder`. Everything is unpacked and verified before a file of
/// the folder changes. Existing data are an error, or are moved aside with `replace_data`.
///
/// # Errors
/// [`BackupError`]; the folder's data are unchanged then.
pub fn restore(file: &Path, folder: &Path, replace_data: bool) -> Result<Restored, BackupError> {
    let unreadable = |error: ArchiveError| BackupError::Archive {
        file: file.to_owned(),
        reason: error.to_string(),
    };
    archive::about(file).map_err(unreadable)?;
    let claimed = DataFolder::claim(folder)?;
    let held = retain_deleted_blobs(folder)?;
    let restored = checked(file, &claimed, replace_data);
    let restored = restored.map_err(|error| with_full_disk(error, folder));
    if restored.is_err() {
        // Report the original error; the next restore removes the leftovers.
        let _ = replace::discard(folder);
    }
    held.end().map_err(failed("cleaning up"))?;
    restored
}

fn checked(file: &Path, folder: &DataFolder, replace_data: bool) -> Result<Restored, BackupError> {
    let folder = folder.path();
    let found = replace::content(folder).map_err(failed("reading the data folder"))?;
    let nothing =
        Contents::of(folder).map_err(failed("reading the data folder"))? == Contents::Nothing;
    if !nothing && !replace_data {
        return Err(BackupError::HasData {
            folder: folder.to_owned(),
            found: found.join(", "),
            command: format!("{} --replace", restore_command(file, folder)),
        });
    }
    let place = replace::unpacking(folder).map_err(failed("unpacking"))?;
    let unpacked = archive::read(file, |name, content| unpack(&place.join(name), content));
    let (about, totals) = unpacked.map_err(|error| match error {
        ArchiveError::Io(source) => failed("unpacking")(source),
        other => BackupError::Archive {
            file: file.to_owned(),
            reason: other.to_string(),
        },
    })?;
    let reason = match Contents::of(&place).map_err(failed("checking what was unpacked"))? {
        Contents::Whole => data_folder::check(&place)
            .err()
            .map(|fault| fault.to_string()),
        Contents::Incomplete(wrong) => Some(wrong.join(", and ")),
        Contents::Nothing => Some("it holds no data".to_owned()),
    };
    if let Some(reason) = reason {
        return Err(BackupError::Archive {
            file: file.to_owned(),
            reason,
        });
    }
    replace::decide(folder).map_err(failed("replacing the data"))?;
    let replaced = replace::finish(folder).map_err(failed("replacing the data"))?;
    Ok(Restored {
        about,
        totals,
        replaced,
    })
}

/// Writes a file of the archive, readable by its owner only. A later entry of the same name replaces
/// the file.
fn unpack(file: &Path, content: &mut Content<'_>) -> Result<(), ArchiveError> {
    if let Some(parent) = file.parent() {
        data_folder::make(parent).map_err(ArchiveError::Io)?;
    }
    if file.exists() {
        fs::remove_file(file).map_err(ArchiveError::Io)?;
    }
    let unpacked = Readers::Owner.create_file(file);
    let mut unpacked = unpacked.map_err(ArchiveError::Io)?;
    content.write_to(&mut unpacked)?;
    unpacked.sync_all().map_err(ArchiveError::Io)
}
