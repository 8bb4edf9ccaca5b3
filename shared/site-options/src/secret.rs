//! Sealed documents.

use ports::Random;
use secrecy::SecretString;
use vault::KeyRing;

use crate::document::{Record, SiteOptions, Stored, limit};
use crate::error::OptionsError;
use crate::name::{OptionName, Owner, Revision};

impl SiteOptions {
    /// Reads a secret that [`SiteOptions::write_secret`] stored.
    ///
    /// # Errors
    /// [`OptionsError::Sealed`] when it cannot be opened, also when it was copied from another record.
    pub async fn read_secret(
        &self,
        owner: Owner,
        name: OptionName,
        keyring: &KeyRing,
    ) -> Result<Stored<SecretString>, OptionsError> {
        let (record, revision) = self.record(owner, name).await?;
        let opened = record
            .sealed
            .map(|sealed| keyring.open(&self.context(owner, name), &sealed));
        let value = opened.transpose().map_err(|reason| OptionsError::Sealed {
            name: name.as_str(),
            reason,
        })?;
        Ok(Stored { value, revision })
    }

    /// Seals a secret for its record and writes it if the revision is still `read`; returns the new revision.
    ///
    /// # Errors
    /// As [`SiteOptions::write`].
    pub async fn write_secret(
        &self,
        owner: Owner,
        name: OptionName,
        secret: &SecretString,
        read: Revision,
        sealing: (&KeyRing, &dyn Random),
    ) -> Result<Revision, OptionsError> {
        let (keyring, random) = sealing;
        let sealed = keyring.seal(&self.context(owner, name), secret, random)?;
        limit(sealed.len())?;
        let record = Record {
            sealed: Some(sealed),
            ..Record::default()
        };
        self.put(owner, name, &record, read).await
    }

    /// What a secret is sealed for: its site, owner and name.
    fn context(&self, owner: Owner, name: OptionName) -> String {
        let tenant = self.tenant();
        match owner {
            Owner::Site => format!("site/{tenant}/option/{}", name.as_str()),
            Owner::User(id) => format!("site/{tenant}/user/{id}/option/{}", name.as_str()),
        }
    }
}
