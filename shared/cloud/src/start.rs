//! Start of a function: logging, environment, connection, and the adapters for its needs.

use std::sync::Arc;

use central_log::Collector;
use items::{Key, Table};
use lambda_runtime::{Error, LambdaEvent, Runtime, service_fn};
use log_store::LogStore;
use ports::{Clock, Need, Random, Sleeper};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::central_log::{AfterResponse, CentralLog};
use crate::clock::SystemClock;
use crate::connection::Connection;
use crate::environment::{EnvError, Environment};
use crate::random::SystemRandom;

/// Why a function cannot start.
#[derive(Debug, thiserror::Error)]
pub enum CloudError {
    /// The environment does not satisfy the function's needs.
    #[error(transparent)]
    Environment(#[from] EnvError),
    /// The key ring's secret could not be read.
    #[error(transparent)]
    Secret(#[from] ports::SecretError),
    /// The secret is not a key ring.
    #[cfg(feature = "secrets")]
    #[error(transparent)]
    KeyRing(#[from] vault::KeyRingError),
}

/// Configuration and adapters of one function.
#[derive(Debug, Clone)]
pub struct Cloud {
    environment: Environment,
    connection: Connection,
    log: Option<CentralLog>,
}

impl Cloud {
    /// Runs a function until its environment ends: initialises logging and the central log, checks the process
    /// environment against `needs`, and calls `function`, which builds the ports and serves. A start that fails is a
    /// critical entry of the central log.
    ///
    /// # Errors
    /// [`CloudError::Environment`] for the first key that is missing or malformed, and errors of `function`.
    pub async fn run<F>(needs: &[Need], function: F) -> Result<(), Error>
    where
        F: AsyncFnOnce(Self) -> Result<(), Error>,
    {
        let environment = Environment::of_process();
        let collector = Collector::new(Arc::new(SystemClock));
        crate::logs::start(environment.log_level()?, collector.clone());
        central_log::report_panics();
        let mut cloud = Self::with(environment, needs)?;
        let log = CentralLog::new(collector, Arc::new(cloud.log_store()?), cloud.clock());
        cloud.log = Some(log.clone());
        let outcome = function(cloud).await;
        if let Err(error) = &outcome {
            tracing::error!(target: "start", severity = "critical", %error, "a function cannot start");
            log.write().await;
        }
        outcome
    }

    /// Hands the events of a queue or a schedule to `handler`, one after the other.
    ///
    /// # Errors
    /// The Lambda runtime ended.
    pub async fn handle<E, R, F>(&self, handler: F) -> Result<(), Error>
    where
        E: DeserializeOwned,
        R: Serialize,
        F: AsyncFn(E) -> Result<R, Error>,
    {
        let handler = &handler;
        let service = service_fn(move |event: LambdaEvent<E>| handler(event.payload));
        Runtime::new(service)
            .layer(self.after_response())
            .run()
            .await
    }

    /// The layer that every function's runtime has.
    pub(crate) fn after_response(&self) -> AfterResponse<'_> {
        AfterResponse {
            log: self.log.as_ref(),
        }
    }

    /// Adapters for a given environment, without logging.
    ///
    /// # Errors
    /// [`CloudError::Environment`] for the first key that is missing or malformed.
    pub fn with(environment: Environment, needs: &[Need]) -> Result<Self, CloudError> {
        environment.check(needs)?;
        environment.app_debug()?;
        let connection = Connection::new(&environment)?;
        Ok(Self {
            environment,
            connection,
            log: None,
        })
    }

    /// The environment, for keys that only one function reads.
    pub const fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The connection, for clients that this crate does not build.
    pub const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The system's clock.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(SystemClock)
    }

    /// A sleeper that waits in real time.
    pub fn sleeper(&self) -> Arc<dyn Sleeper> {
        Arc::new(SystemClock)
    }

    /// The system's random number generator.
    pub fn random(&self) -> Arc<dyn Random> {
        Arc::new(SystemRandom)
    }

    /// The platform's table (`PLATFORM_TABLE`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when the key is missing.
    pub fn platform_table(&self) -> Result<Table, CloudError> {
        Ok(self
            .connection
            .table(self.environment.require("PLATFORM_TABLE")?))
    }

    /// The site's table (`SITE_TABLE`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when the key is missing.
    pub fn site_table(&self) -> Result<Table, CloudError> {
        Ok(self
            .connection
            .table(self.environment.require("SITE_TABLE")?))
    }

    /// The central log's table (`LOG_TABLE`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when a key is missing or malformed.
    pub fn log_store(&self) -> Result<LogStore, CloudError> {
        let table = self.environment.require("LOG_TABLE")?;
        let zone = self.environment.time_zone()?;
        Ok(LogStore::new(self.connection.table(table), zone))
    }

    /// The work queues whose URLs the environment contains.
    #[cfg(feature = "queue")]
    pub fn queues(&self) -> Arc<dyn ports::WorkQueue> {
        Arc::new(crate::queue::SqsQueues::new(
            &self.connection,
            &self.environment,
        ))
    }

    /// The blobs of this half (`MEDIA_BUCKET`, `MEDIA_PREFIX`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when a key is missing.
    #[cfg(feature = "blobs")]
    pub fn blobs(&self) -> Result<Arc<dyn ports::Blobs>, CloudError> {
        Ok(Arc::new(self.bucket()?))
    }

    /// The blobs of the content site, for functions of the platform (`MEDIA_BUCKET`, `SITE_MEDIA_PREFIX`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when a key is missing.
    #[cfg(feature = "blobs")]
    pub fn site_blobs(&self) -> Result<Arc<dyn ports::Blobs>, CloudError> {
        let bucket = self.environment.require("MEDIA_BUCKET")?;
        let prefix = self.environment.require("SITE_MEDIA_PREFIX")?;
        let blobs = crate::blobs::S3Blobs::new(&self.connection, bucket, prefix);
        Ok(Arc::new(blobs))
    }

    /// Presigned URLs for this half's blobs (`MEDIA_BUCKET`, `MEDIA_PREFIX`). They are signed with the
    /// function's credentials: a URL permits nothing that the function's role does not, and it expires with
    /// these credentials, hours after the start of the function.
    ///
    /// # Errors
    /// [`CloudError::Environment`] when a key is missing.
    #[cfg(feature = "blobs")]
    pub fn signed_urls(&self) -> Result<Arc<dyn ports::SignedUrls>, CloudError> {
        Ok(Arc::new(self.bucket()?))
    }

    #[cfg(feature = "blobs")]
    fn bucket(&self) -> Result<crate::blobs::S3Blobs, CloudError> {
        let bucket = self.environment.require("MEDIA_BUCKET")?;
        let prefix = self.environment.require("MEDIA_PREFIX")?;
        Ok(crate::blobs::S3Blobs::new(&self.connection, bucket, prefix))
    }

    /// The secret document (`SECRET_ID`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when the key is missing.
    #[cfg(feature = "secrets")]
    pub fn secrets(&self) -> Result<Arc<dyn ports::Secrets>, CloudError> {
        let id = self.environment.require("SECRET_ID")?;
        Ok(Arc::new(crate::secrets::StoredSecret::new(
            &self.connection,
            id,
        )))
    }

    /// Reads the key ring from the secret document.
    ///
    /// # Errors
    /// When the key is missing, the secret cannot be read, or it is not a key ring.
    #[cfg(feature = "secrets")]
    pub async fn key_ring(&self) -> Result<Arc<vault::KeyRing>, CloudError> {
        let document = secrecy::SecretString::from(self.secrets()?.document().await?);
        Ok(Arc::new(vault::KeyRing::parse(
            secrecy::ExposeSecret::expose_secret(&document),
        )?))
    }

    /// The platform's table, with an open connection, and the key ring. Both handshakes run at the same time.
    ///
    /// # Errors
    /// As [`Cloud::platform_table`] and [`Cloud::key_ring`].
    #[cfg(feature = "secrets")]
    pub async fn platform_records(&self) -> Result<(Table, Arc<vault::KeyRing>), CloudError> {
        let table = self.platform_table()?;
        let ((), key_ring) = tokio::join!(self.warm(&table), self.key_ring());
        Ok((table, key_ring?))
    }

    /// The settings in the platform's `table`, sealed with `key_ring`, with the environment behind them.
    #[cfg(feature = "settings")]
    pub fn settings(&self, table: &Table, key_ring: &Arc<vault::KeyRing>) -> settings::Settings {
        let saved = settings::SealedSettings::new(table.clone(), key_ring.clone(), self.random());
        settings::Settings::new(Arc::new(saved), |key| {
            self.environment.get(key).map(str::to_owned)
        })
    }

    /// Base addresses of the providers, some of which the environment may replace.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for a value that is no URL.
    #[cfg(feature = "settings")]
    pub fn provider_addresses(&self) -> Result<settings::ProviderAddresses, EnvError> {
        let value = |key: &str| self.environment.get(key).map(str::to_owned);
        settings::ProviderAddresses::of(value).map_err(|key| EnvError::Invalid {
            key,
            expected: "a URL",
        })
    }

    /// The guarded HTTP client for calls to hosts.
    ///
    /// # Errors
    /// The client cannot be built.
    #[cfg(feature = "hosts")]
    pub fn outbound(&self) -> Result<outbound::Outbound, outbound::SetupError> {
        outbound::Outbound::new(self.network_policy())
    }

    /// The addresses that may be called. Beside an emulated cloud, services may be on this machine too.
    #[cfg(any(feature = "hosts", feature = "mail"))]
    fn network_policy(&self) -> outbound::Policy {
        if self.environment.emulated() {
            outbound::Policy::local()
        } else {
            outbound::Policy::cloud()
        }
    }

    /// The mail transport: the mail server saved in `settings` when a message is sent, otherwise the SMTP server of the
    /// secret `SMTP_SECRET_ID` or of `SMTP_HOST`, otherwise SES.
    ///
    /// # Errors
    /// [`CloudError::Environment`] when a key is missing or malformed.
    #[cfg(feature = "mail")]
    pub fn mail(&self, settings: &settings::Settings) -> Result<Arc<dyn ports::Mail>, CloudError> {
        let environment =
            crate::mail::transport(&self.connection, &self.environment, self.clock())?;
        let from = crate::mail::sender(&self.environment)?;
        Ok(Arc::new(mailer::SavedServerMail::new(
            settings.clone(),
            environment,
            from,
            self.clock(),
            outbound::Guard::new(self.network_policy(), Arc::new(outbound::SystemResolver)),
        )))
    }

    /// The event bus for domain events (`EVENT_BUS`).
    ///
    /// # Errors
    /// [`CloudError::Environment`] when the key is missing.
    #[cfg(feature = "events")]
    pub fn events(&self) -> Result<Arc<dyn ports::Events>, CloudError> {
        let bus = self.environment.require("EVENT_BUS")?;
        Ok(Arc::new(crate::events::BusEvents::new(
            &self.connection,
            bus,
        )))
    }

    /// Opens the connection to DynamoDB before the first request: the TLS handshake then runs during the
    /// start, which has a full CPU, instead of during a request, which has the function's share. Costs the
    /// read of one missing record. A failure is only logged here, because the first request reports it.
    pub async fn warm(&self, table: &Table) {
        if let Err(error) = table.get::<String>(&Key::new("WARM", "WARM")).await {
            tracing::warn!(target: "start", %error, "the table could not be reached at start-up");
        }
    }
}
