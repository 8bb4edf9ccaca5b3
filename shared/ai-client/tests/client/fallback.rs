//! The order of providers, repetitions and pauses.

use std::time::Duration;

use ai_client::{Candidate, FailureKind};
use serde_json::json;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};
use wiremock::ResponseTemplate;

use crate::answers::{answer, gemini};
use crate::support::{
    DEADLINE, Told, candidate, changing_server, client, frames, requests, server, streamed,
    text_request, unfinished,
};

fn rejected(status: u16) -> ResponseTemplate {
    let words = format!("Status {status}.");
    ResponseTemplate::new(status).set_body_json(json!({ "error": { "message": words } }))
}

fn good(provider: AiProvider) -> ResponseTemplate {
    streamed(&answer(provider, "Olá, café!"))
}

#[tokio::test]
async fn the_next_provider_is_asked_when_it_could_answer() {
    for (first, kind) in [
        (rejected(401), FailureKind::InvalidKey),
        (rejected(402), FailureKind::QuotaExhausted),
        (rejected(403), FailureKind::NoPermission),
        (rejected(404), FailureKind::ModelNotFound),
        (rejected(429), FailureKind::RateLimited),
        (rejected(503), FailureKind::Overloaded),
        (ResponseTemplate::new(200), FailureKind::BadPayload),
        (streamed(&[]), FailureKind::Interrupted),
    ] {
        assert!(kind.may_be_answered_elsewhere());
        let (one, two) = (server(first).await, server(good(Anthropic)).await);
        let (client, _) = client(&[(OpenAi, one.uri()), (Anthropic, two.uri())]);
        let candidates = [candidate(OpenAi), candidate(Anthropic)];
        let generated = client
            .text(&candidates, &text_request(), DEADLINE, &mut ())
            .await;
        assert_eq!(generated.result.unwrap().text, "Olá, café!", "{kind:?}");
        assert_eq!(generated.answered_by.unwrap().0, Anthropic);
        let billed = matches!(kind, FailureKind::BadPayload | FailureKind::Interrupted);
        let providers: Vec<_> = generated.calls.iter().map(|call| call.provider).collect();
        assert_eq!(providers.starts_with(&[OpenAi]), billed, "{kind:?}");
        assert_eq!(providers.last(), Some(&Anthropic));
    }
}

#[tokio::test]
async fn an_unreachable_provider_is_followed_after_two_repetitions() {
    let two = server(good(Gemini)).await;
    let (client, pauses) = client(&[(Gemini, two.uri())]);
    let mut told = Told::default();
    let candidates = [candidate(OpenAi), candidate(Gemini)];
    let generated = client
        .text(&candidates, &text_request(), DEADLINE, &mut told)
        .await;
    assert!(generated.result.is_ok());
    assert_eq!(generated.calls.len(), 1);
    let asked: Vec<_> = told.calls.iter().map(|call| call.0).collect();
    assert_eq!(asked, [OpenAi, OpenAi, OpenAi, Gemini]);
    assert_eq!(pauses.all().len(), 2);
}

#[tokio::test]
async fn a_request_that_is_refused_as_such_goes_nowhere_else() {
    let refusal = gemini(json!([]), Some("SAFETY"));
    for (first, kind) in [
        (rejected(400), FailureKind::BadRequest),
        (streamed(&[refusal]), FailureKind::ContentRefused),
    ] {
        let (one, two) = (server(first).await, server(good(OpenAi)).await);
        let (client, _) = client(&[(Gemini, one.uri()), (OpenAi, two.uri())]);
        let candidates = [candidate(Gemini), candidate(OpenAi)];
        let generated = client
            .text(&candidates, &text_request(), DEADLINE, &mut ())
            .await;
        assert_eq!(generated.result.unwrap_err().kind, kind);
        assert_eq!(requests(&two).await, 0);
    }
}

#[tokio::test]
async fn the_first_failure_is_told_unless_a_later_one_refuses() {
    let refusal = gemini(json!([]), Some("SAFETY"));
    for (last, kind, provider) in [
        (rejected(500), FailureKind::InvalidKey, OpenAi),
        (rejected(400), FailureKind::InvalidKey, OpenAi),
        (streamed(&[refusal]), FailureKind::ContentRefused, Gemini),
    ] {
        let billed = kind == FailureKind::ContentRefused;
        let (one, two) = (server(rejected(401)).await, server(last).await);
        let (client, _) = client(&[(OpenAi, one.uri()), (Gemini, two.uri())]);
        let candidates = [candidate(OpenAi), candidate(Gemini)];
        let generated = client
            .text(&candidates, &text_request(), DEADLINE, &mut ())
            .await;
        let failure = generated.result.unwrap_err();
        assert_eq!((failure.kind, failure.provider), (kind, Some(provider)));
        assert_eq!(failure.certainly_free, !billed);
        assert_eq!(generated.answered_by, None);
    }
}

#[tokio::test]
async fn a_failure_is_only_free_if_every_call_was() {
    let (one, two) = (server(rejected(401)).await, server(streamed(&[])).await);
    let (client, _) = client(&[(OpenAi, one.uri()), (Gemini, two.uri())]);
    let candidates = [candidate(OpenAi), candidate(Gemini)];
    let generated = client
        .text(&candidates, &text_request(), DEADLINE, &mut ())
        .await;
    let failure = generated.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::InvalidKey);
    assert!(!failure.certainly_free);
}

#[tokio::test]
async fn a_limited_provider_is_asked_again_after_growing_pauses() {
    let server = changing_server(2, rejected(429), good(OpenAi)).await;
    let (client, pauses) = client(&[(OpenAi, server.uri())]);
    let mut told = Told::default();
    let generated = client
        .text(&[candidate(OpenAi)], &text_request(), DEADLINE, &mut told)
        .await;
    assert_eq!(generated.result.unwrap().text, "Olá, café!");
    assert_eq!(generated.calls.len(), 1);
    assert_eq!(told.calls.len(), 3);
    let pauses = pauses.all();
    assert_eq!(pauses.len(), 2);
    for (pause, least) in pauses.iter().zip([500, 1_000]) {
        let least = Duration::from_millis(least);
        assert!((least..=least * 2).contains(pause), "{pauses:?}");
    }
}

#[tokio::test]
async fn a_pause_that_ends_too_late_is_not_made() {
    let server = server(rejected(429).insert_header("retry-after", "5")).await;
    let (client, pauses) = client(&[(OpenAi, server.uri())]);
    let deadline = Duration::from_secs(4);
    let generated = client
        .text(&[candidate(OpenAi)], &text_request(), deadline, &mut ())
        .await;
    let failure = generated.result.unwrap_err();
    assert_eq!(failure.retry_after, Some(Duration::from_secs(5)));
    assert!(pauses.all().is_empty());
    assert_eq!(requests(&server).await, 1);
}

#[tokio::test]
async fn a_silent_provider_leaves_time_to_the_next_one() {
    let begun = answer(OpenAi, "Olá, café!");
    for events in [&begun[..0], &begun[..5]] {
        let two = server(good(Gemini)).await;
        let silent = unfinished(format!(": x\n\n{}", frames(events)), true).await;
        let (client, _) = client(&[(OpenAi, silent), (Gemini, two.uri())]);
        let candidates = [candidate(OpenAi), candidate(Gemini)];
        let mut told = Told::default();
        let generated = client
            .text(
                &candidates,
                &text_request(),
                Duration::from_secs(2),
                &mut told,
            )
            .await;
        assert_eq!(generated.result.unwrap().text, "Olá, café!");
        assert_eq!(told.text, "Olá, café!");
        let providers: Vec<_> = generated.calls.iter().map(|call| call.provider).collect();
        assert_eq!(providers, [OpenAi, Gemini]);
    }
}

#[tokio::test]
async fn without_candidates_none_is_asked() {
    let (client, _) = client(&[]);
    let generated = client.text(&[], &text_request(), DEADLINE, &mut ()).await;
    let failure = generated.result.unwrap_err();
    assert_eq!(
        (failure.kind, failure.provider),
        (FailureKind::NoProvider, None)
    );
    assert!(failure.certainly_free);
}

#[tokio::test]
async fn a_key_that_cannot_be_sent_is_invalid() {
    let (client, _) = client(&[]);
    let broken = Candidate {
        api_key: "sk\nx".into(),
        ..candidate(OpenAi)
    };
    let mut told = Told::default();
    let generated = client
        .text(&[broken], &text_request(), DEADLINE, &mut told)
        .await;
    let failure = generated.result.unwrap_err();
    assert_eq!(
        (failure.kind, failure.certainly_free),
        (FailureKind::InvalidKey, true)
    );
    assert!(told.calls.is_empty());
}
