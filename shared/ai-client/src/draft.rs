//! A streamed answer, as far as it came.

use crate::answer::Usage;
use crate::call::CallError;
use crate::estimate;
use crate::request::TextRequest;

/// How an answer ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is complete.
    Complete,
    /// It reached the most output tokens.
    Truncated,
    /// The provider refused the subject, with its own words if it gave any.
    Refused(Option<String>),
    /// It ended for a reason that leaves no usable text.
    Unusable(Option<String>),
    /// The provider failed.
    Failed(CallError),
}

/// A streamed answer, as far as it came.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The text, without thoughts.
    pub text: String,
    /// The words of a refusal.
    pub refusal: String,
    /// Whether anything of an answer came, be it a thought.
    pub begun: bool,
    /// How it ended, as soon as the provider says so.
    pub end: Option<End>,
    /// Whether the event came that marks the end of the stream.
    pub terminal: bool,
    /// Tokens of the request, if stated.
    pub input_tokens: Option<u64>,
    /// Tokens of the answer, as far as stated.
    pub output_tokens: Option<u64>,
}

impl Draft {
    /// Whether nothing more is to be read.
    pub(crate) fn is_over(&self) -> bool {
        let failed = matches!(self.end, Some(End::Failed(_)));
        failed || (self.terminal && self.output_tokens.is_some())
    }

    /// Tokens of the call: as stated at the end of the stream, otherwise as far as stated, and estimated beyond.
    pub(crate) fn usage(&self, request: &TextRequest) -> Usage {
        if let (true, Some(input_tokens), Some(output_tokens)) =
            (self.terminal, self.input_tokens, self.output_tokens)
        {
            return Usage {
                input_tokens,
                output_tokens,
                estimated: false,
            };
        }
        let written = estimate::tokens(&self.text) + estimate::tokens(&self.refusal);
        Usage {
            input_tokens: self
                .input_tokens
                .unwrap_or_else(|| estimate::input_tokens(request)),
            output_tokens: self.output_tokens.unwrap_or_default().max(written),
            estimated: true,
        }
    }
}
