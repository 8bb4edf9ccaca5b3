//! Streamed answers: text without thoughts, tokens, refusals, truncation.

use ai_client::{CallUsage, FailureKind, GeneratedText, Usage};
use serde_json::{Value, json};
use settings::AiProvider;

use crate::support::{DEADLINE, Told, ask, candidate, client, server, streamed, text_request};

pub fn openai_done(status: &str, reason: Option<&str>) -> Value {
    let kind = if status == "incomplete" {
        "response.incomplete"
    } else {
        "response.completed"
    };
    json!({ "type": kind, "response": {
        "id": "resp_1", "object": "response", "status": status,
        "incomplete_details": reason.map(|reason| json!({ "reason": reason })),
        "output": [],
        "usage": { "input_tokens": 20, "input_tokens_details": { "cached_tokens": 5 },
            "output_tokens": 30, "output_tokens_details": { "reasoning_tokens": 10 }, "total_tokens": 50 },
    }})
}

/// A complete answer with this text.
pub fn answer(provider: AiProvider, text: &str) -> Vec<Value> {
    let (first, second) = text.split_at(text.char_indices().nth(3).map_or(0, |(at, _)| at));
    match provider {
        AiProvider::OpenAi => {
            let delta = |text| json!({ "type": "response.output_text.delta", "delta": text });
            vec![
                json!({ "type": "response.created", "response": { "status": "in_progress", "usage": null } }),
                json!({ "type": "response.output_item.added", "item": { "type": "reasoning" } }),
                json!({ "type": "response.reasoning_summary_text.delta", "delta": "pensando" }),
                delta(first),
                delta(second),
                json!({ "type": "response.output_text.done", "text": text }),
                openai_done("completed", None),
            ]
        }
        AiProvider::Anthropic => anthropic(&[first, second], json!({ "stop_reason": "end_turn" })),
        AiProvider::Gemini => vec![
            gemini(json!([{ "text": "pensando", "thought": true }]), None),
            gemini(json!([{ "text": first }]), None),
            gemini(json!([{ "text": second }]), Some("STOP")),
        ],
    }
}

pub fn anthropic(texts: &[&str], end: Value) -> Vec<Value> {
    let delta =
        |index, delta| json!({ "type": "content_block_delta", "index": index, "delta": delta });
    let mut events = vec![
        json!({ "type": "message_start", "message": { "type": "message", "content": [], "usage": {
            "input_tokens": 12, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 5, "output_tokens": 1 } } }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "thinking", "thinking": "" } }),
        json!({ "type": "ping" }),
        delta(
            0,
            json!({ "type": "thinking_delta", "thinking": "pensando" }),
        ),
        delta(0, json!({ "type": "signature_delta", "signature": "x" })),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "text", "text": "" } }),
    ];
    events.extend(
        texts
            .iter()
            .map(|text| delta(1, json!({ "type": "text_delta", "text": text }))),
    );
    events.extend([
        json!({ "type": "content_block_stop", "index": 1 }),
        json!({ "type": "message_delta", "delta": end, "usage": { "output_tokens": 30 } }),
        json!({ "type": "message_stop" }),
    ]);
    events
}

pub fn gemini(parts: Value, reason: Option<&str>) -> Value {
    json!({
        "candidates": [{ "index": 0, "content": { "role": "model", "parts": parts }, "finishReason": reason }],
        "usageMetadata": { "promptTokenCount": 18, "toolUsePromptTokenCount": 2,
            "candidatesTokenCount": 20, "thoughtsTokenCount": 10, "totalTokenCount": 50 },
        "modelVersion": "x", "responseId": "y",
    })
}

const STATED: Usage = Usage {
    input_tokens: 20,
    output_tokens: 30,
    estimated: false,
};

#[tokio::test]
async fn a_text_comes_without_thoughts_and_with_its_tokens() {
    for provider in AiProvider::ALL {
        let server = server(streamed(&answer(provider, "Olá, café!"))).await;
        let (client, _) = client(&[(provider, server.uri())]);
        let mut told = Told::default();
        let generated = client
            .text(&[candidate(provider)], &text_request(), DEADLINE, &mut told)
            .await;
        let text = GeneratedText {
            text: "Olá, café!".to_owned(),
            truncated: false,
        };
        assert_eq!(generated.result, Ok(text), "{provider:?}");
        let model = candidate(provider).model;
        assert_eq!(generated.answered_by, Some((provider, model.clone())));
        assert_eq!(
            generated.calls,
            [CallUsage {
                provider,
                model: model.clone(),
                usage: STATED
            }]
        );
        assert_eq!(told.calls, [(provider, model)]);
        assert_eq!(told.text, "Olá, café!");
    }
}

#[tokio::test]
async fn a_text_that_only_the_last_event_holds_is_read() {
    let mut last = openai_done("completed", None);
    last["response"]["output"] = json!([
        { "type": "reasoning", "summary": [] },
        { "type": "message", "content": [{ "type": "output_text", "text": "Olá" }] },
    ]);
    let generated = ask(AiProvider::OpenAi, &server(streamed(&[last])).await).await;
    assert_eq!(generated.result.unwrap().text, "Olá");
}

#[tokio::test]
async fn a_truncated_text_is_marked() {
    let delta = json!({ "type": "response.output_text.delta", "delta": "Olá" });
    let full = json!({ "stop_reason": "model_context_window_exceeded" });
    for (provider, events) in [
        (
            AiProvider::OpenAi,
            vec![delta, openai_done("incomplete", Some("max_output_tokens"))],
        ),
        (
            AiProvider::Anthropic,
            anthropic(&["Olá"], json!({ "stop_reason": "max_tokens" })),
        ),
        (AiProvider::Anthropic, anthropic(&["Olá"], full)),
        (
            AiProvider::Gemini,
            vec![gemini(json!([{ "text": "Olá" }]), Some("MAX_TOKENS"))],
        ),
    ] {
        let generated = ask(provider, &server(streamed(&events)).await).await;
        let text = GeneratedText {
            text: "Olá".to_owned(),
            truncated: true,
        };
        assert_eq!(generated.result, Ok(text), "{provider:?}");
        assert_eq!(generated.calls[0].usage, STATED);
    }
}

#[tokio::test]
async fn a_refusal_has_its_words_and_is_billed() {
    let refusal = json!({ "type": "response.refusal.delta", "delta": "Não posso." });
    let details = json!({ "stop_reason": "refusal", "stop_details": {
        "type": "refusal", "category": "cyber", "explanation": "Perigoso." } });
    let bare = json!({ "stop_reason": "refusal", "stop_details": { "type": "refusal", "category": null } });
    let blocked = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" },
        "usageMetadata": { "promptTokenCount": 20, "totalTokenCount": 20 } });
    for (provider, events, words, output) in [
        (
            AiProvider::OpenAi,
            vec![refusal, openai_done("completed", None)],
            Some("Não posso."),
            30,
        ),
        (
            AiProvider::OpenAi,
            vec![openai_done("incomplete", Some("content_filter"))],
            None,
            30,
        ),
        (
            AiProvider::Anthropic,
            anthropic(&[], details),
            Some("Perigoso."),
            30,
        ),
        (AiProvider::Anthropic, anthropic(&["Olá"], bare), None, 30),
        (
            AiProvider::Gemini,
            vec![gemini(json!([]), Some("SAFETY"))],
            Some("SAFETY"),
            30,
        ),
        (
            AiProvider::Gemini,
            vec![blocked],
            Some("PROHIBITED_CONTENT"),
            0,
        ),
    ] {
        let server = server(streamed(&events)).await;
        let generated = ask(provider, &server).await;
        let failure = generated.result.unwrap_err();
        assert_eq!(failure.kind, FailureKind::ContentRefused, "{provider:?}");
        assert_eq!(failure.message.as_deref(), words);
        assert!(!failure.certainly_free);
        assert_eq!(
            generated.calls[0].usage,
            Usage {
                output_tokens: output,
                ..STATED
            }
        );
    }
}

#[tokio::test]
async fn a_failed_answer_is_billed_with_the_tokens_that_it_states() {
    let mut failed = openai_done("failed", None);
    failed["type"] = json!("response.failed");
    failed["response"]["error"] = json!({ "code": "server_error", "message": "x" });
    let generated = ask(AiProvider::OpenAi, &server(streamed(&[failed])).await).await;
    let failure = generated.result.unwrap_err();
    assert_eq!(
        (failure.kind, failure.certainly_free),
        (FailureKind::Overloaded, false)
    );
    assert_eq!(generated.calls.len(), 1);
    assert_eq!(generated.calls[0].usage, STATED);
}

#[tokio::test]
async fn an_empty_text_is_no_answer() {
    for (provider, events) in [
        (AiProvider::OpenAi, vec![openai_done("completed", None)]),
        (
            AiProvider::Anthropic,
            anthropic(&[" \n"], json!({ "stop_reason": "end_turn" })),
        ),
        (
            AiProvider::Anthropic,
            anthropic(&[], json!({ "stop_reason": "max_tokens" })),
        ),
        (
            AiProvider::Gemini,
            vec![gemini(
                json!([{ "text": "x", "thought": true }]),
                Some("STOP"),
            )],
        ),
        (
            AiProvider::Gemini,
            vec![gemini(json!([{ "text": "x" }]), Some("OTHER"))],
        ),
    ] {
        let generated = ask(provider, &server(streamed(&events)).await).await;
        assert_eq!(
            generated.result.unwrap_err().kind,
            FailureKind::BadPayload,
            "{provider:?}"
        );
        assert_eq!(generated.calls[0].usage, STATED);
    }
}
