//! Time limits of a generation.

use std::time::Duration;

/// Time limits of a generation. All calls and what follows them lie below the 300 seconds of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// For all calls of a text.
    pub text: Duration,
    /// For all calls of an image.
    pub image: Duration,
    /// For the suggestion of an image's alternative text.
    pub alt_text: Duration,
    /// Time after which new text is stored.
    pub text_every: Duration,
    /// Time after which the record is written without new text, which is how a cancellation is noticed.
    pub pulse_every: Duration,
    /// Time after the last successful write within which failing ones do not stop a call. It ends well before the lease.
    pub patience: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            text: Duration::from_secs(240),
            image: Duration::from_secs(220),
            alt_text: Duration::from_secs(25),
            text_every: Duration::from_millis(800),
            pulse_every: Duration::from_secs(2),
            patience: Duration::from_secs(30),
        }
    }
}
