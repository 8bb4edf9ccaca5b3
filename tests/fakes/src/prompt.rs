//! What a request asks for, in one form for all providers.

use serde_json::Value;

use crate::pictures::Picture;

/// A request for a text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prompt {
    pub(crate) model: String,
    pub(crate) instructions: String,
    /// Texts of the user, in order.
    pub(crate) texts: Vec<String>,
    pub(crate) pictures: Vec<Picture>,
    /// Schema of a structured answer.
    pub(crate) schema: Option<Value>,
    /// Limit of thoughts and text together.
    pub(crate) max_tokens: Option<u64>,
    pub(crate) stream: bool,
}

/// Tokens of a picture sent as input.
const PICTURE_TOKENS: u64 = 258;

/// Tokens of a text: a quarter of its characters, rounded up.
pub(crate) fn tokens(text: &str) -> u64 {
    // A count of characters fits into 64 bits.
    u64::try_from(text.chars().count().div_ceil(4)).unwrap_or(u64::MAX)
}

impl Prompt {
    /// Tokens of what was sent: texts, the schema and pictures.
    pub(crate) fn input_tokens(&self) -> u64 {
        let schema = self.schema.as_ref().map(Value::to_string);
        let texts: u64 = self.texts.iter().map(|text| tokens(text)).sum();
        let pictures = u64::try_from(self.pictures.len()).unwrap_or_default();
        tokens(&self.instructions)
            + texts
            + schema.map_or(0, |schema| tokens(&schema))
            + pictures * PICTURE_TOKENS
    }
}
