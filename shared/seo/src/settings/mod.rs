//! Settings of the site: what each write takes, stores and answers.

mod address;
pub mod configuration;
pub mod integrations;
pub mod record;
pub mod representation;
pub mod saved;
pub mod social;
pub mod visibility;

pub use record::Settings;
pub use saved::Saved;
