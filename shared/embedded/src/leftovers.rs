//! Files of blobs that an end without warning left unfinished.

use std::fs::{self, DirEntry};
use std::io::{ErrorKind, Result};
use std::path::Path;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;

use crate::blob_names::{PART, TYPE, UNFINISHED};

/// Age after which a media type without its content, or an empty folder, belongs to nothing: a blob is placed within it.
const PLACED_WITHIN: Duration = Duration::from_secs(60 * 60);

/// What was removed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// Number of files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Removed {
    /// Adds what was removed elsewhere.
    pub fn add(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
    }

    /// Removes a file, and counts it.
    ///
    /// # Errors
    /// Errors of the file system; a file that is gone is none.
    pub fn remove(&mut self, file: &Path) -> Result<()> {
        let removed = fs::metadata(file).and_then(|about| {
            durable_files::remove(file)?;
            Ok(about.len())
        });
        match removed {
            Ok(bytes) => self.add(Self { files: 1, bytes }),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Removes the files in `folder`, a folder of blobs, that were being written. Call it while no process writes blobs there.
///
/// # Errors
/// Errors of the file system.
pub fn remove_unfinished(folder: &Path) -> Result<Removed> {
    let mut removed = Removed::default();
    for entry in entries(&folder.join(UNFINISHED))? {
        removed.remove(&entry.path())?;
    }
    Ok(removed)
}

/// Removes the files below `folder`, a folder of blobs, that are no blobs: unfinished ones of earlier releases, and media types
/// whose content was not placed or is deleted. Blobs may be written meanwhile, at `now`. Folders that are empty for an hour are
/// removed as well; a write that finds its folder gone makes it again.
///
/// # Errors
/// Errors of the file system.
pub fn remove_strays(folder: &Path, now: Timestamp) -> Result<Removed> {
    let mut removed = Removed::default();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in entries(&folder)? {
            let kind = entry.file_type()?;
            if kind.is_dir() && entry.file_name() != UNFINISHED {
                if is_older(&entry, now)? {
                    remove_if_empty(&entry.path())?;
                }
                folders.push(entry.path());
            } else if kind.is_file() && is_stray(&entry, now)? {
                removed.remove(&entry.path())?;
            }
        }
    }
    Ok(removed)
}

/// Removes a folder that has no entries. It may come back after a power cut, until the next run.
fn remove_if_empty(folder: &Path) -> Result<()> {
    match fs::remove_dir(folder) {
        Err(error)
            if !matches!(
                error.kind(),
                ErrorKind::DirectoryNotEmpty | ErrorKind::NotFound
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Whether an entry was changed more than an hour ago.
fn is_older(entry: &DirEntry, now: Timestamp) -> Result<bool> {
    let changed = match entry.metadata() {
        Ok(about) => about.modified()?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let age = SystemTime::from(now).duration_since(changed);
    Ok(age.is_ok_and(|age| age > PLACED_WITHIN))
}

/// The entries of a folder; none when it is missing.
///
/// # Errors
/// Errors of the file system.
pub fn entries(folder: &Path) -> Result<Vec<DirEntry>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn is_stray(entry: &DirEntry, now: Timestamp) -> Result<bool> {
    let name = entry.file_name();
    let Some(name) = name.to_str() else {
        return Ok(false);
    };
    let beside = |name: &str| entry.path().with_file_name(name);
    if let Some(content) = name.strip_suffix(TYPE) {
        return Ok(!beside(content).exists() && is_older(entry, now)?);
    }
    Ok(is_unfinished(name) && !beside(&format!("{name}{TYPE}")).exists())
}

/// Whether the name ends with the number of a process, that of a file, and [`PART`], as earlier releases named files beside
/// the ones that they wrote.
fn is_unfinished(name: &str) -> bool {
    let numbers = name
        .strip_suffix(PART)
        .and_then(|name| name.rsplit_once('.'))
        .and_then(|(_, numbers)| numbers.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, turn)| is_number(process) && is_number(turn))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use jiff::SignedDuration;
    use ports::{Blob, Blobs as _, Clock as _};

    use super::*;
    use crate::blobs::FolderBlobs;
    use crate::clock::SystemClock;

    #[tokio::test]
    async fn folders_that_are_empty_for_an_hour_are_removed_and_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::new(folder.path().to_owned());
        let put = async |key: &str| {
            let blob = Blob {
                bytes: Bytes::from_static(b"abc"),
                content_type: "image/jpeg".to_owned(),
            };
            blobs.put(key, blob).await.unwrap();
        };
        let (kept, deleted) = ("sites/1/uploads/a.jpg", "sites/1/private/x/0");
        put(kept).await;
        put(deleted).await;
        blobs.delete(deleted).await.unwrap();
        let strays = |at| remove_strays(folder.path(), at).unwrap();
        strays(SystemClock.now());
        assert!(folder.path().join("sites/1/private/x").exists());
        // Each run removes the innermost folders; the one around them is empty then.
        for hour in 1..=2 {
            strays(SystemClock.now() + SignedDuration::from_hours(2 * hour));
        }
        assert!(!folder.path().join("sites/1/private").exists());
        assert!(blobs.get(kept).await.unwrap().is_some());
        put(deleted).await;
        assert!(blobs.get(deleted).await.unwrap().is_some());
    }

    #[test]
    fn what_belongs_to_nothing_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, b"abc").unwrap();
            file
        };
        let kept = [
            "sites/1/uploads/a.jpg",
            "sites/1/uploads/a.jpg.type",
            "sites/1/uploads/b.1-2.part",
            "sites/1/uploads/b.1-2.part.type",
            "sites/1/uploads/half.part",
            "sites/1/uploads/just.jpg.type",
        ]
        .map(write);
        let strays = [
            "sites/1/private/x/0.4711-12.part",
            "sites/1/uploads/gone.jpg.type",
        ]
        .map(write);
        let now = SystemClock.now();
        let two_hours_ago = SystemTime::from(now) - 2 * PLACED_WITHIN;
        for name in ["gone.jpg.type", "a.jpg.type"] {
            let file = fs::File::open(folder.path().join("sites/1/uploads").join(name)).unwrap();
            file.set_modified(two_hours_ago).unwrap();
        }
        let unfinished = write(".unfinished/4711-13.part");

        let removed = remove_strays(folder.path(), now).unwrap();
        assert_eq!(removed, Removed { files: 2, bytes: 6 });
        assert!(kept.iter().all(|file| file.exists()));
        assert!(!strays.iter().any(|file| file.exists()));
        assert!(unfinished.exists(), "a process may be writing it");
        let removed = remove_unfinished(folder.path()).unwrap();
        assert_eq!(removed, Removed { files: 1, bytes: 3 });
        assert!(!unfinished.exists());

        let none = folder.path().join("none");
        assert_eq!(remove_strays(&none, now).unwrap(), Removed::default());
        assert_eq!(remove_unfinished(&none).unwrap(), Removed::default());
    }
}
