//! Checks the files beside the store: the settings, the write-ahead log, and stored mails.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _};
use std::path::Path;

use embedded::settings_file::FileSettings;
use settings::{SettingsError, SettingsStore as _};

use crate::data_folder::{OUTBOX, SETTINGS, STORE};
use crate::outbox;

/// How a write-ahead log begins, but for its last bit (SQLite's "Database File Format", section 4.1).
const LOG_MARK: u32 = 0x377f_0682;

/// What is wrong with the files beside the store, a line each.
///
/// # Errors
/// Errors of the file system.
pub(super) async fn wrong(folder: &Path) -> Result<Vec<String>, Error> {
    let mut wrong = Vec::new();
    match FileSettings::new(folder.join(SETTINGS)).load().await {
        Err(SettingsError::Damaged(reason)) => wrong.push(reason),
        Err(error) => wrong.push(format!("{SETTINGS} cannot be read: {error}")),
        Ok(_) => {}
    }
    if !has_log_mark(&folder.join(format!("{STORE}-wal")))? {
        wrong.push(format!(
            "{STORE}-wal is no write-ahead log: what it held is lost"
        ));
    }
    let mails = outbox::check(&folder.join(OUTBOX))?;
    wrong.extend(mails.into_iter().map(|line| format!("{OUTBOX}: {line}")));
    Ok(wrong)
}

/// Whether a file begins as a write-ahead log, is empty, or is missing.
fn has_log_mark(file: &Path) -> Result<bool, Error> {
    let mut mark = [0; 4];
    let read = File::open(file).and_then(|mut file| match file.metadata()?.len() {
        0 => Err(ErrorKind::NotFound.into()),
        _ => file.read_exact(&mut mark),
    });
    match read {
        Ok(()) => Ok(u32::from_be_bytes(mark) & !1 == LOG_MARK),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
