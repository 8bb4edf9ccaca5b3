//! Quota of generated images.

use super::*;

fn allowance(images: u64) -> Option<ImageAllowance> {
    let month = month();
    Some(ImageAllowance { month, images })
}

/// `user` asks for an image.
async fn ask(
    store: &PlatformStore,
    user: UserId,
    allowance: Option<ImageAllowance>,
) -> Result<Generation, GenerationRequestError> {
    let (claim, task) = (Claim::none(), image_task());
    let asked = store.request_generation(&claim, user, &task, allowance, now());
    asked.await
}

async fn image(store: &PlatformStore) -> Generation {
    ask(store, USER, allowance(10)).await.unwrap()
}

async fn used(store: &PlatformStore) -> u64 {
    store.images_used(USER, month()).await.unwrap()
}

/// An image whose call was noted.
async fn called(store: &PlatformStore) -> Generation {
    let id = image(store).await.id;
    let (taken, _) = store.take_generation(id, now()).await.unwrap().unwrap();
    let noted = store.note_generation_call(&taken, "openai", "gpt-image", now());
    noted.await.unwrap().unwrap()
}

#[tokio::test]
async fn fifty_requests_take_exactly_the_ten_images_allowed() {
    let store = store().await;
    let requests: Vec<_> = (0..50)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { ask(&store, USER, allowance(10)).await })
        })
        .collect();
    let mut accepted = 0;
    for request in requests {
        match request.await.unwrap() {
            Ok(_) => accepted += 1,
            Err(GenerationRequestError::QuotaUsed) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((accepted, used(&store).await), (10, 10));
    let queued = due(&store, now() + UNSENT_AFTER).await;
    assert_eq!(queued.len(), 10);
}

#[tokio::test]
async fn users_and_months_have_quotas_of_their_own() {
    let store = store().await;
    image(&store).await;
    let other = UserId(12);
    let december = ImageAllowance {
        month: Month::of(now(), &TimeZone::UTC),
        images: 1,
    };
    for (user, allowance) in [(other, allowance(1)), (USER, Some(december))] {
        ask(&store, user, allowance).await.unwrap();
        let again = ask(&store, user, allowance).await;
        assert!(matches!(again, Err(GenerationRequestError::QuotaUsed)));
    }
    let all = store.images_used_by_all(month()).await.unwrap();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [(USER, 1), (other, 1)]);
    let refused = ask(&store, UserId(13), allowance(0)).await;
    assert!(matches!(refused, Err(GenerationRequestError::QuotaUsed)));
}

#[tokio::test]
async fn what_certainly_cost_nothing_is_given_back_once_to_its_month() {
    let store = store().await;
    let next_month = now() + SignedDuration::from_hours(4);
    let queued = image(&store).await;
    assert_eq!(used(&store).await, 1);
    for _ in 0..2 {
        store.cancel_generation(queued.id, now()).await.unwrap();
        assert_eq!(used(&store).await, 0);
    }
    let refused = called(&store).await;
    assert_eq!(used(&store).await, 1);
    for _ in 0..2 {
        let (end, zone) = (failed(true), zone());
        let ended = store.end_generation(&refused, &end, &[], &zone, next_month);
        ended.await.unwrap();
        assert_eq!(used(&store).await, 0);
    }
    let month = Month::of(next_month, &zone());
    assert_eq!(store.images_used(USER, month).await.unwrap(), 0);
    let unsent = image(&store).await;
    assert!(
        store
            .abandon_generation(&unsent, now() + QUEUE_LIFE)
            .await
            .unwrap()
    );
    assert_eq!(used(&store).await, 0);
}

#[tokio::test]
async fn what_may_have_cost_something_stays_counted() {
    let store = store().await;
    let interrupted = called(&store).await;
    assert!(
        store
            .abandon_generation(&interrupted, now() + LEASE)
            .await
            .unwrap()
    );
    let failing = called(&store).await;
    end(&store, &failing, &failed(false), &[]).await;
    let canceled = called(&store).await;
    store.cancel_generation(canceled.id, now()).await.unwrap();
    assert_eq!(used(&store).await, 3);
    // The worker was about to send the call, and knows that it did not.
    for _ in 0..2 {
        settle(&store, canceled.id, &[], true).await;
        assert_eq!(used(&store).await, 2);
    }
}
