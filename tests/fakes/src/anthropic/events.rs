//! The events of a streamed message.

use serde_json::{Value, json};

use super::answer::{Message, SIGNATURE};
use super::errors;
use crate::generation::{Finish, Generated};
use crate::sse;

/// The events of `message`, from `message_start` to `message_stop` or to an error.
pub(super) fn events(message: &Message) -> Vec<String> {
    let mut events = Vec::new();
    let mut push = |name: &str, mut data: Value| {
        let kind = data.get("type").is_none();
        if let (Value::Object(members), true) = (&mut data, kind) {
            members.shift_insert(0, "type".to_owned(), json!(name));
        }
        events.push(sse::named(name, &data));
    };
    push("message_start", json!({ "message": message.begun() }));
    if let Some(generated) = &message.generated {
        thinking(generated, &mut push);
        text(generated, &mut push);
        if generated.finish == Finish::Failed {
            let error = errors::body("overloaded_error", "Overloaded", "req_in_stream");
            push("error", error);
            return events;
        }
    }
    let usage = message.usage(message.output_tokens());
    let end = json!({ "delta": message.stop(), "usage": usage });
    push("message_delta", end);
    push("message_stop", json!({}));
    events
}

fn thinking(generated: &Generated, push: &mut impl FnMut(&str, Value)) {
    let empty = json!({ "type": "thinking", "thinking": "", "signature": "" });
    let start = json!({ "index": 0, "content_block": empty });
    push("content_block_start", start);
    push("ping", json!({}));
    for delta in sse::deltas(generated.thoughts) {
        let delta = json!({ "type": "thinking_delta", "thinking": delta });
        let data = json!({ "index": 0, "delta": delta });
        push("content_block_delta", data);
    }
    let delta = json!({ "type": "signature_delta", "signature": SIGNATURE });
    let data = json!({ "index": 0, "delta": delta });
    push("content_block_delta", data);
    push("content_block_stop", json!({ "index": 0 }));
}

fn text(generated: &Generated, push: &mut impl FnMut(&str, Value)) {
    if generated.text.is_empty() {
        return;
    }
    let start = json!({ "index": 1, "content_block": { "type": "text", "text": "" } });
    push("content_block_start", start);
    for delta in sse::deltas(&generated.text) {
        let delta = json!({ "type": "text_delta", "text": delta });
        let data = json!({ "index": 1, "delta": delta });
        push("content_block_delta", data);
    }
    if generated.finish != Finish::Failed {
        push("content_block_stop", json!({ "index": 1 }));
    }
}
