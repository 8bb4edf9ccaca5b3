//! Revisions and autosaves.

use domain::site::date::DateInput;
use domain::site::{Kind, Status};
use futures_util::future::join_all;
use items::Query;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use site_store::{Autosaved, ContentChange, Freshness, Revision, SiteStore, anything};

use crate::support::{NOW, TestSite, status, titled};

fn by(editor: u64, change: ContentChange) -> ContentChange {
    ContentChange { editor, ..change }
}

fn text(text: &str) -> ContentChange {
    ContentChange {
        content: Some(text.into()),
        ..ContentChange::default()
    }
}

async fn records(store: &SiteStore, item: u64) -> Vec<Revision> {
    let known = store.revisions_of(item);
    store.revisions(&known).await.unwrap()
}

#[tokio::test]
async fn an_update_adds_a_revision_and_a_creation_none() {
    let site = TestSite::new().await;
    let store = &site.store;
    let post = site.post(titled("a", Status::Publish)).await;
    assert_eq!(store.history(post.id), (0, None));
    site.wait(5);
    let change = by(7, text("um"));
    let changed = store.update(Kind::Post, post.id, &change, &anything).await;
    let changed = changed.unwrap();
    let all = records(store, post.id).await;
    let one = &all[0];
    assert_eq!((all.len(), one.id, one.author), (1, 2, 7));
    assert_eq!((one.title.as_str(), one.content.as_str()), ("a", "um"));
    assert_eq!(
        (one.date, one.date_gmt),
        (changed.modified, changed.modified_gmt)
    );
    assert_eq!(store.history(post.id), (1, Some(2)));
    // The identifier is used, but not by an item.
    assert_eq!(store.get(2).await.unwrap(), None);
    assert_eq!(site.post(titled("b", Status::Draft)).await.id, 3);
}

#[tokio::test]
async fn after_the_first_only_changed_texts_add_a_revision() {
    let site = TestSite::new().await;
    let store = &site.store;
    let post = site.post(titled("a", Status::Draft)).await;
    let update = async |change: ContentChange| {
        site.wait(1);
        store
            .update(Kind::Post, post.id, &change, &anything)
            .await
            .unwrap();
        store.history(post.id).0
    };
    assert_eq!(update(status(Status::Publish)).await, 1);
    assert_eq!(update(status(Status::Draft)).await, 1);
    assert_eq!(update(text("um  dois")).await, 2);
    assert_eq!(update(text(" um dois\r\n")).await, 2);
    let notes = ContentChange {
        meta: [("footnotes".to_owned(), Some(json!("[]")))].into(),
        ..ContentChange::default()
    };
    assert_eq!(update(notes).await, 3);
    let other = ContentChange {
        meta: [("pauta_faq_enabled".to_owned(), Some(Value::Bool(true)))].into(),
        ..ContentChange::default()
    };
    assert_eq!(update(other).await, 3);
    store
        .trash(Kind::Post, post.id, 1, &anything)
        .await
        .unwrap();
    assert_eq!(store.history(post.id).0, 3);
}

#[tokio::test]
async fn an_autosave_goes_into_the_users_own_draft_or_beside_the_item() {
    let site = TestSite::new().await;
    let store = &site.store;
    let draft = site.post(titled("rascunho", Status::Draft)).await;
    let save = async |id: u64, editor: u64, change: ContentChange| {
        site.wait(1);
        store
            .autosave(Kind::Post, id, &by(editor, change), &anything)
            .await
            .unwrap()
    };
    let Autosaved::Item(item) = save(draft.id, 1, text("meu")).await else {
        panic!("an own draft is changed itself");
    };
    assert_eq!(
        (item.content.as_str(), store.history(item.id).0),
        ("meu", 0)
    );
    let Autosaved::Beside(one) = save(draft.id, 2, text("alheio")).await else {
        panic!("another's draft is left alone");
    };
    assert_eq!((one.title.as_str(), one.content.as_str()), ("", "alheio"));
    let Autosaved::Beside(again) = save(draft.id, 2, titled("t", Status::Draft)).await else {
        panic!("another's draft is left alone");
    };
    assert_eq!((again.id, again.content.as_str()), (one.id, "alheio"));
    assert!(again.date > one.date);
    let Autosaved::Beside(same) = save(draft.id, 2, text("meu")).await else {
        panic!("another's draft is left alone");
    };
    assert_eq!(
        (same.id, same.date, same.content.as_str()),
        (again.id, again.date, "alheio"),
        "what is the same as the item is not kept"
    );
    let stored = store.get(draft.id).await.unwrap().unwrap();
    assert_eq!(stored.content, "meu");
    let Autosaved::Beside(third) = save(draft.id, 3, text("x")).await else {
        panic!("another's draft is left alone");
    };
    assert_ne!(third.id, one.id);
    assert_eq!(store.history(draft.id), (2, Some(third.id)));
}

/// Any record of the table.
#[derive(serde::Deserialize)]
struct Stored {}

#[tokio::test]
async fn deleting_an_item_deletes_its_revisions() {
    let site = TestSite::new().await;
    let store = &site.store;
    let post = site.post(titled("a", Status::Publish)).await;
    // Too large for the table even when compressed.
    let noise: String = (0..400_000_u64)
        .map(|n| char::from(33 + (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as u8 % 90))
        .collect();
    for number in 0..120 {
        site.wait(1);
        let long = if number == 60 { noise.as_str() } else { "" };
        let change = by(1, text(&format!("{number}{long}")));
        store
            .update(Kind::Post, post.id, &change, &anything)
            .await
            .unwrap();
    }
    let of = |prefix: &str| Query::prefix(format!("main#CONTENT#{}", post.id), prefix.to_owned());
    let stored: Vec<Stored> = site.table.query(&of("REVISION#")).await.unwrap();
    assert_eq!(stored.len(), 120);
    assert_eq!(records(store, post.id).await.len(), 120);
    store.delete(Kind::Post, post.id, &anything).await.unwrap();
    let left: Vec<Stored> = site.table.query(&of("")).await.unwrap();
    assert_eq!((left.len(), store.history(post.id).0), (0, 0));
    let other = site.other_process().await;
    assert_eq!(other.history(post.id), (0, None));
    assert_eq!(
        site.post(titled("b", Status::Draft)).await.id,
        post.id + 121
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_writers_of_one_post_lose_no_revision() {
    const EACH: usize = 12;
    let site = TestSite::new().await;
    let post = site.post(titled("a", Status::Publish)).await;
    let processes = [site.other_process().await, site.other_process().await];
    let writers = processes.into_iter().enumerate().map(|(who, store)| {
        tokio::spawn(async move {
            for number in 0..EACH {
                let change = by(who as u64, text(&format!("{who}-{number}")));
                store
                    .update(Kind::Post, 1, &change, &anything)
                    .await
                    .unwrap();
            }
        })
    });
    for done in join_all(writers).await {
        done.unwrap();
    }
    let store = site.other_process().await;
    let all = records(&store, post.id).await;
    let mut texts: Vec<_> = all.iter().map(|one| one.content.clone()).collect();
    texts.sort();
    let mut written: Vec<_> = (0..2)
        .flat_map(|who| (0..EACH).map(move |number| format!("{who}-{number}")))
        .collect();
    written.sort();
    assert_eq!(texts, written);
    let now = store.get(post.id).await.unwrap().unwrap();
    assert_eq!(
        all[0].content, now.content,
        "the newest is what the post is"
    );
}

#[derive(Debug, Clone)]
enum Step {
    Update(u64, &'static str, &'static str),
    Autosave(u64, &'static str),
    Delete(usize),
    Trash,
    Restore,
}

fn step() -> impl Strategy<Value = Step> {
    let texts = select(vec!["", "a", "a  b", "a b", " a b\n", "c"]);
    let titles = select(vec!["t", "t ", "u"]);
    prop_oneof![
        6 => (1..4_u64, titles, texts.clone()).prop_map(|(who, title, text)| Step::Update(who, title, text)),
        3 => (2..4_u64, texts).prop_map(|(who, text)| Step::Autosave(who, text)),
        1 => (0..5_usize).prop_map(Step::Delete),
        1 => Just(Step::Trash),
        1 => Just(Step::Restore),
    ]
}

/// Identifier, author, whether it is an autosave, title, text.
type Known = (u64, u64, bool, String, String);

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Expected revisions, newest first, for texts that differ in words only.
struct Naive {
    item: (String, String),
    list: Vec<Known>,
    last: u64,
}

impl Naive {
    fn update(&mut self, who: u64) {
        let (title, text) = self.item.clone();
        let latest = self.list.iter().find(|known| !known.2);
        let is_same = latest.is_some_and(|known| {
            words(&known.3) == words(&title) && words(&known.4) == words(&text)
        });
        if !is_same {
            self.last += 1;
            self.list.insert(0, (self.last, who, false, title, text));
        }
    }

    fn autosave(&mut self, who: u64, text: &str) {
        let known = self.list.iter().position(|one| one.2 && one.1 == who);
        let is_different = words(text) != words(&self.item.1);
        match known {
            Some(_) if !is_different => {}
            Some(place) => {
                let (id, ..) = self.list.remove(place);
                self.list
                    .insert(0, (id, who, true, String::new(), text.to_owned()));
            }
            None => {
                self.last += 1;
                self.list
                    .insert(0, (self.last, who, true, String::new(), text.to_owned()));
            }
        }
    }
}

async fn run(steps: &[Step]) -> (Vec<Known>, Vec<Known>) {
    let site = TestSite::new().await;
    let store = &site.store;
    let post = site.post(titled("t", Status::Publish)).await;
    let mut naive = Naive {
        item: ("t".to_owned(), String::new()),
        list: Vec::new(),
        last: post.id,
    };
    let mut trashed = false;
    for step in steps {
        site.wait(1);
        match step {
            Step::Update(who, title, body) => {
                let change = ContentChange {
                    title: Some((*title).to_owned()),
                    ..by(*who, text(body))
                };
                store
                    .update(Kind::Post, post.id, &change, &anything)
                    .await
                    .unwrap();
                naive.item = ((*title).to_owned(), (*body).to_owned());
                naive.update(*who);
            }
            Step::Autosave(who, body) => {
                let change = by(*who, text(body));
                store
                    .autosave(Kind::Post, post.id, &change, &anything)
                    .await
                    .unwrap();
                naive.autosave(*who, body);
            }
            Step::Delete(place) => {
                if let Some((id, ..)) = naive.list.get(*place).cloned() {
                    store.delete_revision(post.id, id).await.unwrap();
                    naive.list.remove(*place);
                }
            }
            Step::Trash if !trashed => {
                store
                    .trash(Kind::Post, post.id, 1, &anything)
                    .await
                    .unwrap();
                naive.update(1);
                trashed = true;
            }
            Step::Restore if trashed => {
                let change = by(1, status(Status::Publish));
                store
                    .update(Kind::Post, post.id, &change, &anything)
                    .await
                    .unwrap();
                naive.update(1);
                trashed = false;
            }
            Step::Trash | Step::Restore => {}
        }
    }
    // The same from the log, in another process.
    let other = site.other_process().await;
    other.refresh(Freshness::Asked).await.unwrap();
    let stored = records(&other, post.id).await.into_iter();
    let stored = stored.map(|one| (one.id, one.author, one.is_autosave, one.title, one.content));
    (stored.collect(), naive.list)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_changes_leaves_the_expected_revisions(steps in prop::collection::vec(step(), 1..30)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (stored, expected) = runtime.block_on(run(&steps));
        prop_assert_eq!(stored, expected);
    }
}

#[tokio::test]
async fn a_scheduled_publication_adds_a_revision_only_as_first_update() {
    let site = TestSite::new().await;
    let store = &site.store;
    let scheduled = ContentChange {
        date: Some(DateInput::Exact(
            NOW.parse::<Timestamp>().unwrap() + SignedDuration::from_hours(1),
        )),
        ..titled("a", Status::Future)
    };
    let never_updated = site.post(scheduled.clone()).await;
    let updated = site.post(scheduled).await;
    let text = ContentChange {
        content: Some("texto".into()),
        editor: 1,
        may_publish: true,
        ..ContentChange::default()
    };
    store
        .update(Kind::Post, updated.id, &text, &anything)
        .await
        .unwrap();
    site.wait(3700);
    for id in [never_updated.id, updated.id] {
        assert!(store.publish_due(id).await.unwrap());
    }
    let of = |id: u64| store.revisions_of(id);
    assert_eq!(of(never_updated.id).len(), 1);
    assert_eq!(of(never_updated.id)[0].author, 0);
    assert_eq!(of(updated.id).len(), 1);
    assert_eq!(of(updated.id)[0].author, 1);
}
