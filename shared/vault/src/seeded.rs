//! A deterministic source of random bytes for tests of this crate.

use std::sync::atomic::{AtomicU64, Ordering};

use ports::Random;
use sha2::{Digest, Sha256};

/// SHA-256 of a seed and a counter: deterministic, with a uniform distribution.
pub struct Seeded {
    seed: u64,
    counter: AtomicU64,
}

impl Seeded {
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            counter: AtomicU64::new(0),
        }
    }
}

impl Random for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let count = self.counter.fetch_add(1, Ordering::Relaxed);
            let block = Sha256::new()
                .chain_update(self.seed.to_be_bytes())
                .chain_update(count.to_be_bytes())
                .finalize();
            for (target, source) in chunk.iter_mut().zip(block) {
                *target = source;
            }
        }
    }
}
