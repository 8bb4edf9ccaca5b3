//! Images that are generated and added to their post.

use ai_client::{ModelSize, default_model};
use bytes::Bytes;
use domain::platform::generation::{AnsweredBy, Generation, GenerationResult, GenerationState};
use domain::platform::media::Media;
use generation_worker::{Outcome, process};
use ports::Blobs;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};

use crate::app::{POST, TestApp};

impl TestApp {
    /// The one picture of the post, which `generation` made.
    pub async fn pictured(&self, generation: &Generation) -> Media {
        assert_eq!(
            generation.state,
            GenerationState::Done,
            "{:?}",
            generation.error
        );
        let store = &self.ports.store;
        let mut all = store.post_media(POST).await.unwrap();
        assert_eq!(all.len(), 1);
        let media = all.remove(0);
        let result = store.generation_result(generation).await.unwrap();
        let alt_text = Some(media.texts.alt_text.clone()).filter(|text| !text.is_empty());
        let expected = GenerationResult::Image {
            media_id: media.id,
            alt_text,
        };
        assert_eq!(result, Some(expected));
        let post = store.post(POST).await.unwrap().unwrap();
        assert_eq!(post.featured_media_id, Some(media.id));
        assert_eq!(
            self.blobs.keys(),
            [media.original_key.clone(), media.webp_key.clone()]
        );
        media
    }

    /// Checks that no picture was stored.
    pub async fn assert_no_picture(&self) {
        let store = &self.ports.store;
        assert_eq!(store.post_media(POST).await.unwrap(), []);
        assert_eq!(
            store.post(POST).await.unwrap().unwrap().featured_media_id,
            None
        );
        assert_eq!(self.blobs.keys(), Vec::<String>::new());
    }

    async fn file(&self, key: &str) -> Bytes {
        self.blobs.get(key).await.unwrap().unwrap().bytes
    }
}

#[tokio::test]
async fn each_provider_makes_an_image_for_the_post() {
    for (provider, mime, start, size) in [
        (
            OpenAi,
            "image/jpeg",
            b"\xff\xd8".as_slice(),
            Some((1536, 1024)),
        ),
        (Gemini, "image/png", b"\x89PNG", None),
    ] {
        let app = TestApp::new(&[(provider, "ok")]).await;
        let id = app.image().await;
        let generation = app.deliver(id).await;
        let media = app.pictured(&generation).await;
        assert_eq!(
            (media.mime_type.as_str(), media.host_media_id),
            (mime, None)
        );
        assert!(media.width > media.height);
        assert!(size.is_none_or(|size| size == (media.width, media.height)));
        let original = app.file(&media.original_key).await;
        assert!(original.starts_with(start));
        assert_eq!(original.len() as u64, media.bytes);
        assert!(app.file(&media.webp_key).await.starts_with(b"RIFF"));
        assert!(media.file_name.starts_with(&format!("imagem-{id}.")));
        let by = AnsweredBy {
            provider: provider.name().to_owned(),
            model: default_model(provider, ModelSize::Image)
                .unwrap()
                .to_owned(),
        };
        assert_eq!(
            (generation.answered_by.as_ref(), generation.progress),
            (Some(&by), 100)
        );
        assert!(
            !media.texts.alt_text.is_empty(),
            "a provider of texts looks at the picture"
        );
        let models: Vec<_> = generation
            .calls
            .iter()
            .map(|call| call.model.as_str())
            .collect();
        let small = default_model(provider, ModelSize::Small).unwrap();
        assert_eq!(models, [by.model.as_str(), small]);
        assert_eq!((app.asked(provider), app.images_used().await), (2, 1));
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
        assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
        assert_eq!(app.asked(provider), 2);
        app.pictured(&generation).await;
    }
}

#[tokio::test]
async fn messages_that_are_delivered_at_once_make_one_image() {
    let app = TestApp::new(&[(Gemini, "ok")]).await;
    let id = app.image().await;
    let (one, two) = tokio::join!(process(&app.ports, id), process(&app.ports, id));
    let ended = [one.unwrap(), two.unwrap()];
    assert!(ended.contains(&Outcome::NotNow));
    let generation = app.generation(id).await;
    app.pictured(&generation).await;
    assert_eq!(app.asked(Gemini), 2);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn an_image_without_an_alternative_text_is_kept() {
    for scenario in ["empty", "refusal", "badjson-x", "failed"] {
        let app = TestApp::new(&[(Gemini, scenario)]).await;
        let id = app.image().await;
        let generation = app.deliver(id).await;
        let media = app.pictured(&generation).await;
        if scenario != "badjson-x" {
            assert_eq!(media.texts.alt_text, "", "{scenario}");
        }
        // The call that suggested nothing is recorded too.
        assert_eq!(
            TestApp::billed_to(&generation),
            [Gemini, Gemini],
            "{scenario}"
        );
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
    }
}

#[tokio::test]
async fn the_alternative_text_comes_from_the_default_provider_of_texts() {
    let app = TestApp::new(&[(Anthropic, "ok"), (Gemini, "ok")]).await;
    let id = app.image().await;
    let generation = app.deliver(id).await;
    let media = app.pictured(&generation).await;
    assert!(!media.texts.alt_text.is_empty());
    assert_eq!(TestApp::billed_to(&generation), [Gemini, Anthropic]);
    // Anthropic looks at the picture, and is not asked for one.
    let calls = app.fakes.calls(service_fakes::Service::Anthropic);
    assert_eq!(calls.len(), 1);
    assert!(
        calls[0]
            .body
            .as_ref()
            .unwrap()
            .to_string()
            .contains("\"image/jpeg\"")
    );
    app.assert_billed(&generation);
}

#[tokio::test]
async fn a_provider_without_images_is_not_asked_for_one() {
    let app = TestApp::new(&[(Anthropic, "ok")]).await;
    let id = app.image().await;
    let error = app.deliver(id).await.error.unwrap();
    assert_eq!(error.code, "not_configured");
    assert!(
        error.message.contains("OPENAI_API_KEY ou GEMINI_API_KEY"),
        "{}",
        error.message
    );
    assert_eq!((app.asked(Anthropic), app.images_used().await), (0, 0));
    app.assert_no_picture().await;
}

#[tokio::test]
async fn the_other_provider_makes_the_image_when_the_first_one_fails_for_free() {
    for (first, second) in [(OpenAi, Gemini), (Gemini, OpenAi)] {
        for (scenario, times) in [
            ("bad", 1),
            ("noquota", 1),
            ("limit-always", 1),
            ("overload", 3),
            ("nomodel", 1),
            ("nopermission", 1),
            ("html-502", 1),
        ] {
            let app = TestApp::new(&[(first, scenario), (second, "ok")]).await;
            let id = app.image().await;
            let generation = app.deliver(id).await;
            app.pictured(&generation).await;
            assert_eq!(
                generation.answered_by.clone().unwrap().provider,
                second.name()
            );
            let asked = images_asked(&app, first);
            assert_eq!(asked, times, "{first:?} {scenario}");
            assert_eq!(TestApp::billed_to(&generation), [second, second]);
            app.assert_billed(&generation);
            app.assert_counted(&generation).await;
        }
    }
}

/// Number of images that a provider was asked for.
pub fn images_asked(app: &TestApp, provider: AiProvider) -> usize {
    let calls = app.fakes.calls(crate::app::service(provider));
    let is_image = |path: &str| path.contains("images") || path.contains("nano-banana");
    calls.iter().filter(|call| is_image(&call.path)).count()
}
