//! The history has the words of posts that earlier releases saved last.

use std::collections::BTreeMap;

use domain::platform::id::{PostId, UserId};
use domain::platform::post::PostVersion;
use embedded::dynamo::Engine;
use items::{Condition, Entry, Table};
use platform_store::{HistoryFilter, PlatformStore, PostChange};
use serde_json::Value;

use crate::earlier::{earlier, forget_version, instant, migrate, open, post_key, put_without};
use crate::interruption::at_every_call;

const CREATED: &str = "2026-12-02T12:00:00Z";

/// The words that the history should show, by post.
type Words = BTreeMap<PostId, usize>;

/// Saves an edit with a body of `words` words, whose number `recorded` the release records.
async fn rewrite(store: &PlatformStore, id: PostId, words: usize, recorded: usize) {
    // An edit that meets the migration is repeated, as routes do.
    loop {
        let post = store.post(id).await.unwrap().unwrap();
        let number = post.version + 1;
        let mut change = PostChange::of(&post, |post| {
            post.version = number;
            post.body_words = recorded;
        });
        change.version = Some(PostVersion {
            number,
            title: "Horta".into(),
            body: "<p>outra</p>".repeat(words),
            user_id: UserId(1),
            created_at: instant(CREATED),
        });
        match store.save_post(change).await {
            Ok(_) => return,
            Err(error) => assert!(error.is_conflict(), "{error}"),
        }
    }
}

async fn posts(store: &PlatformStore) -> Words {
    let long = earlier(store, CREATED, 300, |_| {}).await;
    let empty = earlier(store, CREATED, 0, |_| {}).await;
    let edited = earlier(store, CREATED, 9, |_| {}).await;
    rewrite(store, edited, 4, 0).await;
    let post = store.post(edited).await.unwrap().unwrap();
    put_without(store, post_key(edited), &post, &["body_words"]).await;
    let deleted = earlier(store, CREATED, 11, |post| {
        post.deleted_at = Some(instant("2026-12-09T12:00:00Z"));
    })
    .await;
    // What this release recorded stays, whatever a later count of the words would be.
    let counted = earlier(store, CREATED, 5, |_| {}).await;
    rewrite(store, counted, 2, 77).await;
    Words::from([
        (long, 300),
        (empty, 0),
        (edited, 4),
        (deleted, 11),
        (counted, 77),
    ])
}

/// The words in the posts and in the history of a process that begins.
async fn assert_words(store: &PlatformStore, expected: &Words) {
    for (id, words) in expected {
        let post = store.post(*id).await.unwrap().unwrap();
        assert_eq!(post.body_words, *words, "{id}");
    }
    let cold = PlatformStore::new(Table::clone(store.table()));
    let found = cold.post_history(&HistoryFilter::default(), 0, 100).await;
    let rows = found.unwrap().rows.into_iter();
    let shown: Words = rows.map(|row| (row.id, row.words)).collect();
    let expected: Words = expected.iter().map(|(id, words)| (*id, *words)).collect();
    assert_eq!(shown, expected);
}

#[tokio::test]
async fn words_of_posts_of_earlier_releases_are_counted() {
    let store = open(&Engine::memory().unwrap()).await;
    let expected = posts(&store).await;
    let before = store.post_history(&HistoryFilter::default(), 0, 100).await;
    assert_eq!(
        before
            .unwrap()
            .rows
            .iter()
            .filter(|row| row.words == 0)
            .count(),
        4
    );
    migrate(&store).await.unwrap();
    assert_words(&store, &expected).await;
}

#[tokio::test]
async fn a_repeated_count_of_words_writes_nothing() {
    let store = open(&Engine::memory().unwrap()).await;
    let expected = posts(&store).await;
    migrate(&store).await.unwrap();
    let revisions = async || {
        let ids: Vec<PostId> = expected.keys().copied().collect();
        let posts = store.posts_by_id(&ids).await.unwrap().into_iter().flatten();
        posts.map(|post| post.revision).collect::<Vec<_>>()
    };
    let before = revisions().await;
    forget_version(&store).await;
    migrate(&store).await.unwrap();
    assert_eq!(revisions().await, before);
    assert_words(&store, &expected).await;
}

#[tokio::test]
async fn an_interruption_at_any_point_loses_no_count_of_words() {
    at_every_call(posts, assert_words).await;
}

#[tokio::test]
async fn an_edit_that_meets_the_count_of_words_wins() {
    let store = open(&Engine::memory().unwrap()).await;
    let mut expected = posts(&store).await;
    let edits = async {
        for id in expected.keys() {
            rewrite(&store, *id, 6, 6).await;
        }
    };
    let (one, two, ()) = tokio::join!(migrate(&store), migrate(&store), edits);
    one.unwrap();
    two.unwrap();
    expected.values_mut().for_each(|words| *words = 6);
    assert_words(&store, &expected).await;
}

#[tokio::test]
async fn an_unreadable_post_does_not_stop_the_count_of_words() {
    let store = open(&Engine::memory().unwrap()).await;
    let broken = earlier(&store, CREATED, 3, |_| {}).await;
    let entry = Entry::new(post_key(broken), &Value::from("no post")).unwrap();
    store.table().put(entry, Condition::Any).await.unwrap();
    let after = earlier(&store, CREATED, 8, |_| {}).await;
    migrate(&store).await.unwrap();
    assert_eq!(store.post(after).await.unwrap().unwrap().body_words, 8);
}
