//! Which events are logged at all.

use tracing_subscriber::filter::{LevelFilter, Targets};

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

/// A filter for everything at `level`, but of libraries whose details may hold secrets only warnings and errors.
pub fn targets(level: LevelFilter) -> Targets {
    let quiet = level.min(LevelFilter::WARN);
    SENSITIVE_LIBRARIES
        .iter()
        .fold(Targets::new().with_default(level), |targets, name| {
            targets.with_target(*name, quiet)
        })
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn details_of_libraries_are_not_logged() {
        let targets = targets(LevelFilter::DEBUG);
        assert!(!targets.would_enable("aws_sdk_ses::operation", &Level::DEBUG));
        assert!(targets.would_enable("aws_sdk_ses::operation", &Level::WARN));
        assert!(targets.would_enable("publication", &Level::DEBUG));
    }
}
