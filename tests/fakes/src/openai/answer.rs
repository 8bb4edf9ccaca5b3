//! The response object of a text.

use serde_json::{Value, json};

use crate::generation::{Finish, Generated};
use crate::prompt::Prompt;
use crate::record::Record;

/// An answer with its identifiers.
pub(super) struct Answer {
    id: String,
    pub(super) reasoning_id: String,
    pub(super) message_id: String,
    model: String,
    instructions: Value,
    store: Value,
    pub(super) generated: Generated,
}

impl Answer {
    pub(super) fn new(
        record: &Record,
        body: &Value,
        prompt: &Prompt,
        generated: Generated,
    ) -> Self {
        Self {
            id: record.identifier("resp_"),
            reasoning_id: record.identifier("rs_"),
            message_id: record.identifier("msg_"),
            model: prompt.model.clone(),
            instructions: body.get("instructions").cloned().unwrap_or_default(),
            store: body.get("store").cloned().unwrap_or(json!(true)),
            generated,
        }
    }

    /// Final status.
    pub(super) fn status(&self) -> &'static str {
        match self.generated.finish {
            Finish::Complete | Finish::Refused => "completed",
            Finish::MaxTokens | Finish::Filtered => "incomplete",
            Finish::Failed => "failed",
        }
    }

    /// The reasoning item, which precedes the message.
    pub(super) fn reasoning(&self) -> Value {
        json!({ "id": self.reasoning_id, "type": "reasoning", "summary": [] })
    }

    /// The content part with `text`: text, or the refusal of a model that declines.
    pub(super) fn part(&self, text: &str) -> Value {
        if self.generated.finish == Finish::Refused {
            return json!({ "type": "refusal", "refusal": text });
        }
        json!({ "type": "output_text", "annotations": [], "logprobs": [], "text": text })
    }

    /// The message item.
    pub(super) fn message(&self, status: &str, content: &[Value]) -> Value {
        json!({
            "id": self.message_id, "type": "message", "status": status,
            "content": content, "role": "assistant",
        })
    }

    /// Whether a message follows the reasoning.
    pub(super) fn has_message(&self) -> bool {
        !self.generated.text.is_empty()
    }

    /// Items of the finished answer.
    fn output(&self) -> Vec<Value> {
        let mut output = vec![self.reasoning()];
        if self.has_message() {
            let status = match self.status() {
                "completed" => "completed",
                _ => "incomplete",
            };
            output.push(self.message(status, &[self.part(&self.generated.text)]));
        }
        output
    }

    /// The response object as it stands before anything is generated.
    pub(super) fn begun(&self) -> Value {
        self.object("in_progress", &[], &Value::Null)
    }

    /// The finished response object.
    pub(super) fn whole(&self) -> Value {
        let generated = &self.generated;
        let output_tokens = generated.text_tokens + generated.thought_tokens;
        let usage = match generated.finish {
            Finish::Failed => Value::Null,
            _ => json!({
                "input_tokens": generated.input_tokens,
                "input_tokens_details": { "cached_tokens": 0, "cache_write_tokens": 0 },
                "output_tokens": output_tokens,
                "output_tokens_details": { "reasoning_tokens": generated.thought_tokens },
                "total_tokens": generated.input_tokens + output_tokens,
            }),
        };
        self.object(self.status(), &self.output(), &usage)
    }

    fn object(&self, status: &str, output: &[Value], usage: &Value) -> Value {
        let incomplete = match (status, self.generated.finish) {
            ("incomplete", Finish::MaxTokens) => json!({ "reason": "max_output_tokens" }),
            ("incomplete", _) => json!({ "reason": "content_filter" }),
            _ => Value::Null,
        };
        let error = match status {
            "failed" => json!({
                "code": "server_error",
                "message": "An error occurred while processing your request. You can retry your request.",
            }),
            _ => Value::Null,
        };
        json!({
            "id": self.id,
            "object": "response",
            "created_at": 1_795_000_000,
            "status": status,
            "background": false,
            "error": error,
            "incomplete_details": incomplete,
            "instructions": self.instructions,
            "model": self.model,
            "output": output,
            "parallel_tool_calls": true,
            "previous_response_id": null,
            "store": self.store,
            "tool_choice": "auto",
            "tools": [],
            "truncation": "disabled",
            "usage": usage,
            "metadata": {},
        })
    }
}
