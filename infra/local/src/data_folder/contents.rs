//! Inspection of a data folder's content, for a start or a restore.

use std::fs;
use std::io::Error;
use std::path::Path;

/// Database file.
pub(crate) const STORE: &str = "store.db";
/// Files that belong to the store: the journal of SQLite, and the number of the last acknowledged writes.
pub(super) const BESIDE_STORE: [&str; 3] =
    ["store.db-wal", "store.db-shm", "store.db-acknowledged"];
/// Space for a full disk.
pub(crate) const RESERVE: &str = "store.db-reserve";
/// Key ring file.
pub(crate) const SECRETS: &str = "secrets.json";
/// Settings in dotenv form. May be written by hand before the first start.
pub(crate) const SETTINGS: &str = "pauta.env";
/// Blobs of the platform and the site.
pub(crate) const BLOBS: &str = "blobs";
/// Stored mails.
pub(crate) const OUTBOX: &str = "outbox";

/// State of one of the two files that every system needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileState {
    Missing,
    Empty,
    Filled,
}

fn state(file: &Path) -> Result<FileState, Error> {
    match fs::metadata(file) {
        Ok(about) if about.len() > 0 => Ok(FileState::Filled),
        Ok(_) => Ok(FileState::Empty),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(FileState::Missing),
        Err(error) => Err(error),
    }
}

/// Whether any file exists below `folder`.
fn has_files(folder: &Path) -> Result<bool, Error> {
    if !folder.is_dir() {
        return Ok(false);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() || has_files(&path)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Content of a folder without an unfinished first start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Contents {
    /// No data of a system.
    Nothing,
    /// Database and key ring exist; they may still be damaged inside.
    Whole,
    /// Data with missing parts. Each line names a file and what is wrong with it.
    Incomplete(Vec<String>),
}

impl Contents {
    /// Inspects the folder.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(crate) fn of(folder: &Path) -> Result<Self, Error> {
        let mut wrong = Vec::new();
        let mut found = false;
        for name in [STORE, SECRETS] {
            let fault = match state(&folder.join(name))? {
                FileState::Missing => "is missing",
                FileState::Empty => "is empty",
                FileState::Filled => {
                    found = true;
                    continue;
                }
            };
            wrong.push(format!("{name} {fault}"));
        }
        if wrong.is_empty() {
            return Ok(Self::Whole);
        }
        for name in BESIDE_STORE {
            found |= state(&folder.join(name))? == FileState::Filled;
        }
        for name in [BLOBS, OUTBOX] {
            found |= has_files(&folder.join(name))?;
        }
        Ok(if found {
            Self::Incomplete(wrong)
        } else {
            Self::Nothing
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Contents {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Contents::of(folder.path()).unwrap()
    }

    #[test]
    fn data_without_store_or_key_ring_is_incomplete() {
        let lacks =
            |lines: &[&str]| Contents::Incomplete(lines.iter().map(|&line| line.into()).collect());
        for (files, expected) in [
            (&[][..], Contents::Nothing),
            (
                &[("logs/mail.log", "x"), ("lock", ""), ("store.db", "")],
                Contents::Nothing,
            ),
            (
                &[("outbox/.keep/x", "")],
                lacks(&["store.db is missing", "secrets.json is missing"]),
            ),
            (
                &[("store.db", "x"), ("secrets.json", "{}")],
                Contents::Whole,
            ),
            (
                &[("store.db", ""), ("secrets.json", "{}")],
                lacks(&["store.db is empty"]),
            ),
            (&[("secrets.json", "{}")], lacks(&["store.db is missing"])),
            (&[("store.db", "x")], lacks(&["secrets.json is missing"])),
            (
                &[("store.db", "x"), ("secrets.json", "")],
                lacks(&["secrets.json is empty"]),
            ),
            (
                &[("store.db-wal", "x")],
                lacks(&["store.db is missing", "secrets.json is missing"]),
            ),
            (
                &[
                    ("blobs/site/a/b", "x"),
                    ("store.db", ""),
                    ("secrets.json", ""),
                ],
                lacks(&["store.db is empty", "secrets.json is empty"]),
            ),
        ] {
            assert_eq!(of(files), expected, "{files:?}");
        }
    }
}
