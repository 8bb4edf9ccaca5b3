//! Who answered, and with how many tokens.

use ai_client::CallUsage;
use domain::platform::token_usage::BilledCall;
use serde::Serialize;
use settings::AiProvider;
use utoipa::ToSchema;

/// Tokens of all calls that were made, failed ones included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GenerationUsage)]
pub(crate) struct UsageBody {
    /// Tokens of what was sent.
    pub input_tokens: u64,
    /// Tokens of what was answered.
    pub output_tokens: u64,
    /// Whether a part is estimated, because a provider did not state it.
    pub estimated: bool,
}

impl UsageBody {
    fn sum(calls: impl Iterator<Item = (u64, u64, bool)>) -> Self {
        calls.fold(Self::default(), |sum, (input, output, estimated)| Self {
            input_tokens: sum.input_tokens + input,
            output_tokens: sum.output_tokens + output,
            estimated: sum.estimated || estimated,
        })
    }

    pub(crate) fn of(calls: &[CallUsage]) -> Self {
        let usages = calls.iter().map(|call| call.usage);
        Self::sum(usages.map(|one| (one.input_tokens, one.output_tokens, one.estimated)))
    }

    pub(crate) fn of_billed(calls: &[BilledCall]) -> Self {
        let calls = calls.iter();
        Self::sum(calls.map(|call| (call.input_tokens, call.output_tokens, call.estimated)))
    }
}

/// A short generated text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GeneratedText)]
pub(crate) struct TextBody {
    /// The text, plain.
    pub text: String,
    /// Whether the provider's text was too long and was shortened at a word.
    pub shortened: bool,
    /// Provider that answered: `openai`, `anthropic` or `gemini`.
    #[schema(value_type = String)]
    pub provider: &'static str,
    /// Model that answered.
    pub model: String,
    /// Tokens.
    pub usage: UsageBody,
}

impl TextBody {
    pub(crate) fn of(
        text: prompts::ShortText,
        (provider, model): (AiProvider, String),
        calls: &[CallUsage],
    ) -> Self {
        Self {
            text: text.text,
            shortened: text.shortened,
            provider: provider.name(),
            model,
            usage: UsageBody::of(calls),
        }
    }
}
