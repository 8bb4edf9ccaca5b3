//! Panics as critical entries.

use std::panic::{PanicHookInfo, set_hook, take_hook};

/// Logs every panic as a critical event, then calls the hook that was there before. Where panics are caught, as the
/// Lambda runtime and Tokio's tasks do, the entry is written with the others; where the process ends, the platform's
/// own report of the crash follows.
pub fn report_panics() {
    let before = take_hook();
    set_hook(Box::new(move |panic| {
        report(panic);
        before(panic);
    }));
}

fn report(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    let place = panic
        .location()
        .map_or_else(|| "unknown".to_owned(), ToString::to_string);
    tracing::error!(
        target: "panic",
        severity = "critical",
        source_ref = place,
        thread = std::thread::current().name(),
        "panic: {message}",
    );
}
