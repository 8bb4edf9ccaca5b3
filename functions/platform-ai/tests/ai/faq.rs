//! Questions and answers: how many, none twice, asked for again once.

use serde_json::{Value, json};
use service_fakes::Service;
use settings::AiProvider::{self, OpenAi};

use crate::app::TestApp;

const ANSWER: &str = "A água para o café fica entre 90 e 96 graus. Ferva, espere um minuto e despeje devagar, em círculos, \
                      para molhar todo o pó por igual.";

/// An answer of a provider with these questions.
fn items(questions: &[&str]) -> String {
    let items: Vec<Value> = questions
        .iter()
        .map(|question| json!({ "question": question, "answer": ANSWER }))
        .collect();
    json!({ "items": items }).to_string()
}

/// The questions of a response.
fn questions(body: &Value) -> Vec<&str> {
    let items = body["items"].as_array().unwrap();
    let questions = items.iter().map(|item| item["question"].as_str().unwrap());
    questions.collect()
}

fn wish(app: &TestApp, count: usize, existing: &[&str]) -> Value {
    let existing: Vec<Value> = existing
        .iter()
        .map(|question| json!({ "question": question, "answer": "Sim." }))
        .collect();
    json!({ "site_id": app.site.0, "count": count, "title": "Café coado em casa", "items": existing })
}

const ROUTE: &str = "/posts/generate-faq";

#[tokio::test]
async fn three_five_seven_or_ten_questions_are_generated() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    for count in 0..=12 {
        let answer = app.post(ROUTE, wish(&app, count, &[])).await;
        if [3, 5, 7, 10].contains(&count) {
            let body = answer.expect(200).json;
            assert_eq!(questions(&body).len(), count);
            assert_eq!(
                (&body["generated"], &body["missing"]),
                (&json!(count), &json!(0))
            );
        } else {
            answer.assert_error(422, "invalid_fields");
            assert_eq!(answer.issue_fields(), ["count"]);
            assert_eq!(
                answer.json["issues"][0]["message"],
                "Peça 3, 5, 7 ou 10 perguntas."
            );
        }
    }
    for count in [json!(-3), json!("3"), json!(3.5), Value::Null] {
        let mut body = wish(&app, 3, &[]);
        body["count"] = count;
        let refused = app.post(ROUTE, body).await;
        refused.assert_error(422, "invalid_fields");
        assert_eq!(refused.issue_fields(), ["count"]);
    }
}

#[tokio::test]
async fn questions_can_be_asked_for_without_a_limit() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    for _ in 0..60 {
        let answer = app.post(ROUTE, wish(&app, 3, &[])).await;
        assert_eq!(answer.expect(200).json["generated"], 3);
    }
    assert_eq!(app.asked(OpenAi), 60);
}

#[tokio::test]
async fn new_questions_follow_those_that_were_sent() {
    for provider in AiProvider::ALL {
        let app = TestApp::with_keys(&[(provider, "")]).await;
        let sent = ["Minha pergunta?", "Outra, sem ponto"];
        let body = app.post(ROUTE, wish(&app, 3, &sent)).await.expect(200).json;
        assert_eq!(questions(&body)[..2], sent);
        assert_eq!(body["items"][0]["answer"], "Sim.");
        assert_eq!(body["items"].as_array().unwrap().len(), 5);
        assert_eq!(body["generated"], 3);
        assert_eq!(body["provider"], provider.name());
        assert_eq!(app.used().await, app.billed(&[(provider, "")]));
        assert_eq!(app.asked(provider), 1);
    }
}

#[tokio::test]
async fn a_repeated_question_is_left_out_and_asked_for_again_once() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let first = [
        "QUAL E A TEMPERATURA, DA AGUA",
        "Quanto pó usar?",
        "quanto po usar",
    ];
    app.fakes.answer_with(Service::OpenAi, items(&first));
    let second = ["Quanto pó usar?", "Que filtro usar?"];
    app.fakes.answer_with(Service::OpenAi, items(&second));
    let wish = wish(&app, 3, &["Qual é a temperatura da água?"]);
    let body = app.post(ROUTE, wish).await.expect(200).json;
    assert_eq!(
        questions(&body),
        [
            "Qual é a temperatura da água?",
            "Quanto pó usar?",
            "Que filtro usar?"
        ]
    );
    assert_eq!(
        (&body["generated"], &body["missing"]),
        (&json!(2), &json!(1))
    );
    let calls = app.fakes.calls(Service::OpenAi);
    assert_eq!(calls.len(), 2);
    let again = calls[1].body.as_ref().unwrap().to_string();
    assert!(again.contains("exatamente 2 perguntas"), "{again}");
    assert!(again.contains("Quanto pó usar?"), "{again}");
    let used = app.used().await;
    assert_eq!((used, used.calls), (app.billed(&[(OpenAi, "")]), 2));
    assert_eq!(body["usage"]["input_tokens"], used.input_tokens);
}

#[tokio::test]
async fn what_the_first_answer_holds_is_kept_when_the_second_fails() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    app.fakes.answer_with(
        Service::OpenAi,
        items(&["Quanto pó usar?", "Que filtro usar?"]),
    );
    for _ in 0..2 {
        app.fakes.answer_with(Service::OpenAi, "Não sei mais nada");
    }
    let body = app.post(ROUTE, wish(&app, 3, &[])).await.expect(200).json;
    assert_eq!(questions(&body), ["Quanto pó usar?", "Que filtro usar?"]);
    assert_eq!(
        (&body["generated"], &body["missing"]),
        (&json!(2), &json!(1))
    );
    let used = app.used().await;
    assert_eq!((used, used.calls), (app.billed(&[(OpenAi, "")]), 3));
    assert_eq!(body["usage"]["output_tokens"], used.output_tokens);
}

#[tokio::test]
async fn an_item_fewer_than_asked_for_is_asked_for_again() {
    for provider in AiProvider::ALL {
        let app = TestApp::with_keys(&[(provider, "wrongcount")]).await;
        let body = app.post(ROUTE, wish(&app, 5, &[])).await.expect(200).json;
        assert_eq!(app.asked(provider), 2);
        let (generated, missing) = (&body["generated"], &body["missing"]);
        assert_eq!(generated.as_u64().unwrap() + missing.as_u64().unwrap(), 5);
        assert_eq!(app.used().await, app.billed(&[(provider, "wrongcount")]));
    }
}

#[tokio::test]
async fn an_answer_of_another_form_is_read() {
    // In turn: prose around the JSON, a Markdown fence, JSON that is cut off.
    for provider in AiProvider::ALL {
        let app = TestApp::with_keys(&[(provider, "badjson")]).await;
        for _ in 0..3 {
            let body = app.post(ROUTE, wish(&app, 3, &[])).await.expect(200).json;
            assert!(!questions(&body).is_empty());
            assert!(body["generated"].as_u64().unwrap() >= 1);
        }
        assert_eq!(app.used().await, app.billed(&[(provider, "badjson")]));
    }
}

#[tokio::test]
async fn no_markup_of_an_answer_comes_through() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let answer = format!("<p>{ANSWER}</p><script>alert(1)</script><img src=x onerror=alert(2)>");
    let item =
        json!({ "question": "<b>Quanto</b> pó<script>alert(3)</script> usar", "answer": answer });
    let three = json!({ "items": [item, { "question": "Que filtro?", "answer": ANSWER }, { "question": "Qual moagem?", "answer": ANSWER }] });
    app.fakes.answer_with(Service::OpenAi, three.to_string());
    let body = app.post(ROUTE, wish(&app, 3, &[])).await.expect(200).json;
    assert_eq!(
        body["items"][0],
        json!({ "question": "Quanto pó usar?", "answer": ANSWER })
    );
}

#[tokio::test]
async fn manual_items_have_the_limits_of_a_saved_post() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let with = |items: Value| {
        let mut body = wish(&app, 3, &[]);
        body["items"] = items;
        body
    };
    let item = |question: usize, answer: usize| json!({ "question": "é".repeat(question), "answer": "ã".repeat(answer) });
    let many = vec![item(1, 1); 101];
    for items in [json!([item(501, 1)]), json!([item(1, 5_001)]), json!(many)] {
        let refused = app.post(ROUTE, with(items)).await;
        refused.assert_error(422, "invalid_fields");
        assert_eq!(refused.issue_fields(), ["items"]);
    }
    assert_eq!(app.asked(OpenAi), 0);
    app.post(ROUTE, with(json!([item(500, 5_000)])))
        .await
        .expect(200);
}
