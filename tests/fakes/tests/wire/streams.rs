//! Framing of streams.

use serde_json::Value;
use service_fakes::{FakeServices, Service};

use crate::client::{PROVIDERS, ask, request, usage_of};

/// Name and data of an event.
type Event = (Option<String>, Value);

/// Parses a stream of events whose lines end in LF or CR LF.
fn events(stream: &str) -> Vec<Event> {
    let stream = stream.replace("\r\n", "\n");
    assert!(
        stream.ends_with("\n\n"),
        "the last event ends with an empty line"
    );
    stream
        .split_terminator("\n\n")
        .map(|event| {
            let field = |name: &str| {
                let mut lines = event.lines();
                lines.find_map(|line| line.strip_prefix(name).map(str::to_owned))
            };
            let data = serde_json::from_str(&field("data: ").unwrap()).unwrap();
            (field("event: "), data)
        })
        .collect()
}

async fn streamed(fakes: &FakeServices, service: Service, key: &str) -> Vec<Event> {
    let body = request(service, "Escreva um artigo sobre café.", None, true);
    let answer = ask(fakes, service, key, &body, true).await.unwrap();
    assert_eq!(answer.status, 200);
    let content_type = answer.headers["content-type"].to_str().unwrap();
    assert!(
        content_type.starts_with("text/event-stream"),
        "{content_type}"
    );
    events(&answer.text().await)
}

/// The text of a stream's deltas.
fn text(service: Service, events: &[Event]) -> String {
    let delta = |(name, data): &Event| {
        let text = match (service, name.as_deref()) {
            (Service::OpenAi, Some("response.output_text.delta")) => &data["delta"],
            (Service::Anthropic, Some("content_block_delta")) => &data["delta"]["text"],
            (Service::Gemini, None) => &data["candidates"][0]["content"]["parts"][0]["text"],
            _ => &Value::Null,
        };
        text.as_str().unwrap_or_default().to_owned()
    };
    events.iter().map(delta).collect()
}

/// The response of OpenAI and Gemini, or the last usage of Anthropic, at the end of a stream.
fn last(service: Service, events: &[Event]) -> Value {
    match service {
        Service::OpenAi => events.last().unwrap().1["response"].clone(),
        Service::Anthropic => events[events.len() - 2].1.clone(),
        _ => events.last().unwrap().1.clone(),
    }
}

#[tokio::test]
async fn streams_carry_the_text_and_the_billed_usage() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let events = streamed(&fakes, service, "sk-fast").await;
        let text = text(service, &events);
        assert!(text.starts_with("<h1>") && text.ends_with("</p>"), "{text}");
        let billed = fakes.billed(service, "sk-fast");
        let usage = usage_of(service, &last(service, &events));
        assert_eq!(
            usage,
            (billed.input_tokens, billed.output_tokens),
            "{service:?}"
        );
    }
}

#[tokio::test]
async fn pieces_end_inside_characters() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let body = request(service, "Escreva um artigo sobre café.", None, true);
        let answer = ask(&fakes, service, "sk-fast", &body, true).await.unwrap();
        let pieces = answer.pieces().await;
        assert!(pieces.len() > 100, "{service:?}: {} pieces", pieces.len());
        let inside = pieces
            .iter()
            .filter(|piece| std::str::from_utf8(piece).is_err());
        assert!(inside.count() > 10, "{service:?}");
        assert!(std::str::from_utf8(&pieces.concat()).is_ok());
    }
}

#[tokio::test]
async fn openai_numbers_its_events_and_frames_the_message() {
    let fakes = FakeServices::start().await.unwrap();
    let events = streamed(&fakes, Service::OpenAi, "sk-fast").await;
    for (number, (name, data)) in events.iter().enumerate() {
        assert_eq!(data["sequence_number"], number);
        assert_eq!(data["type"].as_str(), name.as_deref());
    }
    let mut names: Vec<_> = events
        .iter()
        .map(|(name, _)| name.clone().unwrap())
        .collect();
    names.dedup();
    let expected = [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.output_item.done",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn anthropic_frames_thoughts_and_text_as_blocks() {
    let fakes = FakeServices::start().await.unwrap();
    let events = streamed(&fakes, Service::Anthropic, "sk-ant-fast").await;
    let mut names: Vec<_> = events
        .iter()
        .map(|(name, _)| name.clone().unwrap())
        .collect();
    names.dedup();
    let expected = [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_stop",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ];
    assert_eq!(names, expected);
    for (name, data) in &events {
        assert_eq!(data["type"].as_str(), name.as_deref());
    }
    assert_eq!(events[1].1["content_block"]["type"], "thinking");
    assert!(events[0].1["message"]["usage"]["input_tokens"].is_u64());
}

#[tokio::test]
async fn a_slow_answer_waits_for_the_test() {
    for service in PROVIDERS {
        let fakes = FakeServices::start().await.unwrap();
        let body = request(service, "Diga algo.", None, true);
        let mut answer = ask(&fakes, service, "sk-slow", &body, true).await.unwrap();
        fakes.wait_for_waiting(1).await;
        fakes.go_on(1);
        let first = answer.piece().await.unwrap().unwrap();
        assert_eq!(events(std::str::from_utf8(&first).unwrap()).len(), 1);
        fakes.wait_for_waiting(1).await;
        fakes.go_on(10_000);
        assert!(!answer.bytes().await.is_empty());
    }
}

#[tokio::test]
async fn a_stream_reports_how_it_ends() {
    let fakes = FakeServices::start().await.unwrap();
    let expected = [
        (
            "sk-truncated",
            ["max_output_tokens", "max_tokens", "MAX_TOKENS"],
        ),
        ("sk-filter-answer", ["content_filter", "refusal", "SAFETY"]),
        ("sk-failed", ["server_error", "overloaded_error", "503"]),
    ];
    for (key, reasons) in expected {
        for (service, reason) in PROVIDERS.into_iter().zip(reasons) {
            let events = streamed(&fakes, service, key).await;
            let at = if service == Service::Anthropic && key != "sk-failed" {
                2
            } else {
                1
            };
            let data = &events[events.len() - at].1;
            let found = match service {
                Service::OpenAi if key == "sk-failed" => &data["response"]["error"]["code"],
                Service::OpenAi => &data["response"]["incomplete_details"]["reason"],
                Service::Anthropic if key == "sk-failed" => &data["error"]["type"],
                Service::Anthropic => &data["delta"]["stop_reason"],
                _ if key == "sk-failed" => &data["error"]["code"],
                _ => &data["candidates"][0]["finishReason"],
            };
            let found = found.to_string();
            assert_eq!(found.trim_matches('"'), reason, "{service:?} {key}");
            assert!(!text(service, &events).is_empty(), "{service:?} {key}");
        }
    }
}
