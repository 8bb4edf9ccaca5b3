//! Structured logs: JSON lines on standard output, which CloudWatch collects.

use tracing::{Level, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Libraries that log requests and headers at detailed levels (an e-mail's body, a host password). Only
/// their warnings and errors are logged, at any level.
const SENSITIVE_LIBRARIES: [&str; 10] = [
    "aws_",
    "hyper",
    "h2",
    "rustls",
    "reqwest",
    "lettre",
    "html5ever",
    "selectors",
    "tower",
    "lambda_",
];

/// Initialises logging at `level`. Repeated calls have no effect.
pub(crate) fn start(level: Level) {
    // The error means that a subscriber is already set.
    let _ = lines(level, std::io::stdout).try_init();
}

/// A subscriber that writes log lines at `level` to `writer`.
pub fn lines<W>(level: Level, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let level = LevelFilter::from_level(level);
    let quiet = level.min(LevelFilter::WARN);
    let targets = SENSITIVE_LIBRARIES
        .iter()
        .fold(Targets::new().with_default(level), |targets, name| {
            targets.with_target(*name, quiet)
        });
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_current_span(true)
        .with_ansi(false)
        .with_writer(writer);
    tracing_subscriber::registry().with(lines).with(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_cover_the_crates_behind_them() {
        let targets = Targets::new()
            .with_default(LevelFilter::DEBUG)
            .with_target("aws_", LevelFilter::WARN);
        assert!(!targets.would_enable("aws_sdk_ses::operation", &Level::DEBUG));
        assert!(targets.would_enable("publication", &Level::DEBUG));
    }
}
