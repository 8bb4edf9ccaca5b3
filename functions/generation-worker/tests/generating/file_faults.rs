//! Failures of the store of files, and slow descriptions of a picture.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::platform::generation::GenerationState;
use generation_worker::{Outcome, Ports, process};
use ports::{Blob, BlobError, Blobs, ListedBlob};
use settings::AiProvider::{Anthropic, Gemini, OpenAi};

use crate::app::TestApp;
use crate::log::Log;

/// Stores no file.
struct Full;

#[async_trait]
impl Blobs for Full {
    async fn put(&self, _: &str, _: Blob) -> Result<(), BlobError> {
        Err(BlobError::Full("no space left".to_owned()))
    }

    async fn get(&self, _: &str) -> Result<Option<Blob>, BlobError> {
        Ok(None)
    }

    async fn list(&self, _: &str, _: &str) -> Result<Vec<ListedBlob>, BlobError> {
        Ok(Vec::new())
    }

    async fn delete(&self, _: &str) -> Result<(), BlobError> {
        Ok(())
    }
}

#[tokio::test]
async fn an_image_that_cannot_be_stored_fails_with_what_it_cost() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.image().await;
    let ports = Ports {
        blobs: Arc::new(Full),
        ..app.ports.clone()
    };
    let log = Log::begin();
    let outcome = process(&ports, id).await.unwrap();
    assert_eq!(outcome, Outcome::Ended(GenerationState::Failed));
    let generation = app.generation(id).await;
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, "not_stored");
    assert!(
        error.message.contains("não pôde ser guardada"),
        "{}",
        error.message
    );
    assert!(
        log.errors()[0].contains("was not stored"),
        "{:?}",
        log.errors()
    );
    assert_eq!((generation.calls.len(), app.images_used().await), (2, 1));
    app.assert_no_picture().await;
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_silent_provider_does_not_keep_an_image_from_its_post() {
    for (others, described) in [
        (vec![(Gemini, "ok")], true),
        (vec![(Gemini, "empty")], false),
    ] {
        let mut providers = vec![(Anthropic, "stall-before")];
        providers.extend(others);
        let mut app = TestApp::new(&providers).await;
        app.ports.times.alt_text = Duration::from_secs(3);
        let id = app.image().await;
        let generation = app.deliver(id).await;
        let media = app.pictured(&generation).await;
        assert_eq!(!media.texts.alt_text.is_empty(), described);
        assert_eq!(TestApp::billed_to(&generation), [Gemini, Anthropic, Gemini]);
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
    }
}
