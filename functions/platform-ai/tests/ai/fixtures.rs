//! Posts, pictures, and generations as a worker leaves them.

use std::io::Cursor;

use bytes::Bytes;
use domain::platform::generation::{
    AnsweredBy, Article, Generation, GenerationError, GenerationResult,
};
use domain::platform::id::{GenerationId, PostId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostFields};
use domain::platform::token_usage::BilledCall;
use image::{DynamicImage, ImageFormat, RgbImage};
use platform_store::{Claim, GenerationEnd, PostChange};
use platform_testkit::{TestUser, first_version};
use post_media::{CheckedPicture, NewPicture, Origin, PictureStore};
use serde_json::json;

use crate::app::TestApp;

impl TestApp {
    /// A post of `owner` on the site.
    pub async fn draft(&self, owner: &TestUser) -> PostId {
        let store = &self.ports.store;
        let id = store.next_post_id().await.unwrap();
        let fields = PostFields {
            title: "Café coado em casa".into(),
            focus_keyword: "café coado".into(),
            ..PostFields::default()
        };
        let post = Post::draft(id, owner.id, self.site, fields, 0, self.now());
        let version = first_version(&post, "");
        store.create_post(&post, &version, &[]).await.unwrap();
        id
    }

    /// Deletes a post softly.
    pub async fn delete(&self, id: PostId) {
        let stored = self.ports.store.post(id).await.unwrap().unwrap();
        let change = PostChange::of(&stored, |post| post.deleted_at = Some(post.created_at));
        self.ports.store.save_post(change).await.unwrap();
    }

    /// A blue picture of a post, twice as wide as high.
    pub async fn picture(&self, post: PostId, width: u32) -> Media {
        let image = RgbImage::from_pixel(width, width / 2, image::Rgb([20, 40, 200]));
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(image)
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        let picture = CheckedPicture::check(Bytes::from(bytes.into_inner()));
        let new = NewPicture {
            post,
            claimed_name: "azul.png",
            texts: MediaTexts::default(),
            source: None,
            in_text: false,
        };
        let pictures = PictureStore {
            store: self.ports.store.clone(),
            blobs: self.ports.blobs.clone(),
            clock: self.ports.clock.clone(),
        };
        let claim = Claim::none();
        let kept = pictures.keep(new, picture.await.unwrap(), Origin::Request(&claim));
        kept.await.unwrap().0
    }

    /// A queued article of the writer.
    pub async fn article(&self) -> GenerationId {
        let body = json!({ "site_id": self.site.0, "prompt": "Café coado em casa" });
        let queued = self.post("/posts/generate-content", body).await.expect(202);
        GenerationId(queued.json["id"].as_u64().unwrap())
    }

    /// A worker takes a generation.
    pub async fn take(&self, id: GenerationId) -> Generation {
        let taken = self.ports.store.take_generation(id, self.now()).await;
        taken.unwrap().unwrap().0
    }

    /// The worker notes a call.
    pub async fn call(&self, generation: &Generation, provider: &str, model: &str) -> Generation {
        let store = &self.ports.store;
        let noted = store.note_generation_call(generation, provider, model, self.now());
        noted.await.unwrap().unwrap()
    }

    /// The worker adds text.
    pub async fn write(&self, generation: &Generation, text: &str, progress: u8) -> Generation {
        let store = &self.ports.store;
        let advanced = store.advance_generation(generation, text, progress, self.now());
        advanced.await.unwrap().unwrap()
    }

    /// The worker ends a generation.
    pub async fn end(
        &self,
        generation: &Generation,
        end: GenerationEnd,
        calls: &[BilledCall],
    ) -> Generation {
        let store = &self.ports.store;
        let ended = store.end_generation(generation, &end, calls, &self.ports.zone, self.now());
        ended.await.unwrap()
    }

    /// A running article with this text so far.
    pub async fn running(&self, text: &str) -> Generation {
        let taken = self.take(self.article().await).await;
        let called = self.call(&taken, "openai", "gpt-6.1-sol").await;
        self.write(&called, text, 30).await
    }
}

/// A call that was billed.
pub fn bill(provider: &str, model: &str, tokens: (u64, u64), cost: Option<u64>) -> BilledCall {
    BilledCall {
        provider: provider.into(),
        model: model.into(),
        input_tokens: tokens.0,
        output_tokens: tokens.1,
        estimated: false,
        cost_nano_usd: cost,
    }
}

/// The end of an article.
pub fn done() -> GenerationEnd {
    GenerationEnd::Done {
        result: GenerationResult::Article(Article {
            title: Some("Café coado em casa".into()),
            body: "<p>O café coado é o mais simples.</p>".into(),
            truncated: true,
            dropped_links: vec!["https://cliente.example/preco".to_owned()],
            dropped_pictures: vec!["https://cliente.example/foto.jpg".to_owned()],
        }),
        answered_by: AnsweredBy {
            provider: "anthropic".into(),
            model: "claude-sonnet-5-5".into(),
        },
    }
}

/// A failure without a bill.
pub fn failed() -> GenerationEnd {
    GenerationEnd::Failed {
        error: GenerationError {
            code: "invalid_key".into(),
            message: "OpenAI não aceitou a chave de API.".into(),
            provider_message: Some("Incorrect API key provided.".into()),
        },
        certainly_free: true,
    }
}
