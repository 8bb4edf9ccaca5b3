//! The rules of Pauta: entities, states and their transitions, permissions and requirements.
//!
//! Nothing here does I/O, reads a clock or draws a random number; time and identifiers are
//! arguments. Functions and adapters depend on this crate, never the other way round.

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
