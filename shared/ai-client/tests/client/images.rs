//! Images.

use std::time::Duration;

use ai_client::{FailureKind, Generated, GeneratedImage, ImageRequest, Usage};
use serde_json::{Value, json};
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};
use wiremock::{MockServer, ResponseTemplate};

use crate::support::{
    DEADLINE, Told, candidate, changing_server, client, requests, server, unfinished,
};

/// `JPEG` as Base64.
const ENCODED: &str = "SlBFRw==";

fn prompt() -> ImageRequest {
    ImageRequest {
        prompt: "Uma xícara.".to_owned(),
    }
}

async fn ask(
    candidates: &[(AiProvider, &MockServer)],
    told: &mut Told,
) -> Generated<GeneratedImage> {
    let bases: Vec<_> = candidates
        .iter()
        .map(|(one, server)| (*one, server.uri()))
        .collect();
    let (client, _) = client(&bases);
    let candidates: Vec<_> = candidates.iter().map(|(one, _)| candidate(*one)).collect();
    client.image(&candidates, &prompt(), DEADLINE, told).await
}

fn openai(data: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "created": 1, "data": data, "output_format": "jpeg",
        "usage": { "input_tokens": 7, "output_tokens": 1500, "total_tokens": 1507 },
    }))
}

fn gemini(parts: Value, reason: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "candidates": [{ "content": { "parts": parts }, "finishReason": reason }],
        "usageMetadata": { "promptTokenCount": 7, "candidatesTokenCount": 1120, "thoughtsTokenCount": 380 },
    }))
}

fn good(provider: AiProvider) -> ResponseTemplate {
    let file = json!({ "inlineData": { "mimeType": "image/png", "data": ENCODED } });
    let draft =
        json!({ "inlineData": { "mimeType": "image/png", "data": "AAAA" }, "thought": true });
    match provider {
        Gemini => gemini(json!([draft, { "text": "Aqui está." }, file]), "STOP"),
        OpenAi | Anthropic => openai(json!([{ "b64_json": ENCODED }])),
    }
}

#[tokio::test]
async fn an_image_comes_with_its_tokens() {
    for provider in [OpenAi, Gemini] {
        let server = server(good(provider)).await;
        let generated = ask(&[(provider, &server)], &mut Told::default()).await;
        assert_eq!(generated.result.unwrap().bytes, "JPEG");
        assert_eq!(
            generated.answered_by,
            Some((provider, candidate(provider).model))
        );
        let usage = Usage {
            input_tokens: 7,
            output_tokens: 1500,
            estimated: false,
        };
        assert_eq!(generated.calls[0].usage, usage);
    }
}

#[tokio::test]
async fn providers_without_images_are_left_out() {
    let (one, two) = (server(good(OpenAi)).await, server(good(Gemini)).await);
    let mut told = Told::default();
    let generated = ask(&[(Anthropic, &one), (Gemini, &two)], &mut told).await;
    assert_eq!(generated.answered_by.unwrap().0, Gemini);
    assert_eq!(told.calls.len(), 1);
    let generated = ask(&[(Anthropic, &one)], &mut told).await;
    assert_eq!(generated.result.unwrap_err().kind, FailureKind::NoProvider);
    assert_eq!(requests(&one).await, 0);
}

#[tokio::test]
async fn a_refused_image_goes_nowhere_else() {
    let moderated = |kind: &str, code: Option<&str>| {
        let error = json!({ "message": "Não.", "type": kind, "code": code });
        ResponseTemplate::new(400).set_body_json(json!({ "error": error }))
    };
    let blocked = ResponseTemplate::new(200)
        .set_body_json(json!({ "promptFeedback": { "blockReason": "IMAGE_SAFETY" } }));
    for (provider, answer, free) in [
        (
            OpenAi,
            moderated("image_generation_user_error", Some("moderation_blocked")),
            true,
        ),
        (OpenAi, moderated("image_generation_user_error", None), true),
        (
            OpenAi,
            moderated("x", Some("content_policy_violation")),
            true,
        ),
        (Gemini, gemini(json!([]), "IMAGE_SAFETY"), false),
        (
            Gemini,
            gemini(json!([{ "text": "Não." }]), "IMAGE_PROHIBITED_CONTENT"),
            false,
        ),
        (Gemini, gemini(Value::Null, "NO_IMAGE"), false),
        (Gemini, blocked, false),
    ] {
        let other = if provider == OpenAi { Gemini } else { OpenAi };
        let (one, two) = (server(answer).await, server(good(other)).await);
        let generated = ask(&[(provider, &one), (other, &two)], &mut Told::default()).await;
        let failure = generated.result.unwrap_err();
        assert_eq!(failure.kind, FailureKind::ContentRefused);
        assert_eq!(failure.certainly_free, free);
        assert_eq!(requests(&one).await + requests(&two).await, 1);
    }
}

#[tokio::test]
async fn a_free_failure_is_followed_by_the_next_provider() {
    // Status, and requests to the first provider: it is only asked again where it has certainly not begun.
    for (status, count) in [
        (401, 1),
        (403, 1),
        (404, 1),
        (429, 3),
        (503, 3),
        (500, 1),
        (502, 1),
    ] {
        let (one, two) = (
            server(ResponseTemplate::new(status)).await,
            server(good(Gemini)).await,
        );
        let generated = ask(&[(OpenAi, &one), (Gemini, &two)], &mut Told::default()).await;
        assert!(generated.result.is_ok(), "{status}");
        assert_eq!(requests(&one).await, count, "{status}");
        assert_eq!(generated.calls.len(), 1);
    }
    let server = changing_server(1, ResponseTemplate::new(429), good(OpenAi)).await;
    let generated = ask(&[(OpenAi, &server)], &mut Told::default()).await;
    assert!(generated.result.is_ok());
}

#[tokio::test]
async fn a_call_that_may_have_been_billed_is_never_repeated() {
    let html = ResponseTemplate::new(200).set_body_raw("<html>", "text/html");
    for (answer, kind) in [
        (ResponseTemplate::new(504), FailureKind::Overloaded),
        (ResponseTemplate::new(408), FailureKind::Overloaded),
        (openai(json!([])), FailureKind::BadPayload),
        (
            openai(json!([{ "url": "https://example.org/" }])),
            FailureKind::BadPayload,
        ),
        (
            openai(json!([{ "b64_json": "%%%" }])),
            FailureKind::BadPayload,
        ),
        (openai(json!([{ "b64_json": "" }])), FailureKind::BadPayload),
        (html, FailureKind::BadPayload),
    ] {
        let (one, two) = (server(answer).await, server(good(Gemini)).await);
        let generated = ask(&[(OpenAi, &one), (Gemini, &two)], &mut Told::default()).await;
        let failure = generated.result.unwrap_err();
        assert_eq!((failure.kind, failure.certainly_free), (kind, false));
        assert_eq!(generated.calls.len(), 1);
        assert_eq!(requests(&one).await, 1);
        assert_eq!(requests(&two).await, 0);
    }
}

#[tokio::test]
async fn a_break_or_a_timeout_is_not_followed_by_the_next_provider() {
    let estimate = Usage {
        input_tokens: 3,
        output_tokens: 1_800,
        estimated: true,
    };
    for (leave_open, kind) in [
        (false, FailureKind::Interrupted),
        (true, FailureKind::Timeout),
    ] {
        let two = server(good(Gemini)).await;
        let broken = unfinished("{".to_owned(), leave_open).await;
        let (client, _) = client(&[(OpenAi, broken), (Gemini, two.uri())]);
        let candidates = [candidate(OpenAi), candidate(Gemini)];
        let mut told = Told::default();
        let deadline = Duration::from_millis(1_200);
        let generated = client
            .image(&candidates, &prompt(), deadline, &mut told)
            .await;
        assert_eq!(generated.result.unwrap_err().kind, kind);
        assert_eq!(generated.calls[0].usage, estimate);
        assert_eq!(told.pulses > 0, leave_open);
        assert_eq!(requests(&two).await, 0);
    }
}

#[tokio::test]
async fn an_image_that_is_too_large_is_rejected() {
    for bytes in [25 * 1024 * 1024 + 3, 40 * 1024 * 1024] {
        let data = "A".repeat(bytes / 3 * 4);
        let server = server(openai(json!([{ "b64_json": data }]))).await;
        let generated = ask(&[(OpenAi, &server)], &mut Told::default()).await;
        assert_eq!(generated.result.unwrap_err().kind, FailureKind::BadPayload);
        assert_eq!(generated.calls.len(), 1);
    }
}
