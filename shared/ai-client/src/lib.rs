//! Clients of the providers of generated texts and images.
//!
//! One call asks the providers of a list in order: the next one is asked when the failure is one that another provider
//! could answer. Every call has a deadline, and every call that was or may have been billed is reported with its tokens.

#![warn(missing_docs)]

mod answer;
mod anthropic;
mod billing;
mod call;
mod candidates;
mod client;
mod configured;
mod draft;
mod error_body;
mod estimate;
mod failure;
mod gemini;
mod image;
mod models;
mod openai;
mod prices;
mod progress;
mod rejection;
mod request;
mod text;
mod watch;
mod wire;
mod wording;

pub use answer::{CallUsage, Generated, GeneratedImage, GeneratedText, Usage};
pub use billing::billed;
pub use client::AiClient;
pub use configured::configured_candidates;
pub use failure::{Failure, FailureKind};
pub use models::{ModelSize, default_model};
pub use prices::{PRICES_AS_OF, cost};
pub use progress::{PULSE, Progress, Stopped};
pub use request::{
    Candidate, Effort, ImageRequest, InputPicture, JsonSchema, OutputFormat, TextRequest,
};
pub use wording::no_provider;
