//! Lists of the blobs in a folder.

use std::fs;
use std::io::{ErrorKind, Result};
use std::path::Path;

use ports::{LISTED_AT_ONCE, ListedBlob};

use crate::blob_names::{TYPE, UNFINISHED};
use crate::leftovers::entries;

/// The next blobs in `folder` whose keys begin with `prefix` and come behind `after`, in the order of their keys.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn listed(folder: &Path, prefix: &str, after: &str) -> Result<Vec<ListedBlob>> {
    let mut list = List {
        folder,
        prefix,
        after,
        found: Vec::new(),
    };
    list.read("")?;
    Ok(list.found)
}

/// The keys of the blobs in `folder` whose media type is missing or is none, in no order.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn untyped(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(below) = folders.pop() {
        for entry in entries(&folder.join(&below))? {
            let kind = entry.file_type()?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if kind.is_dir() && name != UNFINISHED {
                folders.push(format!("{below}{name}/"));
            } else if kind.is_file() && !name.ends_with(TYPE) {
                let beside = entry.path().with_file_name(format!("{name}{TYPE}"));
                if !has_media_type(&beside)? {
                    found.push(format!("{below}{name}"));
                }
            }
        }
    }
    Ok(found)
}

/// Whether a file can be read and holds a media type.
fn has_media_type(file: &Path) -> Result<bool> {
    let text = match fs::read(file) {
        Ok(bytes) => String::from_utf8(bytes).unwrap_or_default(),
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::IsADirectory | ErrorKind::PermissionDenied
            ) =>
        {
            return Ok(false);
        }
        Err(error) => return Err(error),
    };
    Ok(is_media_type(&text))
}

/// Whether a text is a media type, as `image/jpeg`.
pub(crate) fn is_media_type(text: &str) -> bool {
    let parts = text.split_once('/');
    let is_plain = text.chars().all(|one| one.is_ascii_graphic() || one == ' ');
    is_plain && parts.is_some_and(|(kind, form)| !kind.is_empty() && !form.is_empty())
}

/// A part of the list of a folder's blobs.
struct List<'a> {
    folder: &'a Path,
    prefix: &'a str,
    after: &'a str,
    found: Vec<ListedBlob>,
}

impl List<'_> {
    /// Whether blobs below a folder, whose keys begin with `below`, can be in the list.
    fn may_have(&self, below: &str) -> bool {
        let has_prefix = below.starts_with(self.prefix) || self.prefix.starts_with(below);
        has_prefix && (below > self.after || self.after.starts_with(below))
    }

    /// Reads the folder of the keys that begin with `below`.
    fn read(&mut self, below: &str) -> Result<()> {
        let mut names = Vec::new();
        for entry in entries(&self.folder.join(below))? {
            let kind = entry.file_type()?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if kind.is_dir() && name != UNFINISHED {
                names.push((format!("{below}{name}/"), entry));
            } else if kind.is_file() && !name.ends_with(TYPE) {
                names.push((format!("{below}{name}"), entry));
            }
        }
        names.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (key, entry) in names {
            if self.found.len() >= LISTED_AT_ONCE {
                break;
            }
            if key.ends_with('/') {
                if self.may_have(&key) {
                    self.read(&key)?;
                }
            } else if key.starts_with(self.prefix) && key.as_str() > self.after {
                match entry.metadata() {
                    Ok(about) => self.found.push(ListedBlob {
                        key,
                        length: about.len(),
                        stored_at: about.modified()?.try_into().unwrap_or_default(),
                    }),
                    // It was deleted meanwhile.
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }
}
