#![doc = include_str!("../README.md")]
//!
//! A file that was written and synced is found after a power cut only when the folder that names it was synced too, and so with
//! each folder above that was made for it (`fsync(2)`; POSIX.1-2024, section 4.12 of the Rationale, on `rename`). All calls
//! block the thread.

mod held;

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub use held::{HeldFile, HeldFolder, check_held};

/// Who may read a new file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Its owner.
    Owner,
    /// Those whom the process' mask for new files admits.
    Everyone,
}

impl Readers {
    /// Creates a file that these may read. It is on the disk when it and the folder that names it are synced.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`]; other errors of the file system.
    pub fn create_file(self, path: &Path) -> Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if self == Self::Owner {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        options.open(path)
    }

    fn folder(self) -> DirBuilder {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        if self == Self::Owner {
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        }
        builder
    }
}

/// New files on the way to their places. Dropped before [`Placement::finish`], it leaves none of them.
#[derive(Debug)]
pub struct Placement {
    readers: Readers,
    /// Files beside their places, and the places, in the order in which they get there.
    files: Vec<(PathBuf, PathBuf)>,
    /// Folders that get new names.
    folders: BTreeSet<PathBuf>,
}

impl Placement {
    /// A placement of files that these may read.
    #[must_use]
    pub const fn new(readers: Readers) -> Self {
        Self {
            readers,
            files: Vec::new(),
            folders: BTreeSet::new(),
        }
    }

    /// Writes a file for `path` under the name `unfinished`, which must be on the same file system and is replaced when it is
    /// there. The folders of both must be there.
    ///
    /// # Errors
    /// Errors of the file system and of `write`; the file is removed.
    pub fn add(
        &mut self,
        path: &Path,
        unfinished: PathBuf,
        write: impl FnOnce(&mut File) -> Result<()>,
    ) -> Result<()> {
        check_held(path)?;
        self.folders.insert(above(path));
        remove_leftover(&unfinished)?;
        let mut file = self.readers.create_file(&unfinished)?;
        self.files.push((unfinished, path.to_owned()));
        let written = write(&mut file).and_then(|()| file.sync_all());
        if written.is_err()
            && let Some((unfinished, _)) = self.files.pop()
        {
            // A half file would occupy space that another attempt needs. The first error is reported.
            let _ = fs::remove_file(unfinished);
        }
        written
    }

    /// Puts the files in their places, in the order in which they were added, and replaces what is there. They are on the disk
    /// when this returns.
    ///
    /// # Errors
    /// Errors of the file system; the files before the first one that failed are in their places.
    pub fn finish(mut self) -> Result<()> {
        while !self.files.is_empty() {
            let (unfinished, path) = self.files.remove(0);
            let placed = check_held(&path).and_then(|()| renamed(&unfinished, &path));
            if let Err(error) = placed {
                let _ = fs::remove_file(unfinished);
                return Err(error);
            }
        }
        self.folders.iter().try_for_each(|folder| sync(folder))
    }
}

impl Drop for Placement {
    fn drop(&mut self) {
        for (unfinished, _) in &self.files {
            // What remains is removed by the next placement of the name, or by the owner of the folder.
            let _ = fs::remove_file(unfinished);
        }
    }
}

/// Writes one file and puts it in its place; see [`Placement`].
///
/// # Errors
/// Errors of the file system and of `write`.
pub fn put(
    path: &Path,
    unfinished: PathBuf,
    readers: Readers,
    write: impl FnOnce(&mut File) -> Result<()>,
) -> Result<()> {
    let mut placement = Placement::new(readers);
    placement.add(path, unfinished, write)?;
    placement.finish()
}

/// Moves a file or folder to another name on the same file system. What it holds must have been synced ([`sync_names`]).
///
/// # Errors
/// Errors of the file system.
pub fn rename(from: &Path, to: &Path) -> Result<()> {
    check_held(to)?;
    renamed(from, to)?;
    sync(&above(to))?;
    sync(&above(from))
}

#[expect(clippy::disallowed_methods, reason = "the folders are synced after it")]
fn renamed(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to)
}

/// Writes the names in a folder, and in all folders below it, to the disk. What the files hold must have been synced.
///
/// # Errors
/// Errors of the file system.
pub fn sync_names(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_names(&entry.path())?;
        }
    }
    sync(folder)
}

/// Removes a file if it is there, so that it does not come back.
///
/// # Errors
/// Errors of the file system.
pub fn remove_if_there(path: &Path) -> Result<()> {
    match remove(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a file, so that it does not come back.
///
/// # Errors
/// Errors of the file system; a missing file is [`ErrorKind::NotFound`].
pub fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path)?;
    sync(&above(path))
}

/// Removes a folder with everything in it, so that nothing of it comes back; one that is missing is no error.
///
/// # Errors
/// Errors of the file system.
pub fn remove_folder(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        removed => removed?,
    }
    sync(&above(path))
}

/// Makes a folder and those above it that are missing.
///
/// # Errors
/// Errors of the file system.
pub fn make_folder(path: &Path, readers: Readers) -> Result<()> {
    // A folder that another thread has made and not yet synced must not count as there.
    static MAKING: Mutex<()> = Mutex::new(());
    let _turn = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    check_held(path)?;
    make(path, readers)
}

fn make(folder: &Path, readers: Readers) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = above(folder);
    make(&parent, readers)?;
    match readers.folder().create(folder) {
        // Another process made it.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => {}
        made => made?,
    }
    sync(&parent)
}

fn above(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn remove_leftover(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes the names of a folder to the disk.
#[cfg(unix)]
fn sync(folder: &Path) -> Result<()> {
    match File::open(folder)?.sync_all() {
        // File systems that sync no folders write their names at once.
        Err(error) if is_unsupported(&error) => Ok(()),
        other => other,
    }
}

#[cfg(unix)]
fn is_unsupported(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidInput | ErrorKind::Unsupported
    )
}

/// Other systems open no folders as files; they write the names themselves.
#[cfg(not(unix))]
fn sync(_folder: &Path) -> Result<()> {
    Ok(())
}
