//! Tokens that providers of generated texts and images bill.

use serde::{Deserialize, Serialize};

/// A call to a provider that was billed, or may have been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BilledCall {
    /// Name of the provider that was asked, without `#`.
    pub provider: String,
    /// Identifier of the model that was asked.
    pub model: String,
    /// Tokens of instructions and input.
    pub input_tokens: u64,
    /// Tokens of the answer, thoughts included.
    pub output_tokens: u64,
    /// Whether the tokens are estimated, because the provider did not state them.
    #[serde(default)]
    pub estimated: bool,
    /// Estimated cost in nano US dollars (10⁻⁹); `None` for a model of unknown price.
    #[serde(default)]
    pub cost_nano_usd: Option<u64>,
}
