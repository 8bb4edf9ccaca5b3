//! A secret of Secrets Manager, cached for some minutes.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use ports::{SecretError, Secrets};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::connection::{Connection, error_chain};

/// Time to live of the cached document. A key rotation waits at least this long between adding a key and
/// activating it.
const CACHE_TTL: Duration = Duration::from_secs(300);

/// A secret of Secrets Manager.
pub struct StoredSecret {
    client: Client,
    id: String,
    cached: Mutex<Option<(Instant, SecretString)>>,
}

impl fmt::Debug for StoredSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredSecret").finish_non_exhaustive()
    }
}

impl StoredSecret {
    /// The secret with the name or ARN `id`.
    pub fn new(connection: &Connection, id: &str) -> Self {
        Self {
            client: Client::new(connection.sdk()),
            id: id.to_owned(),
            cached: Mutex::new(None),
        }
    }

    /// Clears the cache: the next call reads the secret again.
    #[cfg(feature = "mail")]
    pub(crate) async fn forget(&self) {
        *self.cached.lock().await = None;
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
                SecretError(error_chain(&error))
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
        let mut cached = self.cached.lock().await;
        if let Some((since, document)) = cached.as_ref()
            && since.elapsed() < CACHE_TTL
        {
            return Ok(document.expose_secret().to_owned());
        }
        match self.read().await {
            Ok(document) => {
                let text = document.expose_secret().to_owned();
                *cached = Some((Instant::now(), document));
                Ok(text)
            }
            // The cached keys are still valid; the next call tries again.
            Err(error) => match cached.as_ref() {
                Some((_, document)) => {
                    tracing::error!(target: "secrets", severity = "critical", %error, "the secret could not be refreshed; the cached one stays in use");
                    Ok(document.expose_secret().to_owned())
                }
                None => Err(error),
            },
        }
    }
}
