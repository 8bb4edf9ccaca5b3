//! The operating system's random number generator.

use ports::Random;

/// The operating system's random number generator.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the adapter that draws randomness"
    )]
    #[expect(
        clippy::expect_used,
        reason = "a machine without randomness must not hand out keys"
    )]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives randomness");
    }
}
