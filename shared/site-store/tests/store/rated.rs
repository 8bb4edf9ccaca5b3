//! Index records that are made with their text or term.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::site::date::DateInput;
use domain::site::{Kind, Status, Taxonomy};
use jiff::Timestamp;
use site_store::{
    Content, ContentChange, Freshness, IndexObject, IndexScores, IndexTask, Rater, SiteStore, Term,
    TermChange, anything,
};

use crate::support::{TestSite, status, titled};

/// Scores a text by the length of its title, and counts the texts.
#[derive(Default)]
pub struct Lengths(AtomicUsize);

impl Rater for Lengths {
    fn content(&self, content: &Content, _: Timestamp) -> IndexScores {
        self.0.fetch_add(1, Ordering::SeqCst);
        IndexScores {
            seo: u32::try_from(content.title.len()).ok(),
            readability: None,
            noindex: false,
        }
    }

    fn term(&self, term: &Term) -> IndexScores {
        IndexScores {
            noindex: term.name == "Oculta",
            ..IndexScores::default()
        }
    }
}

impl Lengths {
    fn rated(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

pub fn rated(store: &SiteStore) -> (SiteStore, Arc<Lengths>) {
    let lengths = Arc::new(Lengths::default());
    (store.clone().rated_by(lengths.clone()), lengths)
}

fn score(store: &SiteStore, id: u64) -> Option<u32> {
    let entry = store.index_entry(IndexObject::Content(id)).unwrap();
    entry.and_then(|entry| entry.scores.seo)
}

fn left(store: &SiteStore, task: IndexTask) -> Vec<u64> {
    store.index_work(task, false, 100).unwrap()
}

#[tokio::test]
async fn a_text_has_its_record_as_soon_as_it_is_written() {
    let site = TestSite::new().await;
    let (store, lengths) = rated(&site.store);
    let before = left(&store, IndexTask::Record);
    let post = titled("Jardim", Status::Draft);
    let id = store.create(Kind::Post, 1, &post).await.unwrap().id;
    assert_eq!(score(&store, id), Some(6));
    let number = |store: &SiteStore| {
        let entry = store.index_entry(IndexObject::Content(id)).unwrap();
        entry.unwrap().number
    };
    let first = number(&store);
    let changed = titled("Jardim novo", Status::Publish);
    store
        .update(Kind::Post, id, &changed, &anything)
        .await
        .unwrap();
    assert_eq!((score(&store, id), number(&store)), (Some(11), first));
    assert_eq!(lengths.rated(), 2);
    assert_eq!(left(&store, IndexTask::Record), before);
    assert!(left(&store, IndexTask::Links).contains(&id));

    let other = site.other_process().await;
    assert_eq!(score(&other, id), Some(11));
    let page = titled("Sobre", Status::Publish);
    let page = store.create(Kind::Page, 1, &page).await.unwrap().id;
    let entry = store.index_entry(IndexObject::Content(page)).unwrap();
    assert_eq!(entry.unwrap().number, first + 1);
}

#[tokio::test]
async fn files_blocks_and_what_is_in_the_trash_are_not_scored() {
    let site = TestSite::new().await;
    let (store, lengths) = rated(&site.store);
    let block = titled("Bloco", Status::Publish);
    let block = store.create(Kind::Block, 1, &block).await.unwrap().id;
    assert_eq!((score(&store, block), lengths.rated()), (None, 0));
    let post = titled("Jardim", Status::Publish);
    let id = store.create(Kind::Post, 1, &post).await.unwrap().id;
    store.trash(Kind::Post, id, 1, &anything).await.unwrap();
    assert_eq!((score(&store, id), lengths.rated()), (Some(6), 1));
    let back = status(Status::Draft);
    store
        .update(Kind::Post, id, &back, &anything)
        .await
        .unwrap();
    assert_eq!((score(&store, id), lengths.rated()), (Some(6), 2));
    assert!(!left(&store, IndexTask::Record).contains(&id));
}

#[tokio::test]
async fn a_write_that_leaves_the_text_as_it_is_keeps_its_score() {
    let site = TestSite::new().await;
    let (store, lengths) = rated(&site.store);
    let planned = ContentChange {
        date: Some(DateInput::Exact("2024-05-02T00:00:00Z".parse().unwrap())),
        ..titled("Jardim", Status::Publish)
    };
    let id = store.create(Kind::Post, 1, &planned).await.unwrap().id;
    let sticky = ContentChange {
        sticky: Some(true),
        ..ContentChange::default()
    };
    store
        .update(Kind::Post, id, &sticky, &anything)
        .await
        .unwrap();
    site.wait(24 * 60 * 60);
    // The process that publishes scheduled texts scores none.
    assert!(site.store.publish_due(id).await.unwrap());
    assert_eq!((score(&store, id), lengths.rated()), (Some(6), 1));
    assert!(!left(&store, IndexTask::Record).contains(&id));
}

#[tokio::test]
async fn a_text_that_nothing_scores_is_left_to_a_job() {
    let site = TestSite::new().await;
    let (store, _) = rated(&site.store);
    let post = titled("Jardim", Status::Publish);
    let id = store.create(Kind::Post, 1, &post).await.unwrap().id;
    let changed = titled("Jardim novo", Status::Publish);
    site.store
        .update(Kind::Post, id, &changed, &anything)
        .await
        .unwrap();
    assert_eq!(score(&store, id), Some(6));
    assert!(left(&store, IndexTask::Record).contains(&id));
    // An outdated score is not kept, although this write leaves the text as it is.
    let sticky = ContentChange {
        sticky: Some(true),
        ..ContentChange::default()
    };
    store
        .update(Kind::Post, id, &sticky, &anything)
        .await
        .unwrap();
    assert_eq!(score(&store, id), Some(11));
    assert!(!left(&store, IndexTask::Record).contains(&id));
}

#[tokio::test]
async fn a_write_that_another_one_overtakes_scores_its_text_once() {
    let site = TestSite::new().await;
    let (store, lengths) = rated(&site.store);
    let other = site.other_process().await;
    let post = titled("Outro", Status::Publish);
    other.create(Kind::Post, 1, &post).await.unwrap();
    let post = titled("Jardim", Status::Publish);
    let id = store.create(Kind::Post, 1, &post).await.unwrap().id;
    assert_eq!((score(&store, id), lengths.rated()), (Some(6), 1));
    let entry = other.index_entry(IndexObject::Content(id)).unwrap();
    assert!(entry.is_none());
    other.refresh(Freshness::Asked).await.unwrap();
    assert_eq!(score(&other, id), Some(6));
}

#[tokio::test]
async fn a_term_has_its_record_as_soon_as_it_is_written() {
    let site = TestSite::new().await;
    let (store, _) = rated(&site.store);
    let change = |name: &str| TermChange {
        name: Some(name.to_owned()),
        ..TermChange::default()
    };
    let id = store
        .create_term(Taxonomy::Category, &change("Oculta"))
        .await
        .unwrap()
        .id;
    let noindex = || {
        let entry = store.index_entry(IndexObject::Term(id)).unwrap();
        entry.unwrap().scores.noindex
    };
    assert!(noindex());
    store
        .update_term(Taxonomy::Category, id, &change("À vista"))
        .await
        .unwrap();
    assert!(!noindex());
    let work = store.index_work(IndexTask::Record, true, 100).unwrap();
    assert!(!work.contains(&id));
    let menu = store
        .create_term(Taxonomy::NavMenu, &change("Menu"))
        .await
        .unwrap()
        .id;
    let entry = store.index_entry(IndexObject::Term(menu)).unwrap();
    assert!(entry.is_none());
}
