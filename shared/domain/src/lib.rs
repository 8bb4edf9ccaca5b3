//! Business rules of Pauta: entities, state machines, permissions and publication requirements.
//!
//! [`platform`] holds the rules of the agency's desk, [`site`] those of the content site; neither uses the other. What both need
//! stands beside them.
//! The crate does no I/O, reads no clock and draws no random numbers; time and identifiers are arguments.
//! Functions and adapters depend on this crate, never the other way round.

#![warn(missing_docs)]

pub mod direction;
pub mod faq;
pub mod invisible;
pub mod platform;
pub mod site;
