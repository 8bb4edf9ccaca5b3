//! Texts of the [OpenAI Responses API](https://platform.openai.com/docs/api-reference/responses).

use serde_json::{Value, json};
use settings::AiProvider;

use crate::draft::{Draft, End};
use crate::rejection;
use crate::request::{Effort, OutputFormat, TextRequest};
use crate::wire;

/// Families of models that do not think, and reject the effort of it.
const WITHOUT_EFFORT: [&str; 2] = ["gpt-3", "gpt-4"];

/// The body of a request. Sampling parameters are never sent: models that think reject them.
pub(crate) fn body(model: &str, request: &TextRequest) -> Value {
    let mut body = json!({
        "model": model,
        "input": input(request),
        "max_output_tokens": request.max_output_tokens,
        "store": false,
        "stream": true,
    });
    if !request.instructions.is_empty() {
        wire::set(&mut body, "instructions", json!(request.instructions));
    }
    if !WITHOUT_EFFORT
        .iter()
        .any(|family| model.starts_with(family))
    {
        let effort = match request.effort {
            Effort::Low => "low",
            Effort::Medium => "medium",
        };
        wire::set(&mut body, "reasoning", json!({ "effort": effort }));
    }
    if let OutputFormat::Json(schema) = &request.output {
        wire::set(
            &mut body,
            "text",
            json!({ "format": {
                "type": "json_schema",
                "name": schema.name,
                "schema": schema.schema,
                "strict": true,
            }}),
        );
    }
    body
}

fn input(request: &TextRequest) -> Value {
    let Some(picture) = &request.picture else {
        return json!(request.input);
    };
    let picture = format!(
        "data:{};base64,{}",
        picture.media_type,
        wire::base64(&picture.bytes)
    );
    let mut content =
        vec![json!({ "type": "input_image", "image_url": picture, "detail": "auto" })];
    if !request.input.is_empty() {
        content.push(json!({ "type": "input_text", "text": request.input }));
    }
    json!([{ "role": "user", "content": content }])
}

/// Takes an event of the answer in.
pub(crate) fn take(kind: &str, event: &Value, draft: &mut Draft) {
    let delta = wire::text(event, "/delta").unwrap_or_default();
    match kind {
        "response.output_text.delta" => {
            draft.begun = true;
            draft.text.push_str(delta);
        }
        "response.refusal.delta" => {
            draft.begun = true;
            draft.refusal.push_str(delta);
        }
        "response.output_item.added" => draft.begun = true,
        "response.completed" | "response.incomplete" => {
            if let Some(response) = event.get("response") {
                finish(response, draft);
            }
        }
        "response.failed" => {
            let response = event.get("response").unwrap_or(&Value::Null);
            take_usage(response, draft);
            draft.terminal = true;
            let error = response.get("error").unwrap_or(&Value::Null);
            fail(error, draft);
        }
        // The event is the error, or holds it.
        "error" => fail(event.get("error").unwrap_or(event), draft),
        _ => {}
    }
}

fn fail(error: &Value, draft: &mut Draft) {
    let error = rejection::of_event(AiProvider::OpenAi, error);
    draft.end = Some(End::Failed(error));
}

fn take_usage(response: &Value, draft: &mut Draft) {
    if let Some(usage) = response.get("usage").filter(|usage| usage.is_object()) {
        draft.input_tokens = wire::number(usage, "/input_tokens");
        draft.output_tokens = wire::number(usage, "/output_tokens");
    }
}

/// Takes the final state of the answer in.
fn finish(response: &Value, draft: &mut Draft) {
    take_usage(response, draft);
    draft.begun = true;
    draft.terminal = true;
    if draft.text.is_empty() && draft.refusal.is_empty() {
        take_output(response, draft);
    }
    let reason = wire::text(response, "/incomplete_details/reason");
    let refused = !draft.refusal.is_empty();
    draft.end = Some(match (wire::text(response, "/status"), reason) {
        _ if refused => End::Refused(Some(draft.refusal.clone())),
        (_, Some("content_filter")) => End::Refused(None),
        (Some("incomplete"), _) | (_, Some(_)) => End::Truncated,
        _ => End::Complete,
    });
}

/// Takes the whole text in, where no part of it came before.
fn take_output(response: &Value, draft: &mut Draft) {
    for item in wire::array(response, "/output") {
        for part in wire::array(item, "/content") {
            match wire::text(part, "/type") {
                Some("output_text") => draft
                    .text
                    .push_str(wire::text(part, "/text").unwrap_or_default()),
                Some("refusal") => draft
                    .refusal
                    .push_str(wire::text(part, "/refusal").unwrap_or_default()),
                _ => {}
            }
        }
    }
}
