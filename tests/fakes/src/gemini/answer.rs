//! Answers with content: whole ones, and the chunks of a stream.

use http::StatusCode;
use serde_json::{Value, json};

use super::errors;
use super::request::{Asked, Image};
use crate::generation::{Account, Finish, Generated};
use crate::pictures::{self, Format};
use crate::record::Record;
use crate::scenario::Scenario;
use crate::sse;

/// Tokens of an image: the published price of an image of 1K, in tokens.
const IMAGE_TOKENS: u64 = 1_120;

/// A call and the identifier of its answer.
pub(super) struct Call<'a> {
    pub(super) asked: &'a Asked,
    pub(super) model: &'a str,
    id: String,
}

impl<'a> Call<'a> {
    pub(super) fn new(record: &Record, asked: &'a Asked, model: &'a str) -> Self {
        let id = record.identifier("");
        Self { asked, model, id }
    }

    fn usage(&self, text: u64, thoughts: u64) -> Value {
        let prompt = self.asked.prompt.input_tokens();
        let mut usage = json!({
            "promptTokenCount": prompt,
            "candidatesTokenCount": text,
            "totalTokenCount": prompt + text + thoughts,
            "promptTokensDetails": [{ "modality": "TEXT", "tokenCount": prompt }],
        });
        if let (Value::Object(usage), true) = (&mut usage, thoughts > 0) {
            usage.insert("thoughtsTokenCount".to_owned(), json!(thoughts));
        }
        usage
    }

    fn body(&self, candidate: &Value, usage: &Value) -> Value {
        json!({
            "candidates": [candidate],
            "usageMetadata": usage,
            "modelVersion": self.model,
            "responseId": self.id,
        })
    }

    /// An answer to a prompt that is blocked: no candidates, and only the prompt is billed.
    pub(super) fn blocked(&self, reason: &str) -> Value {
        let prompt = self.asked.prompt.input_tokens();
        json!({
            "promptFeedback": { "blockReason": reason },
            "usageMetadata": { "promptTokenCount": prompt, "totalTokenCount": prompt },
            "modelVersion": self.model,
            "responseId": self.id,
        })
    }

    /// A whole answer.
    pub(super) fn whole(&self, generated: &Generated) -> Value {
        let mut parts = Vec::new();
        if self.asked.include_thoughts {
            parts.push(json!({ "text": generated.thoughts, "thought": true }));
        }
        if !generated.text.is_empty() {
            parts.push(json!({ "text": generated.text }));
        }
        let mut content = json!({ "role": "model" });
        if let (Value::Object(content), false) = (&mut content, parts.is_empty()) {
            content.shift_insert(0, "parts".to_owned(), json!(parts));
        }
        let candidate =
            json!({ "content": content, "finishReason": reason(generated.finish), "index": 0 });
        let usage = self.usage(generated.text_tokens, generated.thought_tokens);
        self.body(&candidate, &usage)
    }

    /// The chunks of a streamed answer. Usage is cumulative.
    pub(super) fn chunks(&self, generated: &Generated) -> Vec<Value> {
        let mut chunks = Vec::new();
        let chunk = |part: &Value, sent: u64| {
            let content = json!({ "parts": [part], "role": "model" });
            let candidate = json!({ "content": content, "index": 0 });
            self.body(&candidate, &self.usage(sent, generated.thought_tokens))
        };
        if self.asked.include_thoughts {
            let part = json!({ "text": generated.thoughts, "thought": true });
            chunks.push(chunk(&part, 0));
        }
        let mut characters = 0;
        for delta in sse::deltas(&generated.text) {
            characters += u64::try_from(delta.chars().count()).unwrap_or_default();
            chunks.push(chunk(&json!({ "text": delta }), characters.div_ceil(4)));
        }
        if generated.finish == Finish::Failed {
            let code = StatusCode::SERVICE_UNAVAILABLE;
            let message = "The model is overloaded. Please try again later.";
            chunks.push(errors::body(code, "UNAVAILABLE", message, &Value::Null));
            return chunks;
        }
        let content = json!({ "parts": [{ "text": "" }], "role": "model" });
        let candidate =
            json!({ "content": content, "finishReason": reason(generated.finish), "index": 0 });
        let usage = self.usage(generated.text_tokens, generated.thought_tokens);
        chunks.push(self.body(&candidate, &usage));
        chunks
    }

    /// An answer with an image, after a sentence.
    pub(super) fn image(&self, image: &Image, scenario: Scenario) -> Value {
        let mut file = pictures::make(image.width, image.height, self.seed(), Format::Png);
        if scenario == Scenario::Huge {
            file = pictures::lengthen(file);
        }
        let mut data = pictures::base64(&file);
        if scenario == Scenario::BrokenBase64 {
            data.insert_str(data.len() / 2, "%%não é base64%%");
        }
        let content = json!({
            "parts": [
                { "text": "Aqui está a imagem:" },
                { "inlineData": { "mimeType": "image/png", "data": data } },
            ],
            "role": "model",
        });
        let candidate = json!({ "content": content, "finishReason": "STOP", "index": 0 });
        self.body(&candidate, &self.usage(IMAGE_TOKENS, 0))
    }

    fn seed(&self) -> u8 {
        let texts = self.asked.prompt.texts.concat();
        texts.bytes().fold(0_u8, u8::wrapping_add) % 120
    }

    /// An answer whose candidate has no image.
    pub(super) fn no_image(&self, reason: &str) -> Value {
        let candidate = json!({
            "finishReason": reason,
            "finishMessage": "Unable to show the generated image.",
            "index": 0,
        });
        self.body(&candidate, &self.usage(0, 0))
    }

    /// Bills `count` images.
    pub(super) fn bill_image(&self, record: &Record, account: &Account, count: u64) {
        record.bill(
            account.service,
            &account.key,
            self.asked.prompt.input_tokens(),
            IMAGE_TOKENS * count,
            count,
        );
    }
}

fn reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Complete | Finish::Failed => "STOP",
        Finish::MaxTokens => "MAX_TOKENS",
        Finish::Filtered => "SAFETY",
        Finish::Refused => "PROHIBITED_CONTENT",
    }
}
