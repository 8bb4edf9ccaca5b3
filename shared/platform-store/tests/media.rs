//! The newest image of a post is its featured image, also under concurrent additions and removals.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "media/generated.rs"]
mod generated;

use bytes::Bytes;
use std::sync::Arc;

use domain::platform::id::{MediaId, PostId, SiteId, UserId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::site_record::Site;
use embedded::clock::SystemClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use items::{Condition, Entry, Key, Table};
use jiff::{SignedDuration, Timestamp};
use platform_store::{MediaWriteError, PlatformStore, PostChange};
use ports::{Blob, Blobs, Clock as _};
use vault::password::PasswordHash;

const POST: PostId = PostId(1);

fn now() -> Timestamp {
    Timestamp::from_second(1_900_000_000).unwrap()
}

/// A site with its owner.
async fn open_site(store: &PlatformStore, now: Timestamp) {
    let hash = PasswordHash::from_stored("unused");
    let (owner, _) = store
        .ensure_admin("Ana", "ana@agencia.example", hash, now)
        .await
        .unwrap();
    let site = Site {
        name: "Cliente".into(),
        url: "https://cliente.example".into(),
        ..Site::new(SiteId(1), owner.id, now)
    };
    store.create_site(&site, None).await.unwrap();
}

/// A store with one post.
async fn store() -> PlatformStore {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    let store = PlatformStore::new(table);
    open_site(&store, now()).await;
    let post = Post::draft(POST, UserId(1), SiteId(1), PostFields::default(), 0, now());
    let version = PostVersion {
        number: 1,
        title: String::new(),
        body: String::new(),
        user_id: UserId(1),
        created_at: now(),
    };
    store.create_post(&post, &version, &[]).await.unwrap();
    store
}

async fn picture(store: &PlatformStore) -> Media {
    let id = store.next_media_id().await.unwrap();
    Media {
        id,
        content_id: POST,
        file_name: "foto.jpg".into(),
        mime_type: "image/jpeg".into(),
        width: 1200,
        height: 800,
        bytes: 123_456,
        original_key: format!("posts/{POST}/media/{id}/original.jpg"),
        webp_key: format!("posts/{POST}/media/{id}/webp.webp"),
        texts: MediaTexts {
            alt_text: "Uma praça".into(),
            ..MediaTexts::default()
        },
        host_media_id: Some(12),
        host_origin: None,
        host_url: None,
        in_text: false,
        source: None,
        created_at: now(),
        version: 1,
    }
}

async fn added(store: &PlatformStore) -> Media {
    let media = picture(store).await;
    store.add_media(&media).await.unwrap();
    media
}

async fn featured(store: &PlatformStore) -> Option<MediaId> {
    store.post(POST).await.unwrap().unwrap().featured_media_id
}

async fn ids(store: &PlatformStore) -> Vec<MediaId> {
    let media = store.post_media(POST).await.unwrap();
    media.into_iter().map(|media| media.id).collect()
}

#[tokio::test]
async fn an_added_image_is_found_and_featured() {
    let store = store().await;
    let (first, second) = (added(&store).await, added(&store).await);
    assert_eq!(store.media(first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(ids(&store).await, [second.id, first.id]);
    assert_eq!(featured(&store).await, Some(second.id));
}

#[tokio::test]
async fn a_late_upload_of_an_earlier_image_does_not_replace_the_newest_as_featured() {
    let store = store().await;
    let (earlier, latest) = (picture(&store).await, picture(&store).await);
    store.add_media(&latest).await.unwrap();
    store.add_media(&earlier).await.unwrap();
    assert_eq!(featured(&store).await, Some(latest.id));
}

#[tokio::test]
async fn removing_the_featured_image_features_the_next_newest() {
    let store = store().await;
    let (first, second, third) = (
        added(&store).await,
        added(&store).await,
        added(&store).await,
    );
    store.remove_media(&second).await.unwrap();
    assert_eq!(featured(&store).await, Some(third.id));
    store.remove_media(&third).await.unwrap();
    assert_eq!(featured(&store).await, Some(first.id));
    let again = store.remove_media(&third).await;
    assert!(matches!(again, Err(MediaWriteError::Stale)));
    store.remove_media(&first).await.unwrap();
    assert_eq!(featured(&store).await, None);
    assert!(ids(&store).await.is_empty());
}

#[tokio::test]
async fn a_deleted_or_unknown_post_rejects_images() {
    let store = store().await;
    let media = picture(&store).await;
    let lost = Media {
        content_id: PostId(9),
        ..media.clone()
    };
    assert!(matches!(
        store.add_media(&lost).await,
        Err(MediaWriteError::NoPost)
    ));
    let post = store.post(POST).await.unwrap().unwrap();
    let change = PostChange::of(&post, |post| post.deleted_at = Some(now()));
    store.save_post(change).await.unwrap();
    assert!(matches!(
        store.add_media(&media).await,
        Err(MediaWriteError::PostDeleted)
    ));
}

#[tokio::test]
async fn one_of_two_updates_of_the_same_version_is_stale() {
    let store = store().await;
    let before = added(&store).await;
    let after = |text: &str| Media {
        texts: MediaTexts {
            caption: text.into(),
            ..before.texts.clone()
        },
        version: 2,
        ..before.clone()
    };
    store.update_media(&before, &after("a")).await.unwrap();
    let late = store.update_media(&before, &after("b")).await;
    assert!(matches!(late, Err(MediaWriteError::Stale)));
    let stored = store.media(before.id).await.unwrap().unwrap();
    assert_eq!(stored.texts.caption, "a");
}

#[tokio::test]
async fn concurrent_writers_leave_the_newest_image_featured() {
    let store = store().await;
    let old = added(&store).await;
    let mut writers = Vec::new();
    for n in 0..8 {
        let (store, old) = (store.clone(), old.clone());
        writers.push(tokio::spawn(async move {
            if n == 3 {
                store.remove_media(&old).await.unwrap();
            } else {
                added(&store).await;
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let ids = ids(&store).await;
    assert_eq!(ids.len(), 7);
    assert_eq!(featured(&store).await, ids.first().copied());
}

#[tokio::test]
async fn an_image_inside_the_text_is_never_the_featured_one() {
    let store = store().await;
    let cover = added(&store).await;
    let inside = Media {
        in_text: true,
        host_url: Some("https://cliente.example/a.webp".into()),
        ..picture(&store).await
    };
    store.add_media(&inside).await.unwrap();
    assert_eq!(store.media(inside.id).await.unwrap(), Some(inside.clone()));
    assert_eq!(featured(&store).await, Some(cover.id));
    assert_eq!(ids(&store).await, [cover.id]);
    store.remove_media(&cover).await.unwrap();
    assert_eq!(featured(&store).await, None);
    store.remove_media(&inside).await.unwrap();
    assert_eq!(store.media(inside.id).await.unwrap(), None);
}

#[tokio::test]
async fn files_that_no_record_names_are_removed_after_a_day() {
    let store = store().await;
    let media = added(&store).await;
    let (damaged, missing) = (picture(&store).await, picture(&store).await);
    let aside = added(&store).await;
    let record = Key::new(format!("MEDIA#{}", aside.id), "MEDIA");
    store.table().delete(record, Condition::Any).await.unwrap();
    let key = Key::new(format!("MEDIA#{}", damaged.id), "MEDIA");
    let entry = Entry::new(key, &"no record").unwrap();
    store.table().put(entry, Condition::Any).await.unwrap();
    let blobs = MemoryBlobs::default();
    let beside = format!("posts/{POST}/media/{}/other.jpg", media.id);
    let named = [
        &media.original_key,
        &media.webp_key,
        &damaged.original_key,
        &aside.webp_key,
    ];
    let unnamed = [&missing.original_key, &missing.webp_key, &beside];
    let kept = ["uploads/1".to_owned(), "snapshots/posts/1".to_owned()];
    for key in named.into_iter().chain(unnamed).chain(&kept) {
        let blob = Blob {
            bytes: Bytes::from_static(b"abc"),
            content_type: "image/jpeg".to_owned(),
        };
        blobs.put(key, blob).await.unwrap();
    }
    let now = SystemClock.now();
    let removed = store.remove_unnamed_pictures(&blobs, now).await.unwrap();
    assert_eq!(removed.objects, 0);
    let later = now + SignedDuration::from_hours(48);
    let removed = store.remove_unnamed_pictures(&blobs, later).await.unwrap();
    assert_eq!((removed.objects, removed.bytes), (3, 9));
    let mut left: Vec<String> = named.map(String::clone).to_vec();
    left.extend(kept);
    left.sort();
    assert_eq!(blobs.keys(), left);
}

#[tokio::test]
async fn a_check_compares_posts_pictures_and_counters() {
    let store = store().await;
    let blobs: Arc<dyn Blobs> = Arc::new(MemoryBlobs::default());
    let media = added(&store).await;
    let put = async |key: &str, length: u64| {
        let blob = Blob {
            bytes: vec![7; usize::try_from(length).unwrap()].into(),
            content_type: "image/jpeg".to_owned(),
        };
        blobs.put(key, blob).await.unwrap();
    };
    put(&media.original_key, media.bytes).await;
    let put_webp = async |bytes: &'static [u8]| {
        let blob = Blob {
            bytes: bytes.into(),
            content_type: "image/webp".to_owned(),
        };
        blobs.put(&media.webp_key, blob).await.unwrap();
    };
    let webp = b"RIFF\x04\0\0\0WEBP";
    put_webp(webp).await;
    let found = async || -> Vec<String> {
        let found = store.check(&blobs).await.unwrap();
        found.iter().map(ToString::to_string).collect()
    };
    assert_eq!(found().await, [""; 0]);
    put_webp(&webp[..11]).await;
    let cut = format!(
        "picture {}: the end of its file {} is missing",
        media.id, media.webp_key
    );
    assert_eq!(found().await, [cut]);
    put_webp(webp).await;
    put(&media.original_key, media.bytes - 1).await;
    let cut = format!(
        "picture {}: its file {} has {} bytes, which is not its length",
        media.id,
        media.original_key,
        media.bytes - 1
    );
    assert_eq!(found().await, [cut]);
    put(&media.original_key, media.bytes).await;
    blobs.delete(&media.webp_key).await.unwrap();
    let missing = format!(
        "picture {}: its file {} is missing",
        media.id, media.webp_key
    );
    assert_eq!(found().await, std::slice::from_ref(&missing));
    let admins = Key::new("COUNT", "ACTIVE_ADMINS");
    store.table().add(&admins, 2).await.unwrap();
    let counter = "the counter of active administrators is 3, and there are 1".to_owned();
    assert_eq!(found().await, [missing.clone(), counter.clone()]);
    let version = Key::new(format!("POST#{POST}"), "V#00000001");
    let versions = store.table();
    versions.delete(version, Condition::Any).await.unwrap();
    let lost = format!("post {POST}: its version 1 is missing");
    assert_eq!(found().await, [lost, missing.clone(), counter.clone()]);
    let post = Key::new(format!("POST#{POST}"), "POST");
    let damaged = Entry::new(post.clone(), &"no post").unwrap();
    store
        .table()
        .put(damaged, Condition::Present)
        .await
        .unwrap();
    let lost = format!("post {POST}: its record is damaged");
    assert_eq!(found().await, [lost, missing.clone(), counter.clone()]);
    store.table().delete(post, Condition::Any).await.unwrap();
    let lost = format!("post {POST}: it is in the list and has no record");
    assert_eq!(found().await, [lost, missing, counter]);
}
