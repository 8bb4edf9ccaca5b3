//! Reads and writes of documents.

use items::{Condition, Entry, ItemsError, Query, Table, retry_on_conflict};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use site_store::Tenant;

use crate::error::OptionsError;
use crate::name::{OptionName, Owner, Revision};

/// Upper limit of a compressed or sealed document; DynamoDB limits the whole item to 400 KB.
pub const MAX_BYTES: usize = 350 * 1024;

/// A document and the revision that the next write names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored<T> {
    /// The document; none when it was never written or was removed.
    pub value: Option<T>,
    /// Its revision.
    pub revision: Revision,
}

/// Stored form: one of the two texts, or none of them after a removal.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// JSON text; empty for secrets and removed documents.
    #[serde(with = "items::packed", rename = "p")]
    pub(crate) text: String,
    /// Sealed text.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub(crate) sealed: Option<String>,
}

/// The documents of one site.
#[derive(Debug, Clone)]
pub struct SiteOptions {
    table: Table,
    tenant: Tenant,
}

impl SiteOptions {
    /// Documents of `tenant` in the site's `table`.
    pub const fn new(table: Table, tenant: Tenant) -> Self {
        Self { table, tenant }
    }

    pub(crate) const fn tenant(&self) -> &Tenant {
        &self.tenant
    }

    /// Reads a document. Strongly consistent, one read.
    ///
    /// # Errors
    /// [`OptionsError::Form`] when the stored document is no `T`; otherwise the store failed.
    pub async fn read<T: DeserializeOwned>(
        &self,
        owner: Owner,
        name: OptionName,
    ) -> Result<Stored<T>, OptionsError> {
        let (record, revision) = self.record(owner, name).await?;
        let value = if record.text.is_empty() {
            None
        } else {
            let parsed = serde_json::from_str(&record.text);
            Some(parsed.map_err(|_| OptionsError::Form(name.as_str()))?)
        };
        Ok(Stored { value, revision })
    }

    /// Writes a document if its revision is still `read`; returns the new revision.
    ///
    /// # Errors
    /// [`OptionsError::Conflict`] when it was changed, [`OptionsError::TooLarge`] above [`MAX_BYTES`]; nothing was written
    /// then.
    pub async fn write<T: Serialize + Sync>(
        &self,
        owner: Owner,
        name: OptionName,
        value: &T,
        read: Revision,
    ) -> Result<Revision, OptionsError> {
        let text = serde_json::to_string(value).map_err(|_| OptionsError::Unwritable)?;
        if text.len() > MAX_BYTES {
            let packed = items::packed::pack(&text).map_err(|_| OptionsError::Unwritable)?;
            limit(packed.len())?;
        }
        let record = Record { text, sealed: None };
        self.put(owner, name, &record, read).await
    }

    /// Changes a document by `change`, which gets the present one and returns the new one, and is called again when another
    /// writer was first. Without a new one nothing is written. Returns the document as it is stored afterwards.
    ///
    /// # Errors
    /// As [`SiteOptions::write`], except that conflicts are retried.
    pub async fn update<T, F>(
        &self,
        owner: Owner,
        name: OptionName,
        change: F,
    ) -> Result<Option<T>, OptionsError>
    where
        T: Serialize + DeserializeOwned + Sync,
        F: Fn(Option<&T>) -> Option<T>,
    {
        retry_on_conflict(|| async {
            let stored: Stored<T> = self.read(owner, name).await?;
            let Some(changed) = change(stored.value.as_ref()) else {
                return Ok(Some(stored.value));
            };
            match self.write(owner, name, &changed, stored.revision).await {
                Ok(_) => Ok(Some(Some(changed))),
                Err(OptionsError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Removes a document or secret if its revision is still `read`; returns the new revision, which a later write names.
    ///
    /// # Errors
    /// [`OptionsError::Conflict`] when it was changed; otherwise the store failed.
    pub async fn remove(
        &self,
        owner: Owner,
        name: OptionName,
        read: Revision,
    ) -> Result<Revision, OptionsError> {
        if read == Revision::NEVER_WRITTEN {
            let (_, present) = self.record(owner, name).await?;
            return if present == read {
                Ok(read)
            } else {
                Err(OptionsError::Conflict)
            };
        }
        self.put(owner, name, &Record::default(), read).await
    }

    /// Deletes all documents and secrets of a user, for a user who is deleted. A repeated call continues.
    ///
    /// # Errors
    /// The store failed; a later call continues.
    pub async fn delete_user(&self, user: u64) -> Result<(), OptionsError> {
        let query = Query::prefix(Owner::User(user).partition(&self.tenant), "");
        loop {
            let page = self.table.key_page(&query, None).await?;
            for key in page.keys {
                self.table.delete(key, Condition::Any).await?;
            }
            if page.next.is_none() {
                return Ok(());
            }
        }
    }

    pub(crate) async fn record(
        &self,
        owner: Owner,
        name: OptionName,
    ) -> Result<(Record, Revision), OptionsError> {
        let key = owner.key(&self.tenant, name);
        let stored = self.table.get_revised::<Record>(&key).await?;
        Ok(stored.map_or_else(
            || (Record::default(), Revision::NEVER_WRITTEN),
            |stored| (stored.record, Revision(stored.revision)),
        ))
    }

    pub(crate) async fn put(
        &self,
        owner: Owner,
        name: OptionName,
        record: &Record,
        read: Revision,
    ) -> Result<Revision, OptionsError> {
        let next = Revision(read.0 + 1);
        let condition = match read {
            Revision::NEVER_WRITTEN => Condition::Absent,
            Revision(read) => Condition::Revision(read),
        };
        let entry = Entry::new(owner.key(&self.tenant, name), record)?.revision(next.0);
        match self.table.put(entry, condition).await {
            Ok(()) => Ok(next),
            Err(ItemsError::Conflict { .. }) => Err(OptionsError::Conflict),
            Err(error) => Err(error.into()),
        }
    }
}

pub(crate) const fn limit(bytes: usize) -> Result<(), OptionsError> {
    if bytes > MAX_BYTES {
        return Err(OptionsError::TooLarge {
            bytes,
            limit: MAX_BYTES,
        });
    }
    Ok(())
}
