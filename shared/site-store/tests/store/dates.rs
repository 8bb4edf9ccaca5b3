//! Dates, scheduling and the tick.

use domain::site::date::DateInput;
use domain::site::{Kind, Status, Taxonomy};
use jiff::Timestamp;
use site_store::{ContentChange, Freshness, anything};

use crate::support::{NOW, TestSite, status, titled};

fn dated(title: &str, state: Status, date: &str) -> ContentChange {
    ContentChange {
        date: Some(DateInput::Local(date.parse().unwrap())),
        ..titled(title, state)
    }
}

#[tokio::test]
async fn the_date_decides_between_published_and_scheduled() {
    let site = TestSite::new().await;
    for (asked, date, settled) in [
        (Status::Publish, "2024-05-01T12:00:59", Status::Publish),
        (Status::Publish, "2024-05-01T12:01:00", Status::Future),
        (Status::Future, "2024-05-01T12:00:59", Status::Publish),
        (Status::Future, "2024-05-02T00:00:00", Status::Future),
        (Status::Draft, "2030-01-01T00:00:00", Status::Draft),
        (Status::Private, "2030-01-01T00:00:00", Status::Private),
    ] {
        let post = site.post(dated("a", asked, date)).await;
        assert_eq!(post.status, settled, "{asked:?} {date}");
        assert_eq!(post.modified, post.date.local);
    }
    let undated = site.post(titled("a", Status::Future)).await;
    assert_eq!(undated.status, Status::Publish);
    assert_eq!(undated.date.gmt, Some(NOW.parse().unwrap()));
}

#[tokio::test]
async fn a_draft_without_a_date_follows_the_clock() {
    let site = TestSite::new().await;
    let draft = site.post(titled("a", Status::Draft)).await;
    assert_eq!(draft.date.local.to_string(), "2024-05-01T12:00:00");
    site.wait(3600);
    let change = titled("b", Status::Draft);
    let draft = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(draft.date.local.to_string(), "2024-05-01T13:00:00");
    assert_eq!(draft.date.gmt, None);
    site.wait(3600);
    let change = status(Status::Publish);
    let published = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(published.date.local.to_string(), "2024-05-01T14:00:00");
    assert!(published.date.gmt.is_some());
}

#[tokio::test]
async fn a_draft_with_a_date_keeps_it() {
    let site = TestSite::new().await;
    site.post(dated("a", Status::Draft, "2020-02-02T02:02:02"))
        .await;
    let change = status(Status::Publish);
    let published = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(published.date.local.to_string(), "2020-02-02T02:02:02");
    let reset = ContentChange {
        date: Some(DateInput::Reset),
        ..status(Status::Draft)
    };
    let draft = site
        .store
        .update(Kind::Post, 1, &reset, &anything)
        .await
        .unwrap();
    assert_eq!(draft.date.gmt, None);
}

#[tokio::test]
async fn publish_without_a_new_date_leaves_a_scheduled_post_scheduled() {
    let site = TestSite::new().await;
    site.post(dated("a", Status::Future, "2024-06-01T00:00:00"))
        .await;
    let change = status(Status::Publish);
    let post = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.status, Status::Future);
    let change = dated("a", Status::Publish, "2024-05-01T12:00:00");
    let post = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.status, Status::Publish);
    assert!(site.due().await.is_empty());
}

#[tokio::test]
async fn a_time_shown_twice_keeps_its_instant() {
    let site = TestSite::new().await;
    // The second of the two 23:30 that São Paulo showed on 2018-02-17.
    let second: Timestamp = "2018-02-18T02:30:00Z".parse().unwrap();
    let exact = ContentChange {
        date: Some(DateInput::Exact(second)),
        ..titled("a", Status::Publish)
    };
    let post = site.post(exact).await;
    let change = ContentChange {
        date: Some(DateInput::Local(post.date.local)),
        ..ContentChange::default()
    };
    let post = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.date.gmt, Some(second));
}

impl TestSite {
    async fn due(&self) -> Vec<u64> {
        let now = jiff::Timestamp::from_second(4_000_000_000).unwrap();
        let due = self.sites.due(now, 100).await.unwrap();
        due.into_iter().map(|due| due.id).collect()
    }
}

#[tokio::test]
async fn a_due_item_is_published_once_by_concurrent_runs() {
    let site = TestSite::new().await;
    let mut change = dated("a", Status::Future, "2024-05-01T13:00:00");
    change.terms = [(Taxonomy::Category, vec![])].into();
    for _ in 0..3 {
        site.post(change.clone()).await;
    }
    site.post(dated("b", Status::Future, "2024-05-01T13:00:01"))
        .await;
    site.post(dated("c", Status::Future, "2024-05-01T13:00:00"))
        .await;
    site.store.trash(Kind::Post, 5, 0, &anything).await.unwrap();
    assert_eq!(site.due().await, [1, 2, 3, 4]);
    assert!(!site.store.publish_due(1).await.unwrap());
    site.wait(3600);
    let modified = site.store.get(1).await.unwrap().unwrap().modified;
    let other = site.other_process().await;
    assert!(other.publish_due(1).await.unwrap());
    assert!(!site.store.publish_due(1).await.unwrap());
    for (id, published) in [(2, true), (3, true), (4, false), (5, false), (99, false)] {
        assert_eq!(site.store.publish_due(id).await.unwrap(), published, "{id}");
    }
    site.store.refresh(Freshness::Asked).await.unwrap();
    let post = site.store.get(1).await.unwrap().unwrap();
    assert_eq!((post.status, post.modified), (Status::Publish, modified));
    assert_eq!(post.terms_of(Taxonomy::Category), [1]);
    assert_eq!(site.due().await, [4]);
}
