//! A secret document in Secrets Manager, remembered for a while.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use ports::{SecretError, Secrets};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::connection::{Connection, told};

/// How long a document is taken for the current one. A rotation waits at least this long between
/// adding a key and making it the active one.
const REMEMBERED: Duration = Duration::from_secs(300);

/// One secret of Secrets Manager.
pub struct StoredSecret {
    client: Client,
    id: String,
    remembered: Mutex<Option<(Instant, SecretString)>>,
}

impl fmt::Debug for StoredSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredSecret").finish_non_exhaustive()
    }
}

impl StoredSecret {
    /// The secret with the name or address `id`.
    pub fn new(connection: &Connection, id: &str) -> Self {
        Self {
            client: Client::new(connection.sdk()),
            id: id.to_owned(),
            remembered: Mutex::new(None),
        }
    }

    /// Drops the remembered document: the next call reads the secret anew.
    #[cfg(feature = "mail")]
    pub(crate) async fn forget(&self) {
        *self.remembered.lock().await = None;
    }

    async fn read(&self) -> Result<SecretString, SecretError> {
        let answer = self
            .client
            .get_secret_value()
            .secret_id(&self.id)
            .send()
            .await;
        let answer = answer.map_err(|error| {
            if error
                .as_service_error()
                .is_some_and(|error| error.is_resource_not_found_exception())
            {
                SecretError("it does not exist or has no value yet".to_owned())
            } else {
                SecretError(told(&error))
            }
        })?;
        answer
            .secret_string
            .map(SecretString::from)
            .ok_or_else(|| SecretError("it holds bytes, not text".to_owned()))
    }
}

#[async_trait]
impl Secrets for StoredSecret {
    async fn document(&self) -> Result<String, SecretError> {
        let mut remembered = self.remembered.lock().await;
        if let Some((since, document)) = remembered.as_ref()
            && since.elapsed() < REMEMBERED
        {
            return Ok(document.expose_secret().to_owned());
        }
        match self.read().await {
            Ok(document) => {
                let text = document.expose_secret().to_owned();
                *remembered = Some((Instant::now(), document));
                Ok(text)
            }
            // The keys in hand are still good; the next call asks again.
            Err(error) => match remembered.as_ref() {
                Some((_, document)) => {
                    tracing::warn!(target: "secrets", %error, "the secret could not be read again");
                    Ok(document.expose_secret().to_owned())
                }
                None => Err(error),
            },
        }
    }
}
