//! Log lines: JSON on standard output, which the cloud collects.

use tracing::{Level, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Libraries that print requests and headers when they are asked for detail: a mail's body, a
/// password on its way to a host. They are heard at warnings only, whatever the level.
const TALKATIVE: [&str; 10] = [
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

/// Starts logging at `level`. A second call in one process changes nothing.
pub(crate) fn start(level: Level) {
    // An error means that a subscriber is there already.
    let _ = lines(level, std::io::stdout).try_init();
}

/// The lines of a function that logs at `level`, written to `writer`.
pub fn lines<W>(level: Level, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let level = LevelFilter::from_level(level);
    let quiet = level.min(LevelFilter::WARN);
    let targets = TALKATIVE
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
