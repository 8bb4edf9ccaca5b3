//! What is kept per user: dismissed alerts, seen introductions, permission of videos, consent.

pub mod alerts;
pub mod introductions;
pub mod record;
pub mod video;

pub use record::UserRecord;
