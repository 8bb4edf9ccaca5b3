//! Connected services: keyword research and rank tracking. Requests and answers; the calls are made elsewhere.

pub mod failure;
pub mod limit;
pub mod message;
pub mod research;
pub mod tokens;
pub mod tracking;
