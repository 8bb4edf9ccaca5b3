//! What is asked of a provider.

use bytes::Bytes;
use secrecy::SecretString;
use serde_json::Value;
use settings::AiProvider;

/// A provider that may be asked, with the login and the model.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Provider.
    pub provider: AiProvider,
    /// Its API key.
    pub api_key: SecretString,
    /// Identifier of the model, as the provider's list of models has it.
    pub model: String,
}

/// How much a model thinks before it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Short texts.
    Low,
    /// Articles.
    Medium,
}

/// A JSON object that an answer has to be. The schema keeps to what all providers take: every object has
/// `additionalProperties: false` and requires all its properties; no bounds, no recursion.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonSchema {
    /// Name, of at most 64 characters among `A-Za-z0-9_-`.
    pub name: &'static str,
    /// [JSON Schema](https://json-schema.org/draft/2020-12).
    pub schema: Value,
}

/// Form of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputFormat {
    /// Free text.
    Text,
    /// A JSON object of this schema. The answer is still text, which may break the schema.
    Json(JsonSchema),
}

/// A picture that a model looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputPicture {
    /// Media type: `image/jpeg`, `image/png` or `image/webp`.
    pub media_type: String,
    /// The file.
    pub bytes: Bytes,
}

/// A text to be generated. No tool is ever offered to the model: its whole effect is the text of the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRequest {
    /// Instructions of the system, which precede what a person sends.
    pub instructions: String,
    /// What the text is about, and texts to be worked on.
    pub input: String,
    /// A picture that belongs to the input.
    pub picture: Option<InputPicture>,
    /// Form of the answer.
    pub output: OutputFormat,
    /// How much the model thinks.
    pub effort: Effort,
    /// Most tokens of thoughts and answer together, at least 16.
    pub max_output_tokens: u32,
}

/// An image to be generated, in landscape format (3:2 or 16:9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageRequest {
    /// What the image shows, at most 32,000 characters.
    pub prompt: String,
}
