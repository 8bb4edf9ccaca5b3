//! Snapshots of the read model: a site opened from one is the site, whatever happened to it.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use items::{Condition, Key};
use jiff::SignedDuration;
use ports::{Blob, Blobs};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use site_store::{
    CommentFilter, ContentChange, ContentFilter, Made, NewComment, OrderBy, Search, SiteStore,
    StatusFilter, Task, TermChange, TermFilter, UserChange, UserFilter, anything,
};

use crate::previous_form::{self, parts, point, pointers, turn_back};
use crate::world::{World, titled};

/// A word in every text, so that searches find many.
const WORD: &str = "jardim";

/// The item that says which snapshot is the latest, of a site with one.
async fn pointer(world: &World) -> (Key, serde_json::Value) {
    let mut found = pointers(&world.table).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// Everything that the model answers.
async fn view(store: &SiteStore) -> Vec<String> {
    let mut view = vec![format!("{:?}", store.settings())];
    for kind in Kind::ALL {
        let mut filter = ContentFilter {
            status: StatusFilter::Of(Status::ALL.to_vec()),
            ..ContentFilter::all(kind)
        };
        let all = store.list(&filter).await.unwrap();
        for id in &all.items {
            view.push(format!("{:?}", store.summary(*id).unwrap()));
            view.push(format!(
                "{:?} {:?}",
                store.history(*id),
                store.revisions_of(*id)
            ));
        }
        for text in [WORD, "dois", "-dois", "ab"] {
            filter.search = Some(Search {
                text: text.into(),
                columns: Vec::new(),
                exact: false,
            });
            let found = store.list(&filter).await.unwrap();
            view.push(format!("{kind:?} {text} {found:?}"));
        }
        filter.search = None;
        filter.order_by = OrderBy::Title;
        view.push(format!("by title {:?}", store.list(&filter).await.unwrap()));
        view.push(format!(
            "{all:?} {:?}",
            store.get_many(&all.items).await.unwrap()
        ));
    }
    for taxonomy in Taxonomy::ALL {
        let terms = store.terms(taxonomy, &TermFilter::default()).unwrap();
        let counts: Vec<_> = terms
            .items
            .iter()
            .map(|one| store.term_count(one.id))
            .collect();
        view.push(format!("{terms:?} {counts:?}"));
    }
    let users = store.users(&UserFilter::default()).unwrap();
    for user in &users.items {
        view.push(format!("{user:?} {:?}", store.app_passwords(user.id)));
    }
    view.push(format!("{:?}", store.comments(&CommentFilter::default())));
    view
}

/// The site as a new process sees it that reads the whole log.
async fn from_the_log(world: &World) -> Vec<String> {
    let kept = pointers(&world.table).await;
    for (key, _) in &kept {
        let gone = world.table.delete(key.clone(), Condition::Any);
        gone.await.unwrap();
    }
    let store = world.other_process().await;
    let view = view(&store).await;
    for (key, latest) in kept {
        point(&world.table, key, &latest).await;
    }
    view
}

async fn made(store: &SiteStore) -> Made {
    store.make_snapshot().await.unwrap().unwrap()
}

/// What a writer may do; numbers choose among what is there.
#[derive(Debug, Clone)]
enum Deed {
    Write(Kind, u8, Status),
    Change(u8, Status),
    Trash(u8),
    Delete(u8),
    Term(u8),
    DeleteTerm(u8),
    User(u8),
    DeleteUser(u8),
    Comment(u8),
    Settings(u8),
    Snapshot,
}

fn deed() -> impl Strategy<Value = Deed> {
    let kind = prop::sample::select(vec![Kind::Post, Kind::Page, Kind::Block]);
    let status = prop::sample::select(vec![Status::Publish, Status::Draft, Status::Private]);
    prop_oneof![
        6 => (kind, any::<u8>(), status.clone()).prop_map(|(kind, n, status)| Deed::Write(kind, n, status)),
        4 => (any::<u8>(), status).prop_map(|(n, status)| Deed::Change(n, status)),
        1 => any::<u8>().prop_map(Deed::Trash),
        2 => any::<u8>().prop_map(Deed::Delete),
        2 => any::<u8>().prop_map(Deed::Term),
        1 => any::<u8>().prop_map(Deed::DeleteTerm),
        1 => any::<u8>().prop_map(Deed::User),
        1 => any::<u8>().prop_map(Deed::DeleteUser),
        2 => any::<u8>().prop_map(Deed::Comment),
        1 => any::<u8>().prop_map(Deed::Settings),
        2 => Just(Deed::Snapshot),
    ]
}

fn chosen(from: &[u64], n: u8) -> u64 {
    from.get(usize::from(n) % from.len().max(1))
        .copied()
        .unwrap_or(0)
}

/// Does one deed; what a rule forbids is left.
async fn perform(world: &World, deed: &Deed) {
    let store = &world.store;
    let mut items = Vec::new();
    for kind in [Kind::Post, Kind::Page, Kind::Block] {
        let filter = ContentFilter {
            status: StatusFilter::Of(Status::ALL.to_vec()),
            ..ContentFilter::all(kind)
        };
        items.extend(store.list(&filter).await.unwrap().items);
    }
    let kind_of = |id: u64| {
        store
            .summary(id)
            .unwrap()
            .map_or(Kind::Post, |item| item.kind)
    };
    let categories: Vec<u64> = store
        .terms(Taxonomy::Category, &TermFilter::default())
        .unwrap()
        .items
        .iter()
        .map(|term| term.id)
        .collect();
    let users: Vec<u64> = store
        .users(&UserFilter::default())
        .unwrap()
        .items
        .iter()
        .map(|user| user.id)
        .collect();
    let texts = |n: u8| ContentChange {
        content: Some(format!(
            "<p>{WORD} {} {n}</p>",
            if n.is_multiple_of(2) { "dois" } else { "um" }
        )),
        terms: BTreeMap::from([(Taxonomy::Category, vec![chosen(&categories, n)])]),
        author: Some(chosen(&users, n)),
        editor: 1,
        ..ContentChange::default()
    };
    match deed {
        Deed::Write(kind, n, status) => {
            let first = ["Título", "água", "“Fala”", "#tag", "—", "ß", "Ωμέγα"];
            let first = first[usize::from(*n) % first.len()];
            let mut change = titled(&format!("{first} {n}"), *status);
            let texts = texts(*n);
            change.content = texts.content;
            change.author = texts.author;
            if *kind == Kind::Post {
                change.terms = texts.terms;
            }
            if *kind == Kind::Page {
                let pages: Vec<u64> = items
                    .iter()
                    .copied()
                    .filter(|id| kind_of(*id) == Kind::Page)
                    .collect();
                change.parent = Some(chosen(&pages, *n));
            }
            store
                .create(*kind, 1, &change)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::Change(n, status) => {
            let id = chosen(&items, *n);
            let mut change = texts(*n);
            change.status = Some(*status);
            change.may_publish = true;
            if kind_of(id) != Kind::Post {
                change.terms.clear();
            }
            store
                .update(kind_of(id), id, &change, &anything)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::Trash(n) => {
            let id = chosen(&items, *n);
            store
                .trash(kind_of(id), id, 1, &anything)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::Delete(n) => {
            let id = chosen(&items, *n);
            store
                .delete(kind_of(id), id, &anything)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::Term(n) => {
            let change = TermChange {
                name: Some(format!("Termo {n}")),
                parent: Some(chosen(&categories, *n)),
                ..TermChange::default()
            };
            store
                .create_term(Taxonomy::Category, &change)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::DeleteTerm(n) => {
            let id = chosen(&categories, *n);
            store
                .delete_term(Taxonomy::Category, id)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::User(n) => {
            let change = UserChange {
                login: Some(format!("pessoa{n}")),
                email: Some(format!("pessoa{n}@example.com")),
                ..UserChange::default()
            };
            store
                .create_user(&change)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::DeleteUser(n) => {
            let id = chosen(&users, *n);
            if id > 1 {
                store
                    .delete_user(id, Some(1))
                    .await
                    .map(drop)
                    .unwrap_or_default();
            }
        }
        Deed::Comment(n) => {
            let new = NewComment {
                post: chosen(&items, *n),
                content: format!("Comentário {n}"),
                author: 1,
                is_trusted: true,
                is_unhurried: true,
                ..NewComment::default()
            };
            store
                .create_comment(&new)
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::Settings(n) => {
            let title = format!("Jardim {n}");
            store
                .update_settings(|settings| settings.title.clone_from(&title))
                .await
                .map(drop)
                .unwrap_or_default();
        }
        Deed::Snapshot => {
            store.make_snapshot().await.unwrap();
        }
    }
}

#[test]
fn a_site_from_a_snapshot_is_the_site_whatever_was_done() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(16)
    };
    let deeds = prop::collection::vec(deed(), 1..30);
    TestRunner::new(config)
        .run(&deeds, |deeds| {
            runtime.block_on(async {
                let world = World::with_snapshots_every(5).await;
                for deed in &deeds {
                    perform(&world, deed).await;
                    world.wait(20);
                }
                let cold = world.other_process().await;
                prop_assert_eq!(view(&cold).await, from_the_log(&world).await);
                made_of_all(&world).await;
                let cold = world.other_process().await;
                prop_assert_eq!(view(&cold).await, view(&world.store).await);
                if pointers(&world.table).await.is_empty() {
                    return Ok(());
                }
                turn_back(&world.table, &*world.blobs).await;
                let upgraded = world.other_process().await;
                prop_assert_eq!(view(&upgraded).await, view(&world.store).await);
                Ok(())
            })
        })
        .unwrap();
}

/// A snapshot with nothing after it, if there is anything that none says yet.
async fn made_of_all(world: &World) {
    world.store.make_snapshot().await.unwrap();
}

/// A site with a snapshot of two posts, and a third post after it.
async fn with_a_tail() -> World {
    let world = World::new().await;
    for title in ["Um jardim", "Dois jardins"] {
        world.post(titled(title, Status::Publish)).await;
    }
    made(&world.store).await;
    world.post(titled("Três", Status::Publish)).await;
    world
}

fn search(text: &str) -> ContentFilter {
    ContentFilter {
        search: Some(Search {
            text: text.into(),
            columns: Vec::new(),
            exact: false,
        }),
        ..ContentFilter::all(Kind::Post)
    }
}

#[tokio::test]
async fn a_cold_process_reads_the_snapshot_and_what_came_after() {
    let world = with_a_tail().await;
    world.table.meter().take();
    let cold = world.other_process().await;
    let usage = world.table.meter().take();
    assert_eq!(usage.operations, [("Query", 2)].into());
    let posts = cold.list(&ContentFilter::all(Kind::Post)).await.unwrap();
    assert_eq!((posts.items, posts.total), (vec![3, 2, 1], 3));
    let change = titled("Quatro", Status::Publish);
    assert_eq!(cold.create(Kind::Post, 1, &change).await.unwrap().id, 4);
}

#[tokio::test]
async fn a_search_right_after_a_cold_start_knows_old_and_new_texts() {
    let world = with_a_tail().await;
    let update = ContentChange {
        content: Some("<p>sem canteiro</p>".into()),
        ..ContentChange::default()
    };
    world
        .store
        .update(Kind::Post, 1, &update, &anything)
        .await
        .unwrap();
    world.store.delete(Kind::Post, 2, &anything).await.unwrap();
    let cold = world.other_process().await;
    for (text, expected) in [("jardi", vec![1]), ("canteiro", vec![1]), ("três", vec![3])] {
        assert_eq!(
            cold.list(&search(text)).await.unwrap().items,
            expected,
            "{text}"
        );
    }
    // And what is written from now on.
    let change = titled("Jardineira", Status::Publish);
    let id = cold.create(Kind::Post, 1, &change).await.unwrap().id;
    assert_eq!(cold.list(&search("jardi")).await.unwrap().items, [1, id]);
}

#[tokio::test]
async fn a_snapshot_that_cannot_be_used_costs_only_time() {
    let spoilt = |bytes: &'static [u8]| Blob {
        bytes: bytes.into(),
        content_type: "application/zstd".into(),
    };
    for case in ["gone", "damaged", "another form", "another record"] {
        let world = with_a_tail().await;
        let expected = from_the_log(&world).await;
        for key in world.blobs.keys() {
            match case {
                "gone" => world.blobs.delete(&key).await.unwrap(),
                "damaged" => world.blobs.put(&key, spoilt(b"damage")).await.unwrap(),
                _ => {}
            }
        }
        let (key, mut latest) = pointer(&world).await;
        match case {
            "another form" => {
                world.table.delete(key, Condition::Any).await.unwrap();
                latest["format"] = "0123".into();
                let key = Key::new("main#SNAPSHOT", "LATEST#0123");
                point(&world.table, key, &latest).await;
            }
            "another record" => {
                latest["manifest"] = "x".into();
                point(&world.table, key, &latest).await;
            }
            _ => {}
        }
        let cold = world.other_process().await;
        assert_eq!(view(&cold).await, expected, "{case}");
        // The next snapshot mends it.
        assert_eq!(made(&world.store).await.seq, cold.version(), "{case}");
        world.table.meter().take();
        let cold = world.other_process().await;
        assert_eq!(world.table.meter().take().total(), 2, "{case}");
        assert_eq!(view(&cold).await, expected, "{case}");
    }
}

#[tokio::test]
async fn texts_that_cannot_be_used_are_read_from_the_log() {
    let world = with_a_tail().await;
    let expected = from_the_log(&world).await;
    let cold = world.other_process().await;
    for key in world.blobs.keys() {
        world.blobs.delete(&key).await.unwrap();
    }
    assert_eq!(view(&cold).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_makers_one_wins_and_nothing_stays_behind() {
    let world = with_a_tail().await;
    let (one, two) = (world.other_process().await, world.other_process().await);
    let (one, two) = tokio::join!(
        tokio::spawn(async move { one.make_snapshot().await.unwrap() }),
        tokio::spawn(async move { two.make_snapshot().await.unwrap() }),
    );
    let made: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
    assert_eq!(made.len(), 1);
    world.wait(2 * 3600);
    perform_tasks(&world).await;
    let (_, latest) = pointer(&world).await;
    let mut blobs: Vec<String> = serde_json::from_value(latest["blobs"].clone()).unwrap();
    blobs.sort();
    assert_eq!(world.blobs.keys(), blobs);
}

async fn perform_tasks(world: &World) -> usize {
    let mut made = 0;
    for task in world.sites.snapshot_tasks(100).await.unwrap() {
        made += usize::from(world.sites.perform(&task).await.unwrap().is_some());
    }
    made
}

#[tokio::test]
async fn writers_ask_for_a_snapshot_now_and_then_and_old_blobs_go_after_a_while() {
    let world = World::with_snapshots_every(8).await;
    while world.sites.snapshot_tasks(9).await.unwrap().is_empty() {
        world.post(titled("a", Status::Publish)).await;
    }
    assert_eq!(perform_tasks(&world).await, 1);
    assert!(world.sites.snapshot_tasks(9).await.unwrap().is_empty());
    let first = world.blobs.keys();
    assert_eq!(first.len(), 2);
    for _ in 0..8 {
        world.post(titled("a", Status::Publish)).await;
    }
    assert_eq!(perform_tasks(&world).await, 1);
    // Somebody may just have read where the old ones are.
    assert_eq!(world.blobs.keys().len(), 4);
    world.wait(SignedDuration::from_mins(11).as_secs());
    assert_eq!(perform_tasks(&world).await, 0);
    let second = world.blobs.keys();
    assert_eq!(second.len(), 2);
    assert!(second.iter().all(|blob| !first.contains(blob)));
    assert!(world.sites.snapshot_tasks(9).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_wish_is_taken_once_and_again_when_its_maker_is_lost() {
    let world = World::with_snapshots_every(8).await;
    while world.sites.snapshot_tasks(9).await.unwrap().is_empty() {
        world.post(titled("a", Status::Publish)).await;
    }
    let task = world.sites.snapshot_tasks(9).await.unwrap().remove(0);
    assert!(matches!(task.what, Task::Make { .. }));
    // The task came twice: the second finds that it was taken.
    assert!(world.sites.perform(&task).await.unwrap().is_some());
    assert_eq!(world.sites.perform(&task).await.unwrap(), None);
}

/// The columns and indexes of the tables in a snapshot's blob.
async fn tables(world: &World, latest: &serde_json::Value) -> Vec<String> {
    let key = latest["manifest"]["model"]["blob"].as_str().unwrap();
    let packed = world.blobs.get(key).await.unwrap().unwrap().bytes;
    let (_, pages) = parts(&packed);
    let mut connection = rusqlite::Connection::open_in_memory().unwrap();
    connection
        .deserialize_read_exact("main", &pages[..], pages.len(), false)
        .unwrap();
    let sql = "SELECT m.name || ' ' || c.cid || c.name || c.type || c.[notnull] || c.pk
                 FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
               UNION SELECT i.tbl_name || ' ' || coalesce(i.sql, i.name) FROM sqlite_master i
                 WHERE i.type = 'index' ORDER BY 1";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

fn of_form(all: &[(Key, serde_json::Value)], is_previous: bool) -> Option<&serde_json::Value> {
    let mut all = all.iter().map(|(_, latest)| latest);
    all.find(|latest| (latest["format"] == previous_form::form()) == is_previous)
}

#[tokio::test]
async fn a_new_version_begins_with_the_snapshot_of_the_version_before() {
    let world = with_a_tail().await;
    let expected = from_the_log(&world).await;
    turn_back(&world.table, &*world.blobs).await;
    world.table.meter().take();
    let cold = world.other_process().await;
    // The log is read from there on, as from a snapshot of the present form.
    assert_eq!(world.table.meter().take().operations, [("Query", 2)].into());
    assert_eq!(view(&cold).await, expected);
    let change = titled("Jardineira", Status::Publish);
    let id = cold.create(Kind::Post, 1, &change).await.unwrap().id;
    assert!(
        cold.list(&search("jardi"))
            .await
            .unwrap()
            .items
            .contains(&id)
    );
}

#[tokio::test]
async fn while_a_version_is_deployed_both_forms_have_their_snapshot() {
    let world = with_a_tail().await;
    let fresh = tables(&world, &pointer(&world).await.1).await;
    turn_back(&world.table, &*world.blobs).await;
    let (_, before) = pointer(&world).await;
    // The first tick of the new version makes the new snapshot of the old one.
    assert_eq!(perform_tasks(&world).await, 1);
    let both = pointers(&world.table).await;
    assert_eq!(both.len(), 2);
    // Functions of the version before find what they found.
    assert_eq!(
        world.table.get(&previous_form::key()).await.unwrap(),
        Some(before.clone())
    );
    let present = of_form(&both, false).unwrap();
    assert_eq!(tables(&world, present).await, fresh);
    world.wait(SignedDuration::from_hours(2).as_secs());
    perform_tasks(&world).await;
    for latest in [&before, present] {
        for blob in latest["blobs"].as_array().unwrap() {
            let blob = world.blobs.get(blob.as_str().unwrap()).await.unwrap();
            assert!(blob.is_some());
        }
    }
    // Those of the new one do not upgrade any more.
    let expected = from_the_log(&world).await;
    let image = before["manifest"]["model"]["blob"].as_str().unwrap();
    world.blobs.delete(image).await.unwrap();
    world.table.meter().take();
    let cold = world.other_process().await;
    assert_eq!(world.table.meter().take().operations, [("Query", 2)].into());
    assert_eq!(view(&cold).await, expected);
    // And nothing more is wanted.
    assert!(world.sites.snapshot_tasks(9).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_version_that_comes_back_wants_what_the_other_made_meanwhile() {
    let world = with_a_tail().await;
    turn_back(&world.table, &*world.blobs).await;
    assert_eq!(perform_tasks(&world).await, 1);
    assert!(
        world
            .other_sites()
            .snapshot_tasks(9)
            .await
            .unwrap()
            .is_empty()
    );
    // The version before ran again for a long time.
    let (_, mut previous) = pointers(&world.table).await.remove(0);
    assert_eq!(previous["format"], previous_form::form());
    previous["manifest"]["seq"] = 1000.into();
    point(&world.table, previous_form::key(), &previous).await;
    let tasks = world.other_sites().snapshot_tasks(9).await.unwrap();
    assert!(matches!(tasks[0].what, Task::Make { .. }));
}

#[tokio::test]
async fn the_snapshot_of_the_version_before_goes_after_a_week() {
    let world = with_a_tail().await;
    turn_back(&world.table, &*world.blobs).await;
    made(&world.store).await;
    for days in [6, 2] {
        world.wait(SignedDuration::from_hours(24 * days).as_secs());
        world.post(titled("b", Status::Publish)).await;
        made(&world.store).await;
        let all = pointers(&world.table).await;
        assert_eq!(of_form(&all, true).is_some(), days == 6);
        assert!(of_form(&all, false).is_some());
    }
    world.wait(SignedDuration::from_mins(11).as_secs());
    perform_tasks(&world).await;
    let (_, latest) = pointer(&world).await;
    let mut blobs: Vec<String> = serde_json::from_value(latest["blobs"].clone()).unwrap();
    blobs.sort();
    assert_eq!(world.blobs.keys(), blobs);
    let expected = from_the_log(&world).await;
    assert_eq!(view(&world.other_process().await).await, expected);
}

#[tokio::test]
async fn a_damaged_snapshot_gives_way_to_that_of_another_form() {
    let world = with_a_tail().await;
    turn_back(&world.table, &*world.blobs).await;
    made(&world.store).await;
    let expected = from_the_log(&world).await;
    let both = pointers(&world.table).await;
    let image = of_form(&both, false).unwrap()["manifest"]["model"]["blob"].clone();
    let damage = Blob {
        bytes: "damage".into(),
        content_type: "application/zstd".into(),
    };
    let image = image.as_str().unwrap();
    world.blobs.put(image, damage).await.unwrap();
    world.table.meter().take();
    let cold = world.other_process().await;
    assert_eq!(world.table.meter().take().operations, [("Query", 2)].into());
    assert_eq!(view(&cold).await, expected);
}

#[tokio::test]
async fn snapshots_of_a_later_version_are_left_alone() {
    let world = with_a_tail().await;
    let (_, mut later) = pointer(&world).await;
    later["format"] = "0123".into();
    let key = Key::new("main#SNAPSHOT", "LATEST#0123");
    point(&world.table, key.clone(), &later).await;
    for _ in 0..2 {
        world.wait(SignedDuration::from_hours(24 * 9).as_secs());
        world.post(titled("b", Status::Publish)).await;
        made(&world.store).await;
    }
    assert_eq!(world.table.get(&key).await.unwrap(), Some(later));
}
