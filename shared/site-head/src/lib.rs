//! Heads of the site's pages, made from its records.
//!
//! [`Heads::open`] reads what all heads of a site share. [`Heads::at`] finds the page of an address; the other methods make the
//! head of a record.

#![warn(missing_docs)]

mod archive;
mod first_picture;
mod heads;
mod item;
mod related;
mod resolve;
mod settings;

pub use archive::Part;
pub use first_picture::FirstPicture;
pub use heads::{HeadError, Heads};
pub use related::Related;
pub use settings::{HeadSettings, SETTINGS, SettingsCache};
