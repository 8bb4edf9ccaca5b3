//! Articles of each provider, and messages that are delivered twice.

use ai_client::{ModelSize, default_model};
use aws_lambda_events::event::sqs::{SqsEvent, SqsMessage};
use domain::platform::generation::{AnsweredBy, GenerationState};
use domain::platform::id::{GenerationId, SiteId};
use generation_worker::{Outcome, handle, process};
use settings::AiProvider::{self, OpenAi};

use crate::app::TestApp;

#[tokio::test]
async fn each_provider_writes_an_article() {
    for provider in AiProvider::ALL {
        let app = TestApp::new(&[(provider, "ok")]).await;
        let id = app.article().await;
        let ended = process(&app.ports, id).await.unwrap();
        assert_eq!(ended, Outcome::Ended(GenerationState::Done));
        let generation = app.generation(id).await;
        let model = default_model(provider, ModelSize::Large).unwrap();
        let by = AnsweredBy {
            provider: provider.name().to_owned(),
            model: model.to_owned(),
        };
        assert_eq!(generation.answered_by, Some(by));
        assert_eq!((generation.progress, generation.call.as_ref()), (100, None));
        let article = app.written(&generation).await;
        let title = article.title.unwrap();
        assert!(title.starts_with("Como escolher o café"), "{title}");
        assert!(!article.truncated);
        assert!(
            article
                .body
                .contains("<h2>Quanto café comprar por mês?</h2>")
        );
        assert!(!article.body.contains("<h1"));
        assert_eq!(markup::sanitise::body(&article.body), article.body);
        assert_eq!(generation.calls.len(), 1);
        let call = &generation.calls[0];
        assert!(!call.estimated && call.cost_nano_usd.is_some_and(|cost| cost > 0));
        assert_eq!(call.model, model);
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
    }
}

#[tokio::test]
async fn a_message_that_is_delivered_again_calls_nobody() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.article().await;
    let first = app.deliver(id).await;
    assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
    assert_eq!(app.generation(id).await, first);
    assert_eq!(app.asked(OpenAi), 1);
    app.assert_counted(&first).await;
}

fn message(number: usize, body: String) -> SqsMessage {
    let mut message = SqsMessage::default();
    message.message_id = Some(number.to_string());
    message.body = Some(body);
    message
}

#[tokio::test]
async fn messages_that_are_delivered_at_once_call_the_provider_once() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.article().await;
    let body = |id: GenerationId| format!(r#"{{"kind":"generation","generation_id":{id}}}"#);
    let mut event = SqsEvent::default();
    event.records = (0..5).map(|number| message(number, body(id))).collect();
    event.records.push(message(5, "nada".to_owned()));
    event.records.push(message(6, body(GenerationId(99))));
    let left = handle(&app.ports, event).await.batch_item_failures;
    let left: Vec<_> = left.into_iter().map(|one| one.item_identifier).collect();
    assert_eq!(left, ["5"], "for the dead letters");
    let generation = app.generation(id).await;
    app.written(&generation).await;
    assert_eq!(app.asked(OpenAi), 1);
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn an_unknown_generation_is_ignored() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let outcome = process(&app.ports, GenerationId(99)).await.unwrap();
    assert_eq!((outcome, app.asked(OpenAi)), (Outcome::NotNow, 0));
}

#[tokio::test]
async fn a_site_that_was_removed_gets_no_article() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.article_for(SiteId(99), "Café").await;
    let generation = app.deliver(id).await;
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, "site_gone");
    assert!(
        error.message.contains("Nada foi gerado"),
        "{}",
        error.message
    );
    assert_eq!((app.asked(OpenAi), generation.calls.len()), (0, 0));
}

#[tokio::test]
async fn without_a_key_the_setting_is_named() {
    let app = TestApp::new(&[]).await;
    let id = app.article().await;
    let error = app.deliver(id).await.error.unwrap();
    assert_eq!(error.code, "not_configured");
    assert!(
        error
            .message
            .contains("OPENAI_API_KEY, ANTHROPIC_API_KEY ou GEMINI_API_KEY")
    );
}
