//! Logs: JSON lines with the request id. Targets are channels, one per subject. No secret, token,
//! password, e-mail body or message text is ever logged.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Starts logging to the standard output, as the cloud's log service reads it. `filter` is a
/// directive such as `info`; what is malformed in it is left out.
pub fn start(filter: &str) {
    let started = tracing_subscriber::registry()
        .with(EnvFilter::builder().parse_lossy(filter))
        .with(
            tracing_subscriber::fmt::layer()
                .json()
                .with_ansi(false)
                .with_current_span(true),
        )
        .try_init();
    if let Err(error) = started {
        tracing::debug!(%error, "logging was started before");
    }
}
