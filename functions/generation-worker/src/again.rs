//! Repeats the last write of a generation while the store fails for a moment: what it holds is paid for.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};

use crate::Ports;

/// Pauses of one, two and four seconds, which the function's time has room for.
pub(crate) fn pauses() -> ExponentialBackoff {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_secs(1))
        .with_factor(2.0)
        .with_max_times(3)
        .build()
}

/// Makes a pause between two attempts.
pub(crate) fn pause(ports: &Ports) -> impl Fn(Duration) -> Sleep + Send + use<> {
    let sleeper = ports.sleeper.clone();
    move |pause| {
        let sleeper = sleeper.clone();
        Box::pin(async move { sleeper.sleep(pause).await })
    }
}

type Sleep = futures_util::future::BoxFuture<'static, ()>;
