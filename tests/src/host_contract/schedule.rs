//! Scheduled posts.

use host_client::{Host, HostPost, PostChange, PostStatus};
use jiff::{SignedDuration, Timestamp};

use super::{HostUnderTest, client};

async fn dated(host: &HostUnderTest, status: PostStatus, date: Timestamp) -> (Host, HostPost) {
    let reached = host.host().await;
    let made = client()
        .create_post(&reached, host.draft("agenda"))
        .await
        .unwrap();
    let change = PostChange {
        status: Some(status),
        date: Some(date),
        ..PostChange::default()
    };
    client()
        .update_post(&reached, made.id, change)
        .await
        .unwrap();
    let shown = client().get_post(&reached, made.id).await.unwrap();
    (reached, shown)
}

pub async fn a_schedule_is_kept_and_taken_back(host: &HostUnderTest) {
    let later = host.clock.now_seconds() + SignedDuration::from_hours(49);
    let (reached, shown) = dated(host, PostStatus::Future, later).await;
    assert!(shown.status.is(PostStatus::Future), "{shown:?}");
    assert_eq!(
        shown.date_gmt,
        Some(later),
        "the host's zone changes no instant"
    );
    let back = client().unschedule(&reached, shown.id).await.unwrap();
    assert!(back.status.is(PostStatus::Draft), "{back:?}");
    let shown = client().get_post(&reached, shown.id).await.unwrap();
    assert!(shown.status.is(PostStatus::Draft), "{shown:?}");
}

pub async fn a_date_that_has_passed_publishes(host: &HostUnderTest) {
    let earlier = host.clock.now_seconds() - SignedDuration::from_hours(3);
    let (_, shown) = dated(host, PostStatus::Future, earlier).await;
    assert!(shown.status.is(PostStatus::Publish), "{shown:?}");
    assert_eq!(shown.date_gmt, Some(earlier));
}

pub async fn a_scheduled_post_can_go_online_now(host: &HostUnderTest) {
    let later = host.clock.now_seconds() + SignedDuration::from_hours(5);
    let (reached, shown) = dated(host, PostStatus::Future, later).await;
    let now = host.clock.now_seconds();
    let change = PostChange {
        status: Some(PostStatus::Publish),
        date: Some(now),
        ..PostChange::default()
    };
    client()
        .update_post(&reached, shown.id, change)
        .await
        .unwrap();
    let shown = client().get_post(&reached, shown.id).await.unwrap();
    assert!(shown.status.is(PostStatus::Publish), "{shown:?}");
    assert_eq!(shown.date_gmt, Some(now));
}
