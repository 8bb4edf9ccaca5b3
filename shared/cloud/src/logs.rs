//! Structured logs: JSON lines on standard output, which CloudWatch collects.

use central_log::{Capture, Collector};
use tracing::{Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

/// Initialises logging: lines at `level` and above, and warnings and errors for `collector`. Repeated calls have no
/// effect.
pub(crate) fn start(level: Level, collector: Collector) {
    // The error means that a subscriber is already set.
    let _ = lines_and_entries(level, std::io::stdout, collector).try_init();
}

/// A subscriber of a function: log lines at `level` to `writer`, and entries of the central log to `collector`.
pub fn lines_and_entries<W>(
    level: Level,
    writer: W,
    collector: Collector,
) -> impl Subscriber + Send + Sync
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    tracing_subscriber::registry()
        .with(layer(level, writer))
        .with(Capture::layer(collector))
}

fn layer<S, W>(level: Level, writer: W) -> impl Layer<S> + Send + Sync
where
    S: Subscriber + for<'lookup> LookupSpan<'lookup>,
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_current_span(true)
        .with_ansi(false)
        .with_writer(writer)
        .with_filter(central_log::targets(LevelFilter::from_level(level)))
}

/// A subscriber that writes log lines at `level` to `writer`.
pub fn lines<W>(level: Level, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    tracing_subscriber::registry().with(layer(level, writer))
}
