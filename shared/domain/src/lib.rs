//! Business rules of Pauta: entities, state machines, permissions and publication requirements.
//!
//! The crate does no I/O, reads no clock and draws no random numbers; time and identifiers are arguments.
//! Functions and adapters depend on this crate, never the other way round.

#![warn(missing_docs)]

pub mod access;
pub mod approval;
pub mod client_notice;
pub mod event;
pub mod faq;
pub mod host_bound;
pub mod host_origin;
pub mod id;
pub mod media;
pub mod notification;
pub mod post;
pub mod publication;
pub mod requirements;
pub mod site;
pub mod site_record;
pub mod user;
