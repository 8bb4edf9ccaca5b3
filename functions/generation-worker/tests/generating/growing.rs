//! The text grows while the provider writes.

use std::sync::Arc;

use domain::platform::generation::{Generation, GenerationState};
use generation_worker::process;
use settings::AiProvider;
use tokio::task::yield_now;

use crate::app::{TestApp, service};

/// An answer of eight paragraphs with something that must never be shown.
fn answer() -> String {
    let paragraphs = (1..=8).map(|number| {
        format!("<p>Parágrafo {number} com <script>alert({number})</script>uma frase e <strong>ênfase</strong>.</p>\n")
    });
    format!(
        "<h1>Título do texto</h1>\n{}",
        paragraphs.collect::<String>()
    )
}

/// The generation after its next write.
async fn next(app: &TestApp, before: &Generation) -> Generation {
    loop {
        let generation = app.generation(before.id).await;
        if generation.revision > before.revision {
            return generation;
        }
        yield_now().await;
    }
}

#[tokio::test]
async fn the_text_so_far_is_a_growing_beginning_of_the_article() {
    for provider in AiProvider::ALL {
        let mut app = TestApp::new(&[(provider, "slow")]).await;
        app.store_every_piece();
        app.fakes.answer_with(service(provider), answer());
        let app = Arc::new(app);
        let id = app.article().await;
        let worker = tokio::spawn({
            let app = app.clone();
            async move { process(&app.ports, id).await.unwrap() }
        });
        let mut generation = app.generation(id).await;
        let mut texts = vec![String::new()];
        while !generation.is_over() {
            app.fakes.go_on(1);
            let later = next(&app, &generation).await;
            assert!(later.progress >= generation.progress);
            assert!(later.progress < 100 || later.state == GenerationState::Done);
            let text = app.partial(&later).await;
            let last = texts.last().unwrap();
            assert!(text.starts_with(last.as_str()), "{text}");
            assert_eq!(markup::sanitise::body(&text), text);
            if text != *last {
                texts.push(text);
            }
            generation = later;
        }
        worker.await.unwrap();
        assert!(texts.len() > 6, "{texts:?}");
        let article = app.written(&generation).await;
        assert!(article.body.starts_with(texts.last().unwrap().as_str()));
        assert_eq!(article.body.matches("<p>Parágrafo").count(), 8);
        assert!(!article.body.contains("script") && !article.body.contains("alert"));
        assert_eq!(generation.progress, 100);
        app.assert_billed(&generation);
    }
}
