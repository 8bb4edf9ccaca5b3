//! Concurrent writers, in one process and in several.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use domain::site::{Kind, Status, Taxonomy};
use futures_util::future::join_all;
use ports::{Blob, BlobError, Blobs, ListedBlob};
use site_store::{
    ContentChange, ContentFilter, Freshness, Refusal, StoreError, TermChange, anything,
};
use tokio::sync::Notify;

use crate::support::{TestSite, titled};

/// Blob store in which one read is paused, with its result, until it is released.
struct Held {
    behind: Arc<dyn Blobs>,
    is_wanted: AtomicBool,
    is_held: Notify,
    go: Notify,
}

#[async_trait]
impl Blobs for Held {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        self.behind.put(key, blob).await
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        let found = self.behind.get(key).await;
        if self.is_wanted.swap(false, Ordering::SeqCst) {
            self.is_held.notify_one();
            self.go.notified().await;
        }
        found
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        self.behind.list(prefix, after).await
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        self.behind.delete(key).await
    }
}

#[tokio::test]
async fn a_record_read_before_a_concurrent_write_is_read_again() {
    let mut blobs = None;
    let site = TestSite::holding(|behind| {
        let held = Arc::new(Held {
            behind,
            is_wanted: AtomicBool::new(false),
            is_held: Notify::new(),
            go: Notify::new(),
        });
        blobs = Some(Arc::clone(&held));
        held
    })
    .await;
    let (blobs, other) = (blobs.unwrap(), site.other_process().await);
    // Too large for the table, so that to read it is to read a blob.
    let letters = (0_u64..60_000).map(|n| format!("{:x}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    let long = ContentChange {
        content: Some(letters.collect()),
        ..titled("a", Status::Publish)
    };
    let id = other.create(Kind::Post, 1, &long).await.unwrap().id;
    site.store.refresh(Freshness::Asked).await.unwrap();
    blobs.is_wanted.store(true, Ordering::SeqCst);
    let writer = tokio::spawn({
        let store = site.store.clone();
        async move {
            let title = titled("b", Status::Publish);
            store.update(Kind::Post, id, &title, &anything).await
        }
    });
    blobs.is_held.notified().await;
    let summary = ContentChange {
        excerpt: Some("resumo".into()),
        ..ContentChange::default()
    };
    other
        .update(Kind::Post, id, &summary, &anything)
        .await
        .unwrap();
    site.store.refresh(Freshness::Asked).await.unwrap();
    blobs.go.notify_one();
    let post = writer.await.unwrap().unwrap();
    assert_eq!(
        (post.title.as_str(), post.excerpt.as_str()),
        ("b", "resumo")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_posts_with_one_slug_get_different_slugs() {
    let site = TestSite::new().await;
    let processes = [site.other_process().await, site.other_process().await];
    let writers = (0..24).map(|number| {
        let store = processes[number % 2].clone();
        tokio::spawn(async move {
            let change = titled("Mesmo título", Status::Publish);
            store.create(Kind::Post, 1, &change).await.unwrap()
        })
    });
    let posts: Vec<_> = join_all(writers)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let slugs: BTreeSet<_> = posts.iter().map(|post| post.slug.clone()).collect();
    let ids: BTreeSet<_> = posts.iter().map(|post| post.id).collect();
    assert_eq!((slugs.len(), ids.len()), (24, 24));
    assert!(slugs.contains("mesmo-titulo") && slugs.contains("mesmo-titulo-24"));
    site.store.refresh(Freshness::Asked).await.unwrap();
    let listed = site
        .store
        .list(&ContentFilter::all(Kind::Post))
        .await
        .unwrap();
    assert_eq!(listed.total, 24);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_writers_of_one_post_lose_no_update() {
    let site = TestSite::new().await;
    site.post(titled("a", Status::Publish)).await;
    let (one, two) = (site.other_process().await, site.other_process().await);
    let title = titled("novo título", Status::Publish);
    let text = ContentChange {
        content: Some("novo texto".into()),
        ..ContentChange::default()
    };
    let (first, second) = tokio::join!(
        one.update(Kind::Post, 1, &title, &anything),
        two.update(Kind::Post, 1, &text, &anything),
    );
    first.unwrap();
    second.unwrap();
    let post = site.other_process().await.get(1).await.unwrap().unwrap();
    assert_eq!(
        (post.title.as_str(), post.content.as_str()),
        ("novo título", "novo texto")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_creations_of_a_term_create_one() {
    let site = TestSite::new().await;
    let processes = [site.other_process().await, site.other_process().await];
    let name = TermChange {
        name: Some("Jardim".into()),
        ..TermChange::default()
    };
    let writers = (0..8).map(|number| {
        let (store, name) = (processes[number % 2].clone(), name.clone());
        tokio::spawn(async move { store.create_term(Taxonomy::PostTag, &name).await })
    });
    let mut made = 0;
    for result in join_all(writers).await {
        match result.unwrap() {
            Ok(term) => {
                assert_eq!(term.id, 2);
                made += 1;
            }
            Err(StoreError::Refused(Refusal::TermExists(2))) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(made, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_category_can_be_deleted_while_posts_are_assigned_to_it() {
    let site = TestSite::new().await;
    let name = TermChange {
        name: Some("Jardim".into()),
        ..TermChange::default()
    };
    let category = site
        .store
        .create_term(Taxonomy::Category, &name)
        .await
        .unwrap();
    let (one, two) = (site.other_process().await, site.other_process().await);
    let change = ContentChange {
        terms: [(Taxonomy::Category, vec![category.id])].into(),
        ..titled("a", Status::Publish)
    };
    let (created, deleted) = tokio::join!(
        one.create(Kind::Post, 1, &change),
        two.delete_term(Taxonomy::Category, category.id),
    );
    created.unwrap();
    deleted.unwrap();
    let post = site.other_process().await.get(1).await.unwrap().unwrap();
    // A post created before the deletion has the default category, one created after it none.
    assert!(!post.terms_of(Taxonomy::Category).contains(&category.id));
}
