//! Texts of the [Gemini API](https://ai.google.dev/api/generate-content).

use serde_json::{Value, json};
use settings::AiProvider;

use crate::draft::{Draft, End};
use crate::rejection;
use crate::request::{Effort, OutputFormat, TextRequest};
use crate::wire;

/// Family of models whose thoughts are limited by a number, not by a level.
const WITHOUT_LEVEL: &str = "gemini-2";

/// The path of a method of a model, which may be named with or without its collection.
pub(crate) fn method(model: &str, method: &str) -> String {
    let model = model.strip_prefix("models/").unwrap_or(model);
    format!("{model}:{method}")
}

/// The body of a request. Sampling parameters are never sent: they are deprecated.
pub(crate) fn body(model: &str, request: &TextRequest) -> Value {
    let mut parts = Vec::new();
    if let Some(picture) = &request.picture {
        parts.push(json!({ "inlineData": {
            "mimeType": picture.media_type,
            "data": wire::base64(&picture.bytes),
        }}));
    }
    if !request.input.is_empty() || parts.is_empty() {
        parts.push(json!({ "text": request.input }));
    }
    let mut config = json!({ "maxOutputTokens": request.max_output_tokens });
    if !model.contains(WITHOUT_LEVEL) {
        let level = match request.effort {
            Effort::Low => "low",
            Effort::Medium => "medium",
        };
        wire::set(
            &mut config,
            "thinkingConfig",
            json!({ "thinkingLevel": level }),
        );
    }
    if let OutputFormat::Json(schema) = &request.output {
        wire::set(&mut config, "responseMimeType", json!("application/json"));
        wire::set(&mut config, "responseJsonSchema", schema.schema.clone());
    }
    let mut body = json!({
        "contents": [{ "role": "user", "parts": parts }],
        "generationConfig": config,
    });
    if !request.instructions.is_empty() {
        wire::set(
            &mut body,
            "systemInstruction",
            json!({ "parts": [{ "text": request.instructions }] }),
        );
    }
    body
}

/// Takes an event of the answer in: a whole response with the further parts.
pub(crate) fn take(event: &Value, draft: &mut Draft) {
    if let Some(error) = event.get("error") {
        let error = rejection::of_event(AiProvider::Gemini, error);
        draft.end = Some(End::Failed(error));
        return;
    }
    if let Some((input, output)) = usage(event) {
        draft.input_tokens = Some(input);
        draft.output_tokens = Some(output);
    }
    if let Some(reason) = wire::text(event, "/promptFeedback/blockReason") {
        draft.terminal = true;
        draft.end = Some(End::Refused(Some(reason.to_owned())));
    }
    let Some(candidate) = event.pointer("/candidates/0") else {
        return;
    };
    draft.begun = true;
    for part in wire::array(candidate, "/content/parts") {
        let thought = part.get("thought").and_then(Value::as_bool);
        if thought != Some(true) {
            draft
                .text
                .push_str(wire::text(part, "/text").unwrap_or_default());
        }
    }
    if let Some(end) = end(candidate) {
        draft.terminal = true;
        draft.end = Some(end);
    }
}

/// How a candidate ended; `None` while it grows.
pub(crate) fn end(candidate: &Value) -> Option<End> {
    let reason = wire::text(candidate, "/finishReason")?;
    let words = wire::text(candidate, "/finishMessage").unwrap_or(reason);
    let words = || Some(words.to_owned());
    Some(match reason {
        "FINISH_REASON_UNSPECIFIED" => return None,
        "STOP" => End::Complete,
        "MAX_TOKENS" => End::Truncated,
        "SAFETY"
        | "RECITATION"
        | "BLOCKLIST"
        | "PROHIBITED_CONTENT"
        | "SPII"
        | "NO_IMAGE"
        | "IMAGE_SAFETY"
        | "IMAGE_PROHIBITED_CONTENT"
        | "IMAGE_RECITATION" => End::Refused(words()),
        _ => End::Unusable(words()),
    })
}

/// Tokens of the request and of the answer, thoughts included.
pub(crate) fn usage(response: &Value) -> Option<(u64, u64)> {
    let usage = response.get("usageMetadata")?;
    let sum = |places: [&str; 2]| {
        let counts = places.map(|place| wire::number(usage, place).unwrap_or_default());
        counts.into_iter().fold(0, u64::saturating_add)
    };
    Some((
        sum(["/promptTokenCount", "/toolUsePromptTokenCount"]),
        sum(["/candidatesTokenCount", "/thoughtsTokenCount"]),
    ))
}
