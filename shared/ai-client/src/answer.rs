//! What providers answer.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use settings::AiProvider;

use crate::failure::Failure;

/// Tokens of a call, as the provider bills them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of instructions, input and schema, cached ones included.
    pub input_tokens: u64,
    /// Tokens of the answer, thoughts included.
    pub output_tokens: u64,
    /// Whether the numbers are estimated from the length of the texts, because the call ended before the provider
    /// stated them.
    #[serde(default)]
    pub estimated: bool,
}

/// Tokens of one call that was billed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallUsage {
    /// Provider that was asked.
    pub provider: AiProvider,
    /// Model that was asked.
    pub model: String,
    /// Tokens.
    pub usage: Usage,
}

/// A generated text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedText {
    /// The text, without the model's thoughts; not empty.
    pub text: String,
    /// Whether the text ends early because it reached the most output tokens.
    pub truncated: bool,
}

/// A generated image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedImage {
    /// The file; its format is recognised by its content.
    pub bytes: Bytes,
}

/// Outcome of asking the providers of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated<T> {
    /// What was generated, by the provider and model of the last call; or why nothing was.
    pub result: Result<T, Failure>,
    /// Provider and model that answered; `None` for a failure.
    pub answered_by: Option<(AiProvider, String)>,
    /// Calls that were billed, or may have been, in order, failed ones included.
    pub calls: Vec<CallUsage>,
}
