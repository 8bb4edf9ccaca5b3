//! Configuration that all AWS clients share: credentials, region, one HTTPS client, timeouts and retries.

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

/// Connect timeout.
const CONNECT: Duration = Duration::from_secs(2);
/// Read timeout (time to first byte). The same for every service, so that all share one connection pool and
/// the trust roots are loaded once.
const READ: Duration = Duration::from_secs(5);
/// Operation timeout, including all attempts.
const OPERATION: Duration = Duration::from_secs(8);
/// Operation timeout for transfers of images.
#[cfg(feature = "blobs")]
pub(crate) const TRANSFER: Duration = Duration::from_secs(25);

/// Shared configuration of the AWS clients.
#[derive(Debug, Clone)]
pub struct Connection {
    sdk: SdkConfig,
}

impl Connection {
    /// Reads credentials and region from `environment`: `AWS_ACCESS_KEY_ID` and related keys and
    /// `AWS_REGION`, which the Lambda runtime sets. `AWS_ENDPOINT_URL` redirects all clients to an
    /// emulator.
    ///
    /// # Errors
    /// [`EnvError`] when the region is missing.
    pub fn new(environment: &Environment) -> Result<Self, EnvError> {
        let region = environment
            .get("AWS_REGION")
            .or_else(|| environment.get("AWS_DEFAULT_REGION"))
            .ok_or(EnvError::Missing("AWS_REGION"))?;
        // The default credential chain is not used: functions have their credentials in the environment,
        // and every further provider adds binary size and start time.
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

    /// The table `name`.
    pub fn table(&self, name: &str) -> Table {
        Table::new(aws_sdk_dynamodb::Client::new(&self.sdk), name)
    }

    /// Replaces the credentials of the environment.
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

    /// The SDK configuration for building clients.
    pub const fn sdk(&self) -> &SdkConfig {
        &self.sdk
    }
}

/// Timeouts of a client with this operation timeout.
pub(crate) fn limits(operation: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT)
        .read_timeout(READ)
        .operation_timeout(operation)
        .build()
}

/// An error with all its sources in one line; SDK errors do not contain the request.
#[cfg(any(
    feature = "queue",
    feature = "blobs",
    feature = "secrets",
    feature = "mail",
    feature = "events"
))]
pub(crate) fn error_chain(error: &dyn std::error::Error) -> String {
    aws_smithy_types::error::display::DisplayErrorContext(error).to_string()
}
