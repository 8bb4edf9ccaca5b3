//! The system's random number generator, and a seeded one.

use std::sync::Mutex;

use ports::Random;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

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

/// Deterministic random numbers from a seed. For tests and simulations only.
#[derive(Debug)]
pub struct SeededRandom(Mutex<ChaCha20Rng>);

impl SeededRandom {
    /// The sequence for `seed`.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))
    }
}

impl Random for SeededRandom {
    fn fill(&self, bytes: &mut [u8]) {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .fill_bytes(bytes);
    }
}
