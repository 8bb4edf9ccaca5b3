//! The steps of the platform's store.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod body_words;
mod earlier;
mod interruption;
mod post_states;
mod queue_length;
mod report_counters;
