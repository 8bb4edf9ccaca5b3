//! Clients of the providers of generated texts and images.
//!
//! One call asks the providers of a list in order: the next one is asked when the failure is one that another provider
//! could answer. Every call has a deadline, and every call that was or may have been billed is reported with its tokens.

#![warn(missing_docs)]

mod answer;
mod failure;
mod progress;
mod request;

pub use answer::{CallUsage, Generated, GeneratedImage, GeneratedText, Usage};
pub use failure::{Failure, FailureKind};
pub use progress::{PULSE, Progress, Stopped};
pub use request::{
    Candidate, Effort, ImageRequest, InputPicture, JsonSchema, OutputFormat, TextRequest,
};
