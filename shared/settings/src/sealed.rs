//! The saved values as one sealed record of the platform's table.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use items::{Condition, Entry, Key, Table};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use vault::KeyRing;

use crate::key::SettingKey;
use crate::saved::{Changes, Revision, Saved};
use crate::store::{SettingsError, SettingsStore};

/// What the record is sealed for.
const CONTEXT: &str = "settings";

/// Adapter over one record, which is read consistently at each use, so that every process sees a change at once.
#[derive(Clone)]
pub struct SealedSettings {
    table: Table,
    keyring: Arc<KeyRing>,
    random: Arc<dyn Random>,
}

#[derive(Serialize, Deserialize)]
struct Record {
    /// JSON object of names and values, sealed.
    sealed: String,
    revision: u64,
}

impl std::fmt::Debug for SealedSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SealedSettings").finish_non_exhaustive()
    }
}

fn record_key() -> Key {
    Key::new("SETTINGS", "SETTINGS")
}

fn damaged(reason: &str) -> SettingsError {
    SettingsError::Damaged(reason.to_owned())
}

impl SealedSettings {
    /// Settings in `table`, sealed with the active key of `keyring`.
    pub fn new(table: Table, keyring: Arc<KeyRing>, random: Arc<dyn Random>) -> Self {
        Self {
            table,
            keyring,
            random,
        }
    }

    fn open(&self, record: &Record) -> Result<Saved, SettingsError> {
        let text = self.keyring.open(CONTEXT, &record.sealed).map_err(|error| {
            tracing::error!(target: "settings", severity = "critical", %error, "the saved settings cannot be opened");
            SettingsError::Damaged(error.to_string())
        })?;
        // The parser's message could repeat a value.
        let names: BTreeMap<String, SecretString> =
            serde_json::from_str::<BTreeMap<String, String>>(text.expose_secret())
                .map_err(|_| damaged("the record is no object of texts"))?
                .into_iter()
                .map(|(name, value)| (name, SecretString::from(value)))
                .collect();
        let values = names
            .into_iter()
            .filter_map(|(name, value)| Some((SettingKey::of_name(&name)?, value)))
            .filter(|(_, value)| !value.expose_secret().is_empty())
            .collect();
        Ok(Saved {
            revision: Revision(record.revision),
            values,
        })
    }
}

#[async_trait]
impl SettingsStore for SealedSettings {
    async fn load(&self) -> Result<Saved, SettingsError> {
        match self.table.get::<Record>(&record_key()).await? {
            Some(record) => self.open(&record),
            None => Ok(Saved::default()),
        }
    }

    async fn save(&self, before: &Saved, changes: &Changes) -> Result<(), SettingsError> {
        let after = before.after(changes);
        let names: BTreeMap<&str, &str> = after
            .iter()
            .map(|(key, value)| (key.name(), value.expose_secret()))
            .collect();
        let text = serde_json::to_string(&names)
            .map(SecretString::from)
            .map_err(|_| damaged("the values cannot be written as JSON"))?;
        let sealed = self
            .keyring
            .seal(CONTEXT, &text, self.random.as_ref())
            .map_err(|error| damaged(&error.to_string()))?;
        let Revision(read) = before.revision;
        let condition = match read {
            0 => Condition::Absent,
            read => Condition::Revision(read),
        };
        let record = Record {
            sealed,
            revision: read + 1,
        };
        let entry = Entry::new(record_key(), &record)?.revision(record.revision);
        Ok(self.table.put(entry, condition).await?)
    }
}
