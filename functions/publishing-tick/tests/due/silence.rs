//! A tick that did not run is noticed by the next one.

use central_log::{Capture, Collector, LogLevel};
use jiff::SignedDuration;
use publishing_tick::{resume, run};
use tracing_subscriber::layer::SubscriberExt as _;

use super::app;

#[tokio::test]
async fn more_than_ten_minutes_between_two_runs_are_critical() {
    let app = app().await;
    let collector = Collector::new(app.clock.clone());
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    let _guard = tracing::subscriber::set_default(subscriber);
    let critical = || {
        let entries = collector.take();
        entries
            .iter()
            .filter(|entry| entry.level == LogLevel::Critical)
            .count()
    };
    run(&app.ports).await.unwrap();
    app.clock.advance(SignedDuration::from_mins(10));
    run(&app.ports).await.unwrap();
    assert_eq!(critical(), 0, "the first run, and one within ten minutes");
    app.clock.advance(SignedDuration::from_secs(601));
    run(&app.ports).await.unwrap();
    assert_eq!(critical(), 1);
    run(&app.ports).await.unwrap();
    assert_eq!(critical(), 0, "it is said once");
}

#[tokio::test]
async fn the_time_while_the_system_was_stopped_is_no_silence() {
    let app = app().await;
    let collector = Collector::new(app.clock.clone());
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    let _guard = tracing::subscriber::set_default(subscriber);
    resume(&app.ports).await.unwrap();
    run(&app.ports).await.unwrap();
    app.clock.advance(SignedDuration::from_hours(12));
    resume(&app.ports).await.unwrap();
    run(&app.ports).await.unwrap();
    assert!(collector.is_empty());
}
