//! Logging: the central log; JSON lines in one file per channel and day; warnings and errors on the terminal as well.

use std::sync::Arc;
use std::time::Duration;

use central_log::{Capture, Collector, Sink, flush, report_panics};
use embedded::clock::SystemClock;
use tokio::sync::watch;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::daily_files::DailyFiles;
use crate::ticks::{every, is_due};

/// Time between two writes of the central log.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// Starts logging to the terminal and to `files`, if given. The result collects the entries of the central log.
pub fn start(files: Option<DailyFiles>) -> Collector {
    let collector = Collector::new(Arc::new(SystemClock));
    let terminal = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_target(true)
        .with_filter(LevelFilter::WARN);
    let files = files.map(|files| {
        tracing_subscriber::fmt::layer()
            .json()
            .with_ansi(false)
            .with_writer(files)
            .with_filter(central_log::targets(LevelFilter::DEBUG))
    });
    let started = tracing_subscriber::registry()
        .with(terminal)
        .with(files)
        .with(Capture::layer(collector.clone()))
        .try_init();
    match started {
        Ok(()) => report_panics(),
        Err(error) => tracing::debug!(%error, "logging was started before"),
    }
    collector
}

/// Writes collected entries about once a second until `end` changes. The last entries are written by the caller, when
/// everything else has ended.
pub async fn write(collector: Collector, sink: Arc<dyn Sink>, mut end: watch::Receiver<bool>) {
    let mut second = every(FLUSH_EVERY);
    while is_due(&mut second, &mut end).await {
        flush(&collector, &*sink).await;
    }
}
