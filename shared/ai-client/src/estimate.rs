//! Tokens of calls that end before the provider states them.

use serde_json::Value;
use settings::AiProvider;

use crate::answer::Usage;
use crate::request::{ImageRequest, OutputFormat, TextRequest};

/// Characters of a token in texts of European languages, roughly.
const CHARS_PER_TOKEN: usize = 4;
/// Tokens of a picture that a model looks at, roughly: the providers bill some hundreds to some thousands by its size.
const PICTURE_TOKENS: u64 = 1_000;

/// Tokens of a text.
pub(crate) fn tokens(text: &str) -> u64 {
    text.chars().count().div_ceil(CHARS_PER_TOKEN) as u64
}

/// Tokens of what is sent with `request`.
pub(crate) fn input_tokens(request: &TextRequest) -> u64 {
    let schema = match &request.output {
        OutputFormat::Text => 0,
        OutputFormat::Json(schema) => tokens(&Value::to_string(&schema.schema)),
    };
    let picture = request.picture.as_ref().map_or(0, |_| PICTURE_TOKENS);
    tokens(&request.instructions) + tokens(&request.input) + schema + picture
}

/// Tokens of an image: the price of one by the price of a token, as the providers' price pages state them.
pub(crate) fn image(provider: AiProvider, request: &ImageRequest) -> Usage {
    let output_tokens = match provider {
        AiProvider::OpenAi => 1_800,
        AiProvider::Gemini => 1_120,
        AiProvider::Anthropic => 0,
    };
    Usage {
        input_tokens: tokens(&request.prompt),
        output_tokens,
        estimated: true,
    }
}
