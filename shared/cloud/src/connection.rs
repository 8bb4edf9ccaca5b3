//! What all clients share: credentials, region, one HTTPS client, time limits and attempts.

use std::time::Duration;

use aws_config::environment::EnvironmentVariableCredentialsProvider;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use items::Table;

use crate::environment::{EnvError, Environment};

/// Limit of opening a connection.
const CONNECT: Duration = Duration::from_secs(2);
/// Limit of waiting for the first byte of an answer. The same for every service, so that all share
/// one connection pool and the trusted certificates are read once.
const READ: Duration = Duration::from_secs(5);
/// Limit of one operation with all its attempts.
const OPERATION: Duration = Duration::from_secs(8);
/// The same for operations that move a picture.
#[cfg(feature = "blobs")]
pub(crate) const TRANSFER: Duration = Duration::from_secs(25);

/// The way to the cloud's services.
#[derive(Debug, Clone)]
pub struct Connection {
    sdk: SdkConfig,
}

impl Connection {
    /// A connection with the credentials and the region of `environment`: `AWS_ACCESS_KEY_ID` and
    /// its companions and `AWS_REGION`, which the runtime sets. `AWS_ENDPOINT_URL` leads all clients to an
    /// emulator.
    ///
    /// # Errors
    /// [`EnvError`] when there is no region.
    pub fn new(environment: &Environment) -> Result<Self, EnvError> {
        let region = environment
            .get("AWS_REGION")
            .or_else(|| environment.get("AWS_DEFAULT_REGION"))
            .ok_or(EnvError::Missing("AWS_REGION"))?;
        // The chain of credential providers is left out: a function's credentials are in its
        // environment, and each further provider costs size and start.
        let credentials = EnvironmentVariableCredentialsProvider::new();
        let http = Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::AwsLc))
            .build_https();
        let mut sdk = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(region.to_owned()))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .http_client(http)
            .retry_config(RetryConfig::standard().with_max_attempts(3))
            .timeout_config(limits(OPERATION));
        if let Some(address) = environment.get("AWS_ENDPOINT_URL") {
            sdk = sdk.endpoint_url(address);
        }
        Ok(Self { sdk: sdk.build() })
    }

    /// The table called `name`.
    pub fn table(&self, name: &str) -> Table {
        Table::new(aws_sdk_dynamodb::Client::new(&self.sdk), name)
    }

    /// The same connection with these credentials instead of the environment's.
    #[must_use]
    pub fn with_credentials(self, access_key: &str, secret_key: &str) -> Self {
        let credentials = Credentials::new(access_key, secret_key, None, None, "given");
        let credentials = SharedCredentialsProvider::new(credentials);
        Self {
            sdk: self
                .sdk
                .into_builder()
                .credentials_provider(credentials)
                .build(),
        }
    }

    /// What clients are built from.
    pub const fn sdk(&self) -> &SdkConfig {
        &self.sdk
    }
}

/// The time limits of a client whose operations may take `operation`.
pub(crate) fn limits(operation: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT)
        .read_timeout(READ)
        .operation_timeout(operation)
        .build()
}

/// A failure in one line with its whole chain of causes; SDK errors carry no request.
#[cfg(any(
    feature = "queue",
    feature = "blobs",
    feature = "secrets",
    feature = "mail",
    feature = "events"
))]
pub(crate) fn told(error: &dyn std::error::Error) -> String {
    aws_smithy_types::error::display::DisplayErrorContext(error).to_string()
}
