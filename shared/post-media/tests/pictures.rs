//! Pictures in memory: what is stored, and what is left of a failure.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;
use std::sync::Arc;

use bytes::Bytes;
use domain::platform::access::Role;
use domain::platform::generation::{
    AnsweredBy, Generation, GenerationResult, GenerationState, GenerationTask, ImageTask,
};
use domain::platform::id::{PostId, UserId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostFields};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use image::{DynamicImage, ImageFormat, RgbImage};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use pictures::{Format, PictureError};
use platform_store::{Claim, MediaWriteError};
use ports::{Blobs, Clock};
use post_media::{CheckedPicture, KeepError, NewPicture, Origin, PictureStore, PreviewError};

struct Fixture {
    pictures: PictureStore,
    blobs: Arc<MemoryBlobs>,
    post: PostId,
}

async fn fixture() -> Fixture {
    let start = Timestamp::from_second(1_900_000_000).unwrap();
    let clock = Arc::new(SettableClock::at(start));
    let blobs = Arc::new(MemoryBlobs::default());
    let store = platform_testkit::store(&Engine::memory().unwrap()).await;
    let ana = platform_testkit::new_user("ana", Role::Redator);
    let ana = store.create_user(ana, None, clock.now()).await.unwrap();
    let site = store.next_site_id().await.unwrap();
    let site = platform_testkit::site(site, ana.id, "https://cliente.test", clock.now());
    store.create_site(&site, None).await.unwrap();
    let id = store.next_post_id().await.unwrap();
    let fields = PostFields::default();
    let post = Post::draft(id, ana.id, site.id, fields, 0, clock.now());
    let version = platform_testkit::first_version(&post, "");
    store.create_post(&post, &version, &[]).await.unwrap();
    let pictures = PictureStore {
        store,
        blobs: blobs.clone(),
        clock,
    };
    Fixture {
        pictures,
        blobs,
        post: id,
    }
}

fn file(width: u32, height: u32, format: ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(RgbImage::new(width, height))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner().into()
}

impl Fixture {
    async fn keep(
        &self,
        bytes: Bytes,
        post: PostId,
        origin: Origin<'_>,
    ) -> Result<Media, KeepError> {
        let new = NewPicture {
            post,
            claimed_name: "Praça.html",
            texts: MediaTexts::default(),
            source: None,
            in_text: false,
        };
        let picture = CheckedPicture::check(bytes).await.unwrap();
        let kept = self.pictures.keep(new, picture, origin).await;
        kept.map(|(media, _)| media)
    }
}

#[tokio::test]
async fn a_picture_has_its_files_and_is_featured() {
    let fixture = fixture().await;
    let claim = Claim::none();
    let media = fixture
        .keep(
            file(60, 40, ImageFormat::Jpeg),
            fixture.post,
            Origin::Request(&claim),
        )
        .await
        .unwrap();
    assert_eq!(media.file_name, "praca.jpg");
    assert_eq!((media.width, media.height), (60, 40));
    let store = &fixture.pictures.store;
    assert_eq!(store.media(media.id).await.unwrap(), Some(media.clone()));
    let post = store.post(fixture.post).await.unwrap().unwrap();
    assert_eq!(post.featured_media_id, Some(media.id));
    let mut keys = [media.original_key.clone(), media.webp_key.clone()];
    keys.sort();
    assert_eq!(fixture.blobs.keys(), keys);
    fixture.pictures.remove_files(&media).await;
    assert!(fixture.blobs.keys().is_empty());
}

#[tokio::test]
async fn a_refused_record_leaves_no_files() {
    let fixture = fixture().await;
    let claim = Claim::none();
    let bytes = file(8, 8, ImageFormat::Png);
    let origin = Origin::Request(&claim);
    let error = fixture.keep(bytes, PostId(99), origin).await.unwrap_err();
    assert!(
        matches!(error, KeepError::Record(MediaWriteError::NoPost)),
        "{error}"
    );
    assert!(fixture.blobs.keys().is_empty());
}

/// A generation of an image that a worker has taken.
async fn taken(fixture: &Fixture) -> Generation {
    let pictures = &fixture.pictures;
    let (store, now) = (&pictures.store, pictures.clock.now());
    let task = GenerationTask::Image(ImageTask {
        content_id: fixture.post,
        prompt: "Uma praça".to_owned(),
        in_text: false,
    });
    let claim = Claim::none();
    let requested = store.request_generation(&claim, UserId(1), &task, None, now);
    let id = requested.await.unwrap().id;
    store.take_generation(id, now).await.unwrap().unwrap().0
}

async fn keep_generated(fixture: &Fixture, generation: &Generation) -> Generation {
    let new = NewPicture {
        post: fixture.post,
        claimed_name: "imagem",
        texts: MediaTexts {
            alt_text: "Praça com árvores".to_owned(),
            ..MediaTexts::default()
        },
        source: None,
        in_text: false,
    };
    let picture = CheckedPicture::check(file(8, 8, ImageFormat::Jpeg));
    let by = AnsweredBy {
        provider: "openai".to_owned(),
        model: "m".to_owned(),
    };
    let (picture, utc) = (picture.await.unwrap(), TimeZone::UTC);
    let kept = fixture
        .pictures
        .keep_generated(new, picture, generation, by, &[], &utc);
    kept.await.unwrap()
}

#[tokio::test]
async fn a_generated_picture_ends_its_generation() {
    let fixture = fixture().await;
    let generation = taken(&fixture).await;
    let ended = keep_generated(&fixture, &generation).await;
    assert_eq!(ended.state, GenerationState::Done);
    let store = &fixture.pictures.store;
    let result = store.generation_result(&ended).await.unwrap().unwrap();
    let GenerationResult::Image { media_id, alt_text } = result else {
        panic!("no image");
    };
    assert_eq!(alt_text.as_deref(), Some("Praça com árvores"));
    let post = store.post(fixture.post).await.unwrap().unwrap();
    assert_eq!(post.featured_media_id, Some(media_id));
    assert_eq!(fixture.blobs.keys().len(), 2);
}

#[tokio::test]
async fn a_canceled_generation_leaves_no_picture() {
    let fixture = fixture().await;
    let generation = taken(&fixture).await;
    let (store, now) = (&fixture.pictures.store, fixture.pictures.clock.now());
    store.cancel_generation(generation.id, now).await.unwrap();
    let ended = keep_generated(&fixture, &generation).await;
    assert_eq!(ended.state, GenerationState::Canceled);
    let post = store.post(fixture.post).await.unwrap().unwrap();
    assert_eq!(post.featured_media_id, None);
    assert!(fixture.blobs.keys().is_empty());
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let text = Bytes::from_static(b"<svg/>");
    let error = CheckedPicture::check(text).await.unwrap_err();
    assert_eq!(error, PictureError::Unsupported);
}

#[tokio::test]
async fn a_preview_has_at_most_1024_pixels_a_side() {
    let fixture = fixture().await;
    let claim = Claim::none();
    for (width, height, format, shown) in [
        (2_048, 1_000, ImageFormat::Png, (Format::Jpeg, 1_024, 500)),
        (600, 1_024, ImageFormat::Gif, (Format::WebP, 600, 1_024)),
    ] {
        let bytes = file(width, height, format);
        let origin = Origin::Request(&claim);
        let media = fixture.keep(bytes, fixture.post, origin).await.unwrap();
        let preview = fixture.pictures.preview(&media).await.unwrap();
        assert_eq!(
            (preview.format, preview.width, preview.height),
            (shown.0, shown.1, shown.2)
        );
        let read = pictures::inspect(preview.bytes, usize::MAX).await.unwrap();
        assert_eq!((read.format, read.width, read.height), shown);
        fixture.blobs.delete(&media.webp_key).await.unwrap();
        let error = fixture.pictures.preview(&media).await.unwrap_err();
        assert!(matches!(error, PreviewError::Missing), "{error}");
    }
}
