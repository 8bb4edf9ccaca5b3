//! Generated titles and descriptions: consent, the token flow of the remote service, requests and answers.

pub mod answers;
pub mod challenge;
pub mod consent;
pub mod failure;
pub mod jwt;
pub mod ledger;
pub mod secrets;
pub mod suggestions;
pub mod tokens;
