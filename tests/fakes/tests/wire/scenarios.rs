//! Faults that keys choose.

use serde_json::Value;
use service_fakes::{FakeServices, Service};

use crate::client::{PROVIDERS, ask, questions, request, text_of};

#[tokio::test]
async fn errors_have_the_status_of_each_provider() {
    let fakes = FakeServices::start().await.unwrap();
    for (key, statuses) in [
        ("sk-noquota", [429, 400, 429]),
        ("sk-limit-always", [429, 429, 429]),
        ("sk-overload", [503, 529, 503]),
        ("sk-filter", [400, 200, 200]),
        ("sk-nomodel", [404, 404, 404]),
        ("sk-nopermission", [403, 403, 403]),
        ("sk-html-502", [502, 502, 502]),
        ("sk-garbage", [200, 200, 200]),
    ] {
        for (service, status) in PROVIDERS.into_iter().zip(statuses) {
            for stream in [false, true] {
                let body = request(service, "Diga algo.", None, stream);
                let answer = ask(&fakes, service, key, &body, stream).await.unwrap();
                assert_eq!(answer.status, status, "{service:?} {key}");
                let is_billed = key == "sk-filter" && service != Service::OpenAi;
                assert_eq!(fakes.billed(service, key).calls > 0, is_billed);
            }
        }
    }
}

#[tokio::test]
async fn a_limited_call_has_a_hint_and_the_second_one_succeeds() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let body = request(service, "Diga algo.", None, false);
        let answer = ask(&fakes, service, "sk-limit", &body, false)
            .await
            .unwrap();
        assert_eq!(answer.status, 429);
        match service {
            Service::OpenAi => assert_eq!(answer.headers["retry-after-ms"], "100"),
            Service::Anthropic => assert_eq!(answer.headers["retry-after"], "1"),
            _ => {
                let body = answer.json().await;
                assert_eq!(body["error"]["details"][1]["retryDelay"], "0.1s");
            }
        }
        for key in ["sk-limit", "sk-overload-once"] {
            let first = key == "sk-overload-once";
            if first {
                let answer = ask(&fakes, service, key, &body, false).await.unwrap();
                assert!(answer.status.is_server_error());
            }
            let answer = ask(&fakes, service, key, &body, false).await.unwrap();
            assert_eq!(answer.status, 200, "{service:?} {key}");
        }
    }
}

#[tokio::test]
async fn a_cut_answer_breaks_and_is_billed() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        for stream in [false, true] {
            let body = request(service, "Diga algo.", None, stream);
            let mut answer = ask(&fakes, service, "sk-cut", &body, stream).await.unwrap();
            let mut bytes = 0;
            let broken = loop {
                match answer.piece().await {
                    Some(Ok(piece)) => bytes += piece.len(),
                    Some(Err(_)) => break true,
                    None => break false,
                }
            };
            assert!(broken && bytes > 1000, "{service:?}: {bytes}");
        }
        assert_eq!(fakes.billed(service, "sk-cut").calls, 2);
    }
}

#[tokio::test]
async fn a_stalled_answer_sends_pieces_and_waits() {
    for service in PROVIDERS {
        let fakes = FakeServices::start().await.unwrap();
        let body = request(service, "Diga algo.", None, true);
        let mut answer = ask(&fakes, service, "sk-stall", &body, true).await.unwrap();
        assert!(!answer.piece().await.unwrap().unwrap().is_empty());
        let rest = async { while answer.piece().await.is_some() {} };
        tokio::select! {
            () = rest => panic!("the stalled answer ended"),
            () = fakes.wait_for_waiting(1) => {}
        }
        assert_eq!(fakes.billed(service, "sk-stall").calls, 1);
    }
}

#[tokio::test]
async fn a_call_that_is_never_answered_is_billed() {
    for service in PROVIDERS {
        let fakes = FakeServices::start().await.unwrap();
        let body = request(service, "Diga algo.", None, false);
        tokio::select! {
            answer = ask(&fakes, service, "sk-stall-before", &body, false) => {
                panic!("an answer came: {}", answer.is_ok());
            }
            () = fakes.wait_for_waiting(1) => {}
        }
        fakes.wait_for_calls(service, 1).await;
        assert_eq!(fakes.billed(service, "sk-stall-before").calls, 1);
    }
}

#[tokio::test]
async fn a_reset_connection_has_no_response() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let body = request(service, "Diga algo.", None, false);
        let answer = ask(&fakes, service, "sk-reset", &body, false).await;
        assert!(answer.is_err(), "{service:?}");
        assert_eq!(fakes.calls(service).len(), 1);
        assert_eq!(fakes.billed(service, "sk-reset").calls, 0);
    }
}

#[tokio::test]
async fn damaged_json_comes_in_three_forms() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let body = request(service, "Escreva 3 perguntas.", Some(&questions()), false);
        let mut texts = Vec::new();
        for _ in 0..3 {
            let answer = ask(&fakes, service, "sk-badjson", &body, false).await;
            texts.push(text_of(service, &answer.unwrap().json().await));
        }
        assert!(texts[0].starts_with("Claro!"), "{}", texts[0]);
        assert!(texts[1].starts_with("```json\n{"), "{}", texts[1]);
        assert!(texts[2].starts_with('{'), "{}", texts[2]);
        let whole = |text: &String| serde_json::from_str::<Value>(text).is_ok();
        assert!(!texts.iter().any(whole));
    }
}

#[tokio::test]
async fn an_empty_answer_succeeds_without_text() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let body = request(service, "Diga algo.", None, false);
        let answer = ask(&fakes, service, "sk-empty", &body, false)
            .await
            .unwrap();
        assert_eq!(answer.status, 200);
        assert_eq!(text_of(service, &answer.json().await), "");
    }
}
