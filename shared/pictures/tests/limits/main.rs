//! Limits of sides, metadata and memory (docs/performance.md#memory-of-pictures).

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod declared;
mod files;
mod metadata;
