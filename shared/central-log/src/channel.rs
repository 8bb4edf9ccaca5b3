//! Channels: which part of the system an event comes from.

/// Channel of events without a usable target.
const OTHER: &str = "other";

/// The channel of a target: its first segment with hyphens, as crates are named where they are deployed
/// (`publication_worker::run` → `publication-worker`). The result can be part of a file name.
pub fn channel_of(target: &str) -> String {
    let first = target.split("::").next().unwrap_or_default();
    let name: String = first
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .map(|c| if c == '_' { '-' } else { c })
        .take(64)
        .collect();
    if name.is_empty() {
        OTHER.to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_the_deployed_name_of_the_targets_crate() {
        for (target, channel) in [
            ("publication", "publication"),
            ("publication_worker::run", "publication-worker"),
            ("hyper::proto::h1", "hyper"),
            ("../x", "x"),
            ("", "other"),
        ] {
            assert_eq!(channel_of(target), channel);
        }
    }
}
