//! Repetition of a task until the process stops.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Ticks at once and then after each `period`, later when a tick took longer.
pub(crate) fn every(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Waits for the next tick; false when `end` changes before.
pub(crate) async fn is_due(ticks: &mut Interval, end: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        _ = ticks.tick() => true,
        _ = end.wait_for(|end| *end) => false,
    }
}
