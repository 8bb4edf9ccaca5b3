//! The events of a streamed text.

use serde_json::{Value, json};

use super::answer::Answer;
use crate::generation::Finish;
use crate::sse;

/// Numbers events and frames them.
#[derive(Default)]
struct Sequence(Vec<String>);

impl Sequence {
    fn push(&mut self, name: &str, members: Value) {
        let mut data = json!({ "type": name, "sequence_number": self.0.len() });
        if let (Value::Object(data), Value::Object(members)) = (&mut data, members) {
            data.extend(members);
        }
        self.0.push(sse::named(name, &data));
    }
}

/// The events of `answer`, from `response.created` to its end.
pub(super) fn events(answer: &Answer) -> Vec<String> {
    let mut events = Sequence::default();
    let begun = answer.begun();
    events.push("response.created", json!({ "response": begun }));
    events.push("response.in_progress", json!({ "response": begun }));
    let reasoning = json!({ "output_index": 0, "item": answer.reasoning() });
    events.push("response.output_item.added", reasoning.clone());
    events.push("response.output_item.done", reasoning);
    if answer.has_message() {
        message(answer, &mut events);
    }
    let last = format!("response.{}", answer.status());
    events.push(&last, json!({ "response": answer.whole() }));
    events.0
}

fn message(answer: &Answer, events: &mut Sequence) {
    let text = &answer.generated.text;
    let refused = answer.generated.finish == Finish::Refused;
    let place = |members: Value| {
        let mut all =
            json!({ "item_id": answer.message_id, "output_index": 1, "content_index": 0 });
        if let (Value::Object(all), Value::Object(members)) = (&mut all, members) {
            all.extend(members);
        }
        all
    };
    let added = json!({ "output_index": 1, "item": answer.message("in_progress", &[]) });
    events.push("response.output_item.added", added);
    let empty = place(json!({ "part": answer.part("") }));
    events.push("response.content_part.added", empty);
    let name = if refused {
        "response.refusal.delta"
    } else {
        "response.output_text.delta"
    };
    for delta in sse::deltas(text) {
        let members = if refused {
            json!({ "delta": delta })
        } else {
            json!({ "delta": delta, "logprobs": [], "obfuscation": "x7Qd" })
        };
        events.push(name, place(members));
    }
    if answer.status() == "failed" {
        return;
    }
    if refused {
        events.push("response.refusal.done", place(json!({ "refusal": text })));
    } else {
        let done = place(json!({ "text": text, "logprobs": [] }));
        events.push("response.output_text.done", done);
    }
    let part = answer.part(text);
    let done = place(json!({ "part": part }));
    events.push("response.content_part.done", done);
    let item = answer.message(answer.status(), &[part]);
    let done = json!({ "output_index": 1, "item": item });
    events.push("response.output_item.done", done);
}
