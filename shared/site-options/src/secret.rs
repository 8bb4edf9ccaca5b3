//! Secrets, and documents that are sealed as a whole.

use items::retry_on_conflict;
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use vault::KeyRing;

use crate::document::{Record, SiteOptions, Stored, limit};
use crate::error::OptionsError;
use crate::name::{OptionName, Owner, Revision};

/// A sealed document and the revision that the next write names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed<T> {
    /// The document; the default when it was never written or was removed.
    pub value: T,
    /// Its revision.
    pub revision: Revision,
}

impl SiteOptions {
    /// Reads a document that [`SiteOptions::write_sealed`] stored.
    ///
    /// # Errors
    /// As [`SiteOptions::read_secret`]; [`OptionsError::Form`] when the stored document is no `T`.
    pub async fn read_sealed<T: DeserializeOwned + Default>(
        &self,
        owner: Owner,
        name: OptionName,
        keyring: &KeyRing,
    ) -> Result<Sealed<T>, OptionsError> {
        let stored = self.read_secret(owner, name, keyring).await?;
        let value = match &stored.value {
            None => T::default(),
            Some(text) => serde_json::from_str(text.expose_secret())
                .map_err(|_| OptionsError::Form(name.as_str()))?,
        };
        Ok(Sealed {
            value,
            revision: stored.revision,
        })
    }

    /// Seals a document for its record and writes it if the revision is still `read`; returns the new revision. The default
    /// removes the document.
    ///
    /// # Errors
    /// As [`SiteOptions::write`].
    pub async fn write_sealed<T: Serialize + Default + PartialEq + Sync>(
        &self,
        owner: Owner,
        name: OptionName,
        value: &T,
        read: Revision,
        sealing: (&KeyRing, &dyn Random),
    ) -> Result<Revision, OptionsError> {
        if *value == T::default() {
            return self.remove(owner, name, read).await;
        }
        let text = serde_json::to_string(value).map_err(|_| OptionsError::Unwritable)?;
        let secret = SecretString::from(text);
        self.write_secret(owner, name, &secret, read, sealing).await
    }

    /// Changes a sealed document and returns what `change` returned, which runs again when another writer was first. Nothing
    /// is written when it changed nothing.
    ///
    /// # Errors
    /// As [`SiteOptions::write`], except that conflicts are retried.
    pub async fn update_sealed<T, R>(
        &self,
        owner: Owner,
        name: OptionName,
        sealing: (&KeyRing, &dyn Random),
        change: impl Fn(&mut T) -> R + Send + Sync,
    ) -> Result<R, OptionsError>
    where
        T: Serialize + DeserializeOwned + Default + Clone + PartialEq + Send + Sync,
        R: Send,
    {
        retry_on_conflict(|| async {
            let stored: Sealed<T> = self.read_sealed(owner, name, sealing.0).await?;
            let mut after = stored.value.clone();
            let result = change(&mut after);
            if after == stored.value {
                return Ok(Some(result));
            }
            let written = self.write_sealed(owner, name, &after, stored.revision, sealing);
            match written.await {
                Ok(_) => Ok(Some(result)),
                Err(OptionsError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

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
