//! The message object.

use serde_json::{Value, json};

use super::request::Asked;
use crate::generation::{Finish, Generated};
use crate::prompt::tokens;
use crate::record::Record;

/// Output tokens that are billed for a refused prompt, and reported when a message starts.
pub(super) const LEAST_OUTPUT: u64 = 1;

/// A message.
pub(super) struct Message {
    id: String,
    model: String,
    input_tokens: u64,
    cached_tokens: u64,
    /// `None` for a prompt that is refused before anything is generated.
    pub(super) generated: Option<Generated>,
}

impl Message {
    pub(super) fn new(record: &Record, asked: &Asked, generated: Generated) -> Self {
        Self {
            generated: Some(generated),
            ..Self::refused(record, asked)
        }
    }

    pub(super) fn refused(record: &Record, asked: &Asked) -> Self {
        let cached_tokens = if asked.cached_system {
            tokens(&asked.prompt.instructions)
        } else {
            0
        };
        Self {
            id: record.identifier("msg_"),
            model: asked.prompt.model.clone(),
            input_tokens: asked.prompt.input_tokens() - cached_tokens,
            cached_tokens,
            generated: None,
        }
    }

    /// Usage with `output_tokens`. Cached tokens are not among `input_tokens`.
    pub(super) fn usage(&self, output_tokens: u64) -> Value {
        json!({
            "input_tokens": self.input_tokens,
            "cache_creation_input_tokens": self.cached_tokens,
            "cache_read_input_tokens": 0,
            "output_tokens": output_tokens,
            "service_tier": "standard",
        })
    }

    /// Output tokens of the whole message, including thoughts.
    pub(super) fn output_tokens(&self) -> u64 {
        self.generated
            .as_ref()
            .map_or(LEAST_OUTPUT, |g| g.text_tokens + g.thought_tokens)
    }

    /// The thinking block.
    pub(super) fn thinking(generated: &Generated) -> Value {
        json!({ "type": "thinking", "thinking": generated.thoughts, "signature": SIGNATURE })
    }

    /// Stop reason and its details.
    pub(super) fn stop(&self) -> Value {
        let reason = match self.generated.as_ref().map(|g| g.finish) {
            Some(Finish::Complete | Finish::Failed) => "end_turn",
            Some(Finish::MaxTokens) => "max_tokens",
            Some(Finish::Filtered | Finish::Refused) | None => "refusal",
        };
        let mut stop = json!({ "stop_reason": reason, "stop_sequence": null });
        if let (Value::Object(members), "refusal") = (&mut stop, reason) {
            let details =
                json!({ "type": "refusal", "category": "general_harms", "explanation": null });
            members.insert("stop_details".to_owned(), details);
        }
        stop
    }

    /// The message without content.
    pub(super) fn begun(&self) -> Value {
        json!({
            "id": self.id, "type": "message", "role": "assistant", "model": self.model, "content": [],
            "stop_reason": null, "stop_sequence": null, "usage": self.usage(LEAST_OUTPUT),
        })
    }

    /// The whole message.
    pub(super) fn whole(&self) -> Value {
        let mut content = Vec::new();
        if let Some(generated) = &self.generated {
            content.push(Self::thinking(generated));
            if !generated.text.is_empty() {
                content.push(json!({ "type": "text", "text": generated.text }));
            }
        }
        let mut message = self.begun();
        if let (Value::Object(message), Value::Object(stop)) = (&mut message, self.stop()) {
            message.insert("content".to_owned(), json!(content));
            message.insert("usage".to_owned(), self.usage(self.output_tokens()));
            message.extend(stop);
        }
        message
    }
}

/// Signature of a thinking block.
pub(super) const SIGNATURE: &str = "EqQBCgIYAhIkYmFzZTY0LXNpZ25hdHVyZS1vZi10aGUtdGhvdWdodHM=";
