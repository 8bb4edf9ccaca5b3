//! The saved values.

use std::collections::BTreeMap;

use secrecy::SecretString;

use crate::key::{SettingGroup, SettingKey};

/// Which state of the saved values was read. Its meaning is the adapter's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Revision(pub u64);

/// New values of settings; `None` removes one.
pub type Changes = BTreeMap<SettingKey, Option<SecretString>>;

/// The saved values as they were read at one time.
#[derive(Debug, Clone, Default)]
pub struct Saved {
    /// The state that was read.
    pub revision: Revision,
    /// The values; none of them is empty.
    pub values: BTreeMap<SettingKey, SecretString>,
}

impl Saved {
    /// The values after `changes`.
    #[must_use]
    pub fn after(&self, changes: &Changes) -> BTreeMap<SettingKey, SecretString> {
        let mut values = self.values.clone();
        for (key, value) in changes {
            match value {
                Some(value) => values.insert(*key, value.clone()),
                None => values.remove(key),
            };
        }
        values
    }

    /// Whether any setting of `group` is saved.
    pub fn has_any(&self, group: SettingGroup) -> bool {
        self.values.keys().any(|key| key.group() == group)
    }
}
