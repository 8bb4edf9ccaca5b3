//! Streams that break, stall, or hold something else.

use std::time::Duration;

use ai_client::{FailureKind, Usage};
use serde_json::{Value, json};
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};
use wiremock::ResponseTemplate;

use crate::answers::answer;
use crate::support::{
    DEADLINE, Told, ask, candidate, client, failure, frames, requests, server, streamed,
    text_request, unfinished,
};

/// The beginning of an answer, without its end.
fn begun(provider: AiProvider) -> Vec<Value> {
    let mut events = answer(provider, "Olá, café!");
    events.truncate(match provider {
        OpenAi => 5,
        Anthropic => 9,
        Gemini => 2,
    });
    events
}

/// Tokens of [`begun`]: as stated until then, otherwise by the length of the texts.
fn so_far(provider: AiProvider) -> Usage {
    let (input_tokens, output_tokens) = match provider {
        OpenAi => (10, 3),
        Anthropic => (20, 3),
        Gemini => (20, 30),
    };
    Usage {
        input_tokens,
        output_tokens,
        estimated: true,
    }
}

#[tokio::test]
async fn a_stream_without_its_last_event_is_interrupted() {
    for provider in AiProvider::ALL {
        let server = server(streamed(&begun(provider))).await;
        let generated = ask(provider, &server).await;
        let failure = generated.result.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Interrupted, "{provider:?}");
        assert!(!failure.certainly_free);
        assert_eq!(generated.calls[0].usage, so_far(provider), "{provider:?}");
        assert_eq!(requests(&server).await, 1);
    }
}

#[tokio::test]
async fn a_broken_connection_is_an_interruption() {
    for provider in AiProvider::ALL {
        let base = unfinished(frames(&begun(provider)), false).await;
        let (client, _) = client(&[(provider, base)]);
        let mut told = Told::default();
        let generated = client
            .text(&[candidate(provider)], &text_request(), DEADLINE, &mut told)
            .await;
        assert_eq!(generated.result.unwrap_err().kind, FailureKind::Interrupted);
        assert_eq!(generated.calls[0].usage, so_far(provider));
        assert!("Olá, café!".starts_with(&told.text) && !told.text.is_empty());
        assert_eq!(told.calls.len(), 1);
    }
}

#[tokio::test]
async fn a_stall_ends_at_the_deadline_and_is_followed_until_then() {
    for provider in AiProvider::ALL {
        let base = unfinished(frames(&begun(provider)), true).await;
        let (client, _) = client(&[(provider, base)]);
        let mut told = Told::default();
        let deadline = Duration::from_millis(1_200);
        let generated = client
            .text(&[candidate(provider)], &text_request(), deadline, &mut told)
            .await;
        assert_eq!(generated.result.unwrap_err().kind, FailureKind::Timeout);
        assert_eq!(generated.calls[0].usage, so_far(provider));
        assert!(told.pulses >= 1);
    }
}

#[tokio::test]
async fn a_late_head_ends_at_the_deadline_and_may_be_billed() {
    let answer = streamed(&answer(OpenAi, "Olá")).set_delay(Duration::from_secs(60));
    let server = server(answer).await;
    let (client, _) = client(&[(OpenAi, server.uri())]);
    let deadline = Duration::from_millis(300);
    let generated = client
        .text(&[candidate(OpenAi)], &text_request(), deadline, &mut ())
        .await;
    let failure = generated.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert!(!failure.certainly_free);
    let usage = Usage {
        input_tokens: 10,
        output_tokens: 0,
        estimated: true,
    };
    assert_eq!(generated.calls[0].usage, usage);
}

#[tokio::test]
async fn no_time_is_no_call() {
    let (client, _) = client(&[]);
    let mut told = Told::default();
    let generated = client
        .text(
            &[candidate(OpenAi)],
            &text_request(),
            Duration::ZERO,
            &mut told,
        )
        .await;
    let failure = generated.result.unwrap_err();
    assert_eq!(
        (failure.kind, failure.certainly_free),
        (FailureKind::Timeout, true)
    );
    assert!(told.calls.is_empty());
}

#[tokio::test]
async fn what_is_no_event_of_the_interface_is_unreadable() {
    for provider in AiProvider::ALL {
        for (body, kind) in [
            ("data: {\"half\": \n\n", "text/event-stream"),
            ("data: <html>\n\n", "text/event-stream"),
            ("{\"object\": \"response\"}", "application/json"),
            ("<html></html>", "text/html"),
            ("", "application/json"),
        ] {
            let answer = ResponseTemplate::new(200).set_body_raw(body, kind);
            let (failure, requests) = failure(provider, answer).await;
            assert_eq!(failure.kind, FailureKind::BadPayload, "{provider:?} {body}");
            assert!(!failure.certainly_free);
            assert_eq!(requests, 1);
        }
        let invalid = ResponseTemplate::new(200).set_body_raw(
            b"data: {\"type\": \"\xff\"}\n\n".to_vec(),
            "text/event-stream",
        );
        let (failure, _) = failure(provider, invalid).await;
        assert_eq!(failure.kind, FailureKind::BadPayload);
    }
}

#[tokio::test]
async fn what_a_gateway_adds_is_no_matter() {
    for provider in AiProvider::ALL {
        let mut body = format!(": hello\r\n\r\n{}", frames(&answer(provider, "Olá, café!")));
        body.push_str("data: [DONE]\n\n");
        let body = body.replacen(
            "data:",
            "data: [DONE]\n\nevent: unknown\ndata: {}\n\ndata:",
            1,
        );
        let answer = ResponseTemplate::new(200).set_body_raw(body, "text/event-stream");
        let generated = ask(provider, &server(answer).await).await;
        assert_eq!(generated.result.unwrap().text, "Olá, café!", "{provider:?}");
    }
}

/// Errors that a stream states, with the kinds they are.
fn stated_errors() -> Vec<(AiProvider, Value, FailureKind)> {
    let failed = |code: &str| {
        let error = json!({ "code": code, "message": "As it is." });
        json!({ "type": "response.failed", "response": { "status": "failed", "error": error, "usage": null } })
    };
    let error =
        |kind: &str| json!({ "type": "error", "error": { "type": kind, "message": "As it is." } });
    let flat =
        json!({ "type": "error", "code": "server_error", "message": "As it is.", "param": null });
    let google =
        |code: u16| json!({ "error": { "code": code, "message": "As it is.", "status": "X" } });
    vec![
        (OpenAi, failed("server_error"), FailureKind::Overloaded),
        (
            OpenAi,
            failed("rate_limit_exceeded"),
            FailureKind::RateLimited,
        ),
        (
            OpenAi,
            failed("insufficient_quota"),
            FailureKind::QuotaExhausted,
        ),
        (
            OpenAi,
            failed("invalid_prompt"),
            FailureKind::ContentRefused,
        ),
        (OpenAi, failed("bio_policy"), FailureKind::ContentRefused),
        (OpenAi, failed("invalid_image"), FailureKind::BadRequest),
        (
            OpenAi,
            failed("vector_store_timeout"),
            FailureKind::Overloaded,
        ),
        (OpenAi, flat, FailureKind::Overloaded),
        (
            Anthropic,
            error("overloaded_error"),
            FailureKind::Overloaded,
        ),
        (Anthropic, error("api_error"), FailureKind::Overloaded),
        (
            Anthropic,
            error("rate_limit_error"),
            FailureKind::RateLimited,
        ),
        (
            Anthropic,
            error("invalid_request_error"),
            FailureKind::BadRequest,
        ),
        (Gemini, google(503), FailureKind::Overloaded),
        (Gemini, google(429), FailureKind::RateLimited),
    ]
}

#[tokio::test]
async fn an_error_before_the_answer_is_free_and_may_be_repeated() {
    for (provider, event, kind) in stated_errors() {
        let (failure, requests) = failure(provider, streamed(std::slice::from_ref(&event))).await;
        assert_eq!(failure.kind, kind, "{event}");
        assert_eq!(failure.message.as_deref(), Some("As it is."));
        assert!(failure.certainly_free, "{event}");
        let repeated = matches!(kind, FailureKind::Overloaded | FailureKind::RateLimited);
        assert_eq!(requests, if repeated { 3 } else { 1 }, "{event}");
    }
}

#[tokio::test]
async fn an_error_in_an_answer_is_billed_and_not_repeated() {
    for (provider, event, kind) in stated_errors() {
        let mut events = begun(provider);
        events.push(event);
        let server = server(streamed(&events)).await;
        let generated = ask(provider, &server).await;
        assert_eq!(generated.result.unwrap_err().kind, kind);
        assert_eq!(generated.calls.len(), 1);
        assert!(generated.calls[0].usage.estimated);
        assert_eq!(requests(&server).await, 1);
    }
}

#[tokio::test]
async fn a_stopped_call_is_dropped_and_counted() {
    let (client, _) = client(&[
        (OpenAi, unfinished(frames(&begun(OpenAi)), true).await),
        (Gemini, server(streamed(&answer(Gemini, "Olá"))).await.uri()),
    ]);
    let candidates = [candidate(OpenAi), candidate(Gemini)];
    let at_text = Told {
        stop_at_text: true,
        ..Told::default()
    };
    let at_pulse = Told {
        stop_at_pulse: true,
        ..Told::default()
    };
    for (mut told, output_tokens) in [(at_text, 1), (at_pulse, 3)] {
        let generated = client
            .text(&candidates, &text_request(), DEADLINE, &mut told)
            .await;
        let failure = generated.result.unwrap_err();
        assert_eq!(
            (failure.kind, failure.provider),
            (FailureKind::Stopped, Some(OpenAi))
        );
        assert!(!failure.certainly_free);
        let usage = Usage {
            input_tokens: 10,
            output_tokens,
            estimated: true,
        };
        assert_eq!(generated.calls[0].usage, usage);
        assert_eq!(told.calls.len(), 1);
    }
    let mut told = Told {
        stop_at_call: Some(0),
        ..Told::default()
    };
    let generated = client
        .text(&candidates, &text_request(), DEADLINE, &mut told)
        .await;
    let failure = generated.result.unwrap_err();
    assert_eq!(
        (failure.kind, failure.certainly_free),
        (FailureKind::Stopped, true)
    );
}
