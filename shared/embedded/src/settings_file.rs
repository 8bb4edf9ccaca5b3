//! The saved settings in a file in dotenv form, which people may also edit by hand.
//!
//! The file is read at each use, so an edit takes effect without a restart. A write changes only the values of
//! settings: comments, order, spacing and other keys stay as they are. It makes a new file, readable by its owner only,
//! and renames it over the old one, so that a reader sees one of the two.

use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use adotenv::{Document, Edit, EditError, InsertPosition};
use async_trait::async_trait;
use durable_files::Readers;
use secrecy::{ExposeSecret, SecretString};
use settings::{Changes, Revision, Saved, SettingKey, SettingsError, SettingsStore};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use crate::reserve::is_full;

/// Extension of an unfinished file. A backup leaves such files out.
const UNFINISHED: &str = "part";

/// Settings in a file. A missing file is an empty one.
#[derive(Debug)]
pub struct FileSettings {
    file: PathBuf,
    /// Held while a change is compared with the file and written.
    writing: Mutex<()>,
}

impl FileSettings {
    /// Settings in `file`, which need not exist; its folder must.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self {
            file: file.into(),
            writing: Mutex::new(()),
        }
    }

    async fn text(&self) -> Result<SecretString, SettingsError> {
        match tokio::fs::read_to_string(&self.file).await {
            Ok(text) => Ok(SecretString::from(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                durable_files::check_held(&self.file).map_err(|error| unavailable(&error))?;
                Ok(SecretString::default())
            }
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                Err(self.damaged("it is not UTF-8"))
            }
            Err(error) => Err(unavailable(&error)),
        }
    }

    fn damaged(&self, reason: impl std::fmt::Display) -> SettingsError {
        let name = self.file.file_name().unwrap_or(self.file.as_os_str());
        SettingsError::Damaged(format!("{}: {reason}", name.display()))
    }

    /// Parses the file's text. The error names the line and never repeats it.
    fn parse<'text>(&self, text: &'text str) -> Result<Document<'text>, SettingsError> {
        adotenv::parse_strict(text).map_err(|fault| self.damaged(fault))
    }
}

fn unavailable(error: &Error) -> SettingsError {
    let reason = error.to_string();
    match is_full(error.kind()) {
        true => SettingsError::StorageFull(reason),
        false => SettingsError::Unavailable(reason),
    }
}

/// The revision of a text: a part of its hash. Only equality counts.
fn revision(text: &str) -> Revision {
    let mut start = [0; 8];
    for (to, from) in start.iter_mut().zip(Sha256::digest(text.as_bytes())) {
        *to = from;
    }
    Revision(u64::from_le_bytes(start))
}

/// The text of `document` after one change. Of several declarations of a key the last one is in effect.
fn changed(document: &Document<'_>, key: &str, value: Option<&str>) -> Result<String, EditError> {
    let edits: Vec<Edit<'_>> = match value {
        None => document
            .get_all(key)
            .map(|entry| Edit::Remove {
                item: entry.item_id(),
            })
            .collect(),
        Some(value) => vec![match document.get_all(key).last() {
            Some(entry) => Edit::Set {
                entry: entry.id(),
                value,
            },
            None => Edit::Insert {
                key,
                value: Some(value),
                position: InsertPosition::End,
            },
        }],
    };
    Ok(document.edit(&edits)?.into_string())
}

/// Replaces `file` by one with `text`, which only its owner may read.
fn replace(file: &Path, text: &str) -> Result<(), Error> {
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(format!(".{UNFINISHED}"));
    durable_files::put(file, unfinished.into(), Readers::Owner, |file| {
        file.write_all(text.as_bytes())
    })
}

#[async_trait]
impl SettingsStore for FileSettings {
    async fn load(&self) -> Result<Saved, SettingsError> {
        let text = self.text().await?;
        let text = text.expose_secret();
        let document = self.parse(text)?;
        let values = SettingKey::ALL
            .iter()
            .filter_map(|key| Some((*key, document.get(key.name())?)))
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| (key, SecretString::from(value)))
            .collect();
        Ok(Saved {
            revision: revision(text),
            values,
        })
    }

    async fn save(&self, before: &Saved, changes: &Changes) -> Result<(), SettingsError> {
        let _writing = self.writing.lock().await;
        let mut text = self.text().await?;
        if revision(text.expose_secret()) != before.revision {
            return Err(SettingsError::Conflict);
        }
        for (key, value) in changes {
            let value = value.as_ref().map(ExposeSecret::expose_secret);
            let document = self.parse(text.expose_secret())?;
            let after = changed(&document, key.name(), value)
                .map_err(|error| self.damaged(format!("{} ({error})", key.name())))?;
            text = SecretString::from(after);
        }
        let file = self.file.clone();
        let writing = move || replace(&file, text.expose_secret());
        match tokio::task::spawn_blocking(writing).await {
            Ok(written) => written.map_err(|error| unavailable(&error)),
            Err(ended) => Err(SettingsError::Unavailable(ended.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::fs;

    use super::*;

    const FILE: &str = "# Chaves da agência\nexport OPENAI_API_KEY='sk-old' # da conta 2\n\nOTHER=\"two\nlines\"\r\nSMTP_HOST=a.example\nSMTP_HOST=b.example\n  # fim";

    fn open(text: &str) -> (tempfile::TempDir, FileSettings) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pauta.env");
        fs::write(&file, text).unwrap();
        (folder, FileSettings::new(file))
    }

    async fn change(settings: &FileSettings, key: SettingKey, value: Option<&str>) -> String {
        let before = settings.load().await.unwrap();
        let changes = Changes::from([(key, value.map(SecretString::from))]);
        settings.save(&before, &changes).await.unwrap();
        fs::read_to_string(&settings.file).unwrap()
    }

    fn value(saved: &Saved, key: SettingKey) -> Option<&str> {
        saved.values.get(&key).map(ExposeSecret::expose_secret)
    }

    #[tokio::test]
    async fn a_change_leaves_the_rest_of_the_file_as_it_is() {
        let (_folder, settings) = open(FILE);
        let set = change(&settings, SettingKey::OpenAiKey, Some("sk-new")).await;
        assert_eq!(set, FILE.replace("sk-old", "sk-new"));
        let removed = change(&settings, SettingKey::SmtpHost, None).await;
        let lines = "SMTP_HOST=a.example\nSMTP_HOST=b.example\n";
        assert_eq!(removed, set.replace(lines, ""));
        let added = change(&settings, SettingKey::PexelsKey, Some("a b#'$x\"")).await;
        assert!(added.starts_with(&removed), "{added}");
        let saved = settings.load().await.unwrap();
        assert_eq!(value(&saved, SettingKey::PexelsKey), Some("a b#'$x\""));
    }

    #[tokio::test]
    async fn an_edit_by_hand_takes_effect_and_is_not_overwritten() {
        let (_folder, settings) = open(FILE);
        let before = settings.load().await.unwrap();
        assert_eq!(value(&before, SettingKey::SmtpHost), Some("b.example"));
        fs::write(&settings.file, "SMTP_HOST=c.example\nSMTP_PORT=\n").unwrap();
        let saved = settings.load().await.unwrap();
        assert_eq!(value(&saved, SettingKey::SmtpHost), Some("c.example"));
        assert_eq!(value(&saved, SettingKey::SmtpPort), None);
        let changes = Changes::from([(SettingKey::SmtpHost, None)]);
        let late = settings.save(&before, &changes).await;
        assert_eq!(late, Err(SettingsError::Conflict));
    }

    #[tokio::test]
    async fn a_line_that_cannot_be_read_is_named_and_not_repeated() {
        let (_folder, settings) = open("A=1\nOPENAI_API_KEY=\"sk-canary\n");
        let error = settings.load().await.unwrap_err().to_string();
        assert!(error.contains("pauta.env: line 2"), "{error}");
        assert!(!error.contains("canary"), "{error}");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn the_file_becomes_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let (folder, settings) = open("A=1\n");
        fs::set_permissions(&settings.file, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(folder.path().join("pauta.env.part"), "of a crash").unwrap();
        change(&settings, SettingKey::SmtpHost, Some("a.example")).await;
        let mode = fs::metadata(&settings.file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// A line of a file as people and programs write them, settings among them.
    fn line() -> impl Strategy<Value = String> {
        let key = prop_oneof![
            "[A-Z][A-Z0-9_]{0,5}",
            Just("SMTP_HOST".to_owned()),
            Just("OPENAI_API_KEY".to_owned()),
        ];
        let value = prop_oneof![
            "[a-zA-Z0-9./:@-]{0,12}",
            "'[^'\\\\\r\n\\p{C}]{0,12}'",
            "\"[^\"\\\\\r\\p{C}]{0,8}\n?[a-z ]{0,4}\"",
        ];
        let declaration = (
            "(export )?",
            key,
            "( ?# [a-zé ]{0,8})?",
            value,
            "(\r\n|\n){1,2}",
        )
            .prop_map(|(export, key, comment, value, end)| {
                let comment = comment.trim_start();
                let gap = if comment.is_empty() { "" } else { " " };
                format!("{export}{key}={value}{gap}{comment}{end}")
            });
        prop_oneof![3 => declaration, 1 => " {0,2}#[^\r\n\\p{C}]{0,12}\n"]
    }

    proptest! {
        /// A changed value is read back, a removed one is gone, and every other byte stays.
        #[test]
        fn only_the_changed_value_changes(
            lines in prop::collection::vec(line(), 0..8),
            key in prop::sample::select(&["SMTP_HOST", "OPENAI_API_KEY", "PEXELS_API_KEY"][..]),
            value in "[^\\p{C}]{1,20}",
        ) {
            let text: String = lines.concat();
            let Ok(document) = adotenv::parse_strict(&text) else {
                return Ok(());
            };
            prop_assert_eq!(document.to_string(), text.clone());
            let others = |document: &Document<'_>| -> Vec<String> {
                document
                    .items()
                    .filter(|item| item.entry().is_none_or(|entry| entry.key() != key))
                    .map(|item| item.raw().trim_end_matches(['\r', '\n']).to_owned())
                    .collect()
            };
            let set = changed(&document, key, Some(&value)).unwrap();
            let after = adotenv::parse_strict(&set).unwrap();
            prop_assert_eq!(after.get(key), Some(value.as_str()));
            prop_assert_eq!(others(&after), others(&document));
            let removed = changed(&after, key, None).unwrap();
            let after = adotenv::parse_strict(&removed).unwrap();
            prop_assert_eq!(after.get(key), None);
            prop_assert_eq!(others(&after), others(&document));
        }
    }
}
