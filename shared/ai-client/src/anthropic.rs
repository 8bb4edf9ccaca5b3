//! Texts of the [Anthropic Messages API](https://docs.claude.com/en/api/messages).

use serde_json::{Value, json};
use settings::AiProvider;

use crate::draft::{Draft, End};
use crate::rejection;
use crate::request::{Effort, OutputFormat, TextRequest};
use crate::wire;

/// Families of models that reject an effort.
const WITHOUT_EFFORT: [&str; 3] = ["claude-3", "claude-haiku-4", "claude-sonnet-4"];

/// The body of a request. Sampling parameters and settings of thinking are never sent: current models reject them.
pub(crate) fn body(model: &str, request: &TextRequest) -> Value {
    let mut body = json!({
        "model": model,
        "max_tokens": request.max_output_tokens,
        "messages": [{ "role": "user", "content": content(request) }],
        "stream": true,
    });
    if !request.instructions.is_empty() {
        wire::set(&mut body, "system", json!(request.instructions));
    }
    let mut config = serde_json::Map::new();
    if !WITHOUT_EFFORT
        .iter()
        .any(|family| model.starts_with(family))
    {
        let effort = match request.effort {
            Effort::Low => "low",
            Effort::Medium => "medium",
        };
        config.insert("effort".to_owned(), json!(effort));
    }
    if let OutputFormat::Json(schema) = &request.output {
        let format = json!({ "type": "json_schema", "schema": schema.schema });
        config.insert("format".to_owned(), format);
    }
    if !config.is_empty() {
        wire::set(&mut body, "output_config", Value::Object(config));
    }
    body
}

fn content(request: &TextRequest) -> Value {
    let Some(picture) = &request.picture else {
        return json!(request.input);
    };
    let source = json!({
        "type": "base64",
        "media_type": picture.media_type,
        "data": wire::base64(&picture.bytes),
    });
    let mut blocks = vec![json!({ "type": "image", "source": source })];
    if !request.input.is_empty() {
        blocks.push(json!({ "type": "text", "text": request.input }));
    }
    Value::Array(blocks)
}

/// Takes an event of the answer in. Text is told from thoughts by the type of its block and of its pieces.
pub(crate) fn take(kind: &str, event: &Value, draft: &mut Draft) {
    match kind {
        "message_start" => {
            draft.begun = true;
            if let Some(usage) = event.pointer("/message/usage") {
                take_usage(usage, draft);
            }
        }
        "content_block_start" if wire::text(event, "/content_block/type") == Some("text") => {
            let text = wire::text(event, "/content_block/text");
            draft.text.push_str(text.unwrap_or_default());
        }
        "content_block_delta" if wire::text(event, "/delta/type") == Some("text_delta") => {
            let text = wire::text(event, "/delta/text");
            draft.text.push_str(text.unwrap_or_default());
        }
        "message_delta" => {
            if let Some(usage) = event.get("usage") {
                take_usage(usage, draft);
            }
            if let Some(reason) = wire::text(event, "/delta/stop_reason") {
                draft.end = Some(end(reason, event));
            }
        }
        "message_stop" => {
            draft.terminal = true;
            draft.end.get_or_insert(End::Complete);
        }
        "error" => {
            let error = event.get("error").unwrap_or(&Value::Null);
            draft.end = Some(End::Failed(rejection::of_event(
                AiProvider::Anthropic,
                error,
            )));
        }
        _ => {}
    }
}

fn end(reason: &str, event: &Value) -> End {
    match reason {
        "max_tokens" | "model_context_window_exceeded" => End::Truncated,
        "refusal" => {
            let details = ["/delta/stop_details", "/stop_details"]
                .into_iter()
                .find_map(|place| event.pointer(place));
            let words = details.and_then(|details| {
                wire::text(details, "/explanation").or_else(|| wire::text(details, "/category"))
            });
            End::Refused(words.map(str::to_owned))
        }
        _ => End::Complete,
    }
}

/// Takes the tokens in, which are cumulative. The input is the sum of what is cached, what is written into the cache, and
/// the rest.
fn take_usage(usage: &Value, draft: &mut Draft) {
    if let Some(input) = wire::number(usage, "/input_tokens") {
        let cached = ["/cache_creation_input_tokens", "/cache_read_input_tokens"]
            .map(|place| wire::number(usage, place).unwrap_or_default());
        let total = cached.into_iter().fold(input, u64::saturating_add);
        // A later event may leave out what is cached, and states no less otherwise.
        draft.input_tokens = draft.input_tokens.max(Some(total));
    }
    draft.output_tokens = wire::number(usage, "/output_tokens").or(draft.output_tokens);
}
