//! Client of Akismet-compatible spam services (<https://akismet.com/developers/>).
//!
//! One call checks a comment or contact message; others verify a key, read statistics and report wrong verdicts. The
//! base address is `SPAM_SERVICE_URL`, the public service without it. The key and everything about a visitor travel in
//! the body of a POST request, never in an address.
//!
//! A call has a deadline, and repeated failures open the service's circuit ([`outbound::Circuit`]), so that a dead
//! service costs a visitor milliseconds. Calls are not repeated here: the caller keeps what could not be checked or
//! reported, and tries again later.
//!
//! # Use in a Lambda function
//!
//! `main.rs` makes one client per process, so that all requests share its connections and its circuit:
//!
//! ```no_run
//! # use std::sync::Arc;
//! # use spam_service::{Checked, ServiceAddress, SpamService, Verdict};
//! # async fn example(outbound: outbound::Outbound, clock: Arc<dyn ports::Clock>) -> Result<(), Box<dyn std::error::Error>> {
//! let address = ServiceAddress::of(|name| std::env::var(name).ok())?;
//! let service = SpamService::new(outbound, address, clock);
//! let key = "0123456789ab".into();
//! let checked = Checked { blog: "https://site.example".into(), user_ip: "192.0.2.7".into(), ..Checked::default() };
//! let answer = service.check(&key, &checked).await?;
//! // The alert of every answer replaces the stored one, also when there is none.
//! let (_verdict, _alert): (Verdict, _) = (answer.value.verdict, answer.alert);
//! # Ok(()) }
//! ```

#![warn(missing_docs)]

mod address;
mod alert;
mod checked;
mod client;
mod failure;

pub use address::ServiceAddress;
pub use alert::Alert;
pub use checked::Checked;
pub use client::{Answer, Check, KeyState, SpamService, Verdict};
pub use failure::{ServiceError, ServiceFailure};
