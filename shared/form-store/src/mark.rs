//! Marks of idempotency keys: what a request stored, for its repetitions.

use items::{Condition, Entry, Key, Write};
use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::FormStoreError;
use crate::keys;
use crate::store::FormStore;

/// Time for which a repeated request is recognised.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(48);
/// Purpose of the keyed hash.
const CONTEXT: &str = "form_submission_key";

/// A submission that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// Its identifier; none when only its mails were stored.
    pub id: Option<u64>,
    /// Identifiers of its mails, for the messages of the queue and for [`site_mail::SiteMails::wait`].
    pub mails: Vec<String>,
    /// Whether this call stored it; otherwise an earlier one with the same key did.
    pub is_new: bool,
}

#[derive(Serialize, Deserialize)]
struct Mark {
    id: Option<u64>,
    mails: Vec<String>,
}

impl FormStore {
    /// What a call with the same key stored.
    pub(crate) async fn marked(&self, mark: &Key) -> Result<Option<Appended>, FormStoreError> {
        let found: Option<Mark> = self.parts.table.get(mark).await?;
        Ok(found.map(|mark| Appended {
            id: mark.id,
            mails: mark.mails,
            is_new: false,
        }))
    }

    pub(crate) fn mark(&self, form: u64, key: &str) -> Key {
        let subject = SecretString::from(format!("{}\n{form}\n{key}", self.tenant));
        let hash = self.keyring.token_hash(CONTEXT, &subject);
        keys::mark(&self.tenant, hash.as_str())
    }

    /// Performs the writes of a submission at `at` together with its mark. When an earlier call set the mark, nothing is
    /// written, and what that call stored is returned.
    pub(crate) async fn once(
        &self,
        mark: Option<Key>,
        at: Timestamp,
        stored: Appended,
        mut writes: Vec<Write>,
    ) -> Result<Appended, FormStoreError> {
        if let Some(mark) = &mark {
            let data = Mark {
                id: stored.id,
                mails: stored.mails.clone(),
            };
            let entry = Entry::new(mark.clone(), &data)?.expires((at + KEPT_FOR).as_second());
            writes.push(Write::Put(entry, Condition::Absent));
        }
        match (self.parts.table.transact(writes).await, &mark) {
            (Ok(()), _) => Ok(stored),
            (Err(conflict), Some(mark)) if conflict.is_conflict() => {
                let earlier = self.marked(mark).await?;
                earlier.ok_or_else(|| conflict.into())
            }
            (Err(error), _) => Err(error.into()),
        }
    }
}
