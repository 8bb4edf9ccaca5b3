//! A generated image and the end of its generation are one write.

use domain::platform::generation::{
    AnsweredBy, Generation, GenerationResult, GenerationState, GenerationTask, ImageTask,
};
use domain::platform::token_usage::BilledCall;
use jiff::tz::TimeZone;
use platform_store::{Claim, GenerationEnd};

use super::*;

/// An image whose call was noted.
async fn called(store: &PlatformStore) -> Generation {
    let task = GenerationTask::Image(ImageTask {
        content_id: POST,
        prompt: "Uma horta".into(),
        in_text: false,
    });
    let claim = Claim::none();
    let asked = store.request_generation(&claim, UserId(1), &task, None, now());
    let id = asked.await.unwrap().id;
    let (taken, _) = store.take_generation(id, now()).await.unwrap().unwrap();
    let noted = store.note_generation_call(&taken, "gemini", "image", now());
    noted.await.unwrap().unwrap()
}

fn result(media: &Media) -> GenerationResult {
    let media_id = media.id;
    GenerationResult::Image {
        media_id,
        alt_text: Some("Horta na varanda".into()),
    }
}

/// The worker adds the image.
async fn add(
    store: &PlatformStore,
    generation: &Generation,
    media: &Media,
) -> Result<Generation, MediaWriteError> {
    let end = GenerationEnd::Done {
        result: result(media),
        answered_by: AnsweredBy {
            provider: "gemini".into(),
            model: "image".into(),
        },
    };
    let calls = [BilledCall {
        provider: "gemini".into(),
        model: "image".into(),
        input_tokens: 10,
        output_tokens: 1_000,
        estimated: false,
        cost_nano_usd: Some(40_000_000),
    }];
    let zone = TimeZone::UTC;
    let added = store.add_generated_media(media, generation, &end, &calls, &zone, now());
    added.await
}

async fn counted_calls(store: &PlatformStore) -> Vec<u64> {
    let usage = store.token_usage(&TimeZone::UTC, now()).await.unwrap();
    usage.total.iter().map(|one| one.sums.calls).collect()
}

#[tokio::test]
async fn the_image_is_added_with_the_end_of_its_generation() {
    let store = store().await;
    let generation = called(&store).await;
    let media = picture(&store).await;
    // The worker has written since, and the post has changed.
    let advanced = store.advance_generation(&generation, "", 50, now());
    advanced.await.unwrap().unwrap();
    let other = added(&store).await;
    for _ in 0..2 {
        let ended = add(&store, &generation, &media).await.unwrap();
        assert_eq!(ended.state, GenerationState::Done);
        let stored = store.generation_result(&ended).await.unwrap();
        assert_eq!(stored, Some(result(&media)));
    }
    assert_eq!(ids(&store).await, [other.id, media.id]);
    assert_eq!(counted_calls(&store).await, [1]);
}

#[tokio::test]
async fn a_canceled_generation_leaves_no_image_and_its_cost() {
    let store = store().await;
    let generation = called(&store).await;
    let media = picture(&store).await;
    store.cancel_generation(generation.id, now()).await.unwrap();
    let ended = add(&store, &generation, &media).await.unwrap();
    assert_eq!(ended.state, GenerationState::Canceled);
    assert!(ids(&store).await.is_empty());
    assert_eq!(counted_calls(&store).await, [1]);
}

#[tokio::test]
async fn an_image_of_a_deleted_post_leaves_its_generation_running() {
    let store = store().await;
    let generation = called(&store).await;
    let media = picture(&store).await;
    let post = store.post(POST).await.unwrap().unwrap();
    let deletion = PostChange::of(&post, |post| post.deleted_at = Some(now()));
    store.save_post(deletion).await.unwrap();
    let refused = add(&store, &generation, &media).await;
    assert!(matches!(refused, Err(MediaWriteError::PostDeleted)));
    let stored = store.generation(generation.id, now()).await.unwrap();
    assert_eq!(stored, Some(generation));
    assert!(counted_calls(&store).await.is_empty());
}
