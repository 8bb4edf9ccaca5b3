//! Dates, scheduling and the tick.

use domain::site::date::DateInput;
use domain::site::{Kind, Status, Taxonomy};
use jiff::Timestamp;
use site_store::{ContentChange, Freshness, anything};

use crate::world::{NOW, World, status, titled};

fn dated(title: &str, state: Status, date: &str) -> ContentChange {
    ContentChange {
        date: Some(DateInput::Local(date.parse().unwrap())),
        ..titled(title, state)
    }
}

#[tokio::test]
async fn the_date_decides() {
    let world = World::new().await;
    for (asked, date, settled) in [
        (Status::Publish, "2024-05-01T12:00:59", Status::Publish),
        (Status::Publish, "2024-05-01T12:01:00", Status::Future),
        (Status::Future, "2024-05-01T12:00:59", Status::Publish),
        (Status::Future, "2024-05-02T00:00:00", Status::Future),
        (Status::Draft, "2030-01-01T00:00:00", Status::Draft),
        (Status::Private, "2030-01-01T00:00:00", Status::Private),
    ] {
        let post = world.post(dated("a", asked, date)).await;
        assert_eq!(post.status, settled, "{asked:?} {date}");
        assert_eq!(post.modified, post.date.local);
    }
    let undated = world.post(titled("a", Status::Future)).await;
    assert_eq!(undated.status, Status::Publish);
    assert_eq!(undated.date.gmt, Some(NOW.parse().unwrap()));
}

#[tokio::test]
async fn a_draft_without_a_date_follows_the_clock() {
    let world = World::new().await;
    let draft = world.post(titled("a", Status::Draft)).await;
    assert_eq!(draft.date.local.to_string(), "2024-05-01T12:00:00");
    world.wait(3600);
    let change = titled("b", Status::Draft);
    let draft = world
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(draft.date.local.to_string(), "2024-05-01T13:00:00");
    assert_eq!(draft.date.gmt, None);
    world.wait(3600);
    let change = status(Status::Publish);
    let published = world
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(published.date.local.to_string(), "2024-05-01T14:00:00");
    assert!(published.date.gmt.is_some());
}

#[tokio::test]
async fn a_draft_with_a_date_keeps_it() {
    let world = World::new().await;
    world
        .post(dated("a", Status::Draft, "2020-02-02T02:02:02"))
        .await;
    let change = status(Status::Publish);
    let published = world
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(published.date.local.to_string(), "2020-02-02T02:02:02");
    let reset = ContentChange {
        date: Some(DateInput::Reset),
        ..status(Status::Draft)
    };
    let draft = world
        .store
        .update(Kind::Post, 1, &reset, &anything)
        .await
        .unwrap();
    assert_eq!(draft.date.gmt, None);
}

#[tokio::test]
async fn publish_without_a_new_date_leaves_a_scheduled_post_scheduled() {
    let world = World::new().await;
    world
        .post(dated("a", Status::Future, "2024-06-01T00:00:00"))
        .await;
    let change = status(Status::Publish);
    let post = world
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.status, Status::Future);
    let change = dated("a", Status::Publish, "2024-05-01T12:00:00");
    let post = world
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.status, Status::Publish);
    assert!(world.due().await.is_empty());
}

#[tokio::test]
async fn a_time_shown_twice_keeps_its_instant() {
    let world = World::new().await;
    // The second of the two 23:30 that São Paulo showed on 2018-02-17.
    let second: Timestamp = "2018-02-18T02:30:00Z".parse().unwrap();
    let exact = ContentChange {
        date: Some(DateInput::Exact(second)),
        ..titled("a", Status::Publish)
    };
    let post = world.post(exact).await;
    let change = ContentChange {
        date: Some(DateInput::Local(post.date.local)),
        ..ContentChange::default()
    };
    let post = world
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.date.gmt, Some(second));
}

impl World {
    async fn due(&self) -> Vec<u64> {
        let now = jiff::Timestamp::from_second(4_000_000_000).unwrap();
        let due = self.sites.due(now, 100).await.unwrap();
        due.into_iter().map(|due| due.id).collect()
    }
}

#[tokio::test]
async fn what_is_due_is_published_once_by_whoever_comes_first() {
    let world = World::new().await;
    let mut change = dated("a", Status::Future, "2024-05-01T13:00:00");
    change.terms = [(Taxonomy::Category, vec![])].into();
    for _ in 0..3 {
        world.post(change.clone()).await;
    }
    world
        .post(dated("b", Status::Future, "2024-05-01T13:00:01"))
        .await;
    world
        .post(dated("c", Status::Future, "2024-05-01T13:00:00"))
        .await;
    world
        .store
        .trash(Kind::Post, 5, 0, &anything)
        .await
        .unwrap();
    assert_eq!(world.due().await, [1, 2, 3, 4]);
    assert!(!world.store.publish_due(1).await.unwrap());
    world.wait(3600);
    let modified = world.store.get(1).await.unwrap().unwrap().modified;
    let other = world.other_process().await;
    assert!(other.publish_due(1).await.unwrap());
    assert!(!world.store.publish_due(1).await.unwrap());
    for (id, published) in [(2, true), (3, true), (4, false), (5, false), (99, false)] {
        assert_eq!(
            world.store.publish_due(id).await.unwrap(),
            published,
            "{id}"
        );
    }
    world.store.refresh(Freshness::Asked).await.unwrap();
    let post = world.store.get(1).await.unwrap().unwrap();
    assert_eq!((post.status, post.modified), (Status::Publish, modified));
    assert_eq!(post.terms_of(Taxonomy::Category), [1]);
    assert_eq!(world.due().await, [4]);
}
