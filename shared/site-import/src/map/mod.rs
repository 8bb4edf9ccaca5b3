//! From what a host answers in the context `edit` to records of the site.

pub mod comment;
pub mod content;
pub mod media;
mod member;
pub mod menu_item;
mod meta;
pub mod revision;
pub mod settings;
pub mod term;
pub mod user;

pub use member::{Item, Known, id};

/// An item that cannot be turned into a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misread {
    /// The host answered without a member that it has, or that every host has. It is never taken for an empty one.
    #[error("the member {0} is missing in the host's answer")]
    Missing(&'static str),
    /// A member has another form than the interface promises.
    #[error("the member {0} cannot be understood")]
    Malformed(&'static str),
    /// The host's user does not see the item as an editor does.
    #[error("it is not shown to this user as an editor sees it (no {0})")]
    NotEditable(&'static str),
    /// The file lies at an address that cannot be kept.
    #[error("the file's address {0} cannot be kept")]
    FileAddress(String),
}

/// A record and what of it is not kept, in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapped<T> {
    /// The record.
    pub record: T,
    /// What is not kept.
    pub lost: Vec<String>,
}

impl<T> Mapped<T> {
    /// The same with another record made of this one.
    pub fn turned<U>(self, turn: impl FnOnce(T) -> U) -> Mapped<U> {
        Mapped {
            record: turn(self.record),
            lost: self.lost,
        }
    }
}
