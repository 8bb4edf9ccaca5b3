//! The stored records of a mailbox: each is one sealed document (docs/data-model.md).

use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use site_options::{OptionName, OptionsError, Owner, Revision};

use crate::error::MailboxError;
use crate::mailboxes::SiteMailbox;

/// The connection.
pub(crate) const CONNECTION: OptionName = OptionName::new("mail-smtp.mailbox");
/// The authorization that waits for the provider's answer.
pub(crate) const PENDING: OptionName = OptionName::new("mail-smtp.authorization");

/// A record and the revision that the next write names.
pub(crate) struct Kept<T> {
    pub(crate) record: Option<T>,
    pub(crate) revision: Revision,
}

impl SiteMailbox {
    /// Reads a record. Strongly consistent, one read.
    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        name: OptionName,
    ) -> Result<Kept<T>, MailboxError> {
        let keyring = &self.all.0.keyring;
        let stored = self.options.read_secret(Owner::Site, name, keyring).await?;
        let record = stored.value.map(|text| {
            serde_json::from_str(text.expose_secret())
                .map_err(|_| OptionsError::Form(name.as_str()))
        });
        Ok(Kept {
            record: record.transpose()?,
            revision: stored.revision,
        })
    }

    /// Writes a record if its revision is still `read`; returns the new revision.
    pub(crate) async fn write<T: Serialize + Sync>(
        &self,
        name: OptionName,
        record: &T,
        read: Revision,
    ) -> Result<Revision, MailboxError> {
        let text = SecretString::from(serde_json::to_string(record)?);
        let sealing = (&*self.all.0.keyring, &*self.parts.random);
        let written = self
            .options
            .write_secret(Owner::Site, name, &text, read, sealing);
        Ok(written.await?)
    }

    /// Removes a record if its revision is still `read`; returns whether it was.
    pub(crate) async fn remove(
        &self,
        name: OptionName,
        read: Revision,
    ) -> Result<bool, MailboxError> {
        match self.options.remove(Owner::Site, name, read).await {
            Ok(_) => Ok(true),
            Err(OptionsError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
