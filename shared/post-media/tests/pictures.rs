//! Pictures in memory: what is stored, and what is left of a failure.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;
use std::sync::Arc;

use bytes::Bytes;
use domain::platform::access::Role;
use domain::platform::id::PostId;
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostFields};
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use image::{DynamicImage, ImageFormat, RgbImage};
use jiff::Timestamp;
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
    let id = fixture.pictures.store.next_media_id().await.unwrap();
    let claim = Claim::none();
    for origin in [Origin::Request(&claim), Origin::Work(id)] {
        let bytes = file(8, 8, ImageFormat::Png);
        let error = fixture.keep(bytes, PostId(99), origin).await.unwrap_err();
        assert!(
            matches!(error, KeepError::Record(MediaWriteError::NoPost)),
            "{error}"
        );
        assert!(fixture.blobs.keys().is_empty());
    }
}

#[tokio::test]
async fn repeated_work_leaves_the_picture_of_the_first_time_with_its_files() {
    let fixture = fixture().await;
    let id = fixture.pictures.store.next_media_id().await.unwrap();
    let keep = || fixture.keep(file(8, 8, ImageFormat::Png), fixture.post, Origin::Work(id));
    let media = keep().await.unwrap();
    let error = keep().await.unwrap_err();
    assert!(
        matches!(&error, KeepError::Record(MediaWriteError::Items(error)) if error.is_conflict()),
        "{error}"
    );
    let stored = fixture.pictures.store.media(id).await.unwrap();
    assert_eq!(stored, Some(media));
    assert_eq!(fixture.blobs.keys().len(), 2);
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
