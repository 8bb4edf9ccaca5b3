//! Maps items in the host's `edit` context to records of the site.

pub mod comment;
pub mod content;
pub mod media;
mod member;
pub mod menu_item;
mod meta;
pub mod revision;
mod search_meta;
pub mod settings;
pub mod snippet;
pub mod term;
pub mod user;

pub use member::{Item, Known, id};

/// Why an item cannot be mapped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// A member is missing that this host, or every host, has. A missing member is never taken for an
    /// empty one.
    #[error("the member {0} is missing in the host's answer")]
    Missing(&'static str),
    /// The value of a member does not match the interface.
    #[error("the member {0} cannot be understood")]
    Malformed(&'static str),
    /// The item lacks members that only editors see: the user may not edit it.
    #[error("it is not shown to this user as an editor sees it (no {0})")]
    NotEditable(&'static str),
    /// The URL of the file contains no usable path.
    #[error("the file's address {0} cannot be kept")]
    FileAddress(String),
}

/// Mapped record with its losses.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapped<T> {
    /// The record.
    pub record: T,
    /// Descriptions of what was not imported.
    pub lost: Vec<String>,
}

impl<T> Mapped<T> {
    /// Applies `turn` to the record.
    pub fn map<U>(self, turn: impl FnOnce(T) -> U) -> Mapped<U> {
        Mapped {
            record: turn(self.record),
            lost: self.lost,
        }
    }
}
