//! Snapshots of the read model: creation, loading, replacement, damage, and formats of other releases.

use domain::site::{Kind, Status, Taxonomy};
use items::{Condition, Key};
use jiff::SignedDuration;
use ports::{Blob, Blobs};
use site_store::{
    CommentFilter, CommentStatus, ContentChange, ContentFilter, CreatedSnapshot, OrderBy, Search,
    SiteStore, StatusFilter, Task, TermFilter, UserFilter, anything,
};

use crate::index_counts;
use crate::previous_format::{self, parts, point, pointers, turn_back};
use crate::support::{TestSite, titled};

/// All states of comments.
pub const COMMENT_STATES: [CommentStatus; 5] = [
    CommentStatus::Approved,
    CommentStatus::Hold,
    CommentStatus::Spam,
    CommentStatus::Trash,
    CommentStatus::PostTrashed,
];

/// A word that every text contains, so that a search for it finds many.
pub const WORD: &str = "jardim";

/// Table item of the latest snapshot, of a site with exactly one.
async fn pointer(site: &TestSite) -> (Key, serde_json::Value) {
    let mut found = pointers(&site.table).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// Results of all read methods.
pub async fn view(store: &SiteStore) -> Vec<String> {
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
    let comments = CommentFilter {
        status: COMMENT_STATES.to_vec(),
        ..CommentFilter::default()
    };
    view.push(format!("{:?}", store.comments(&comments)));
    view.push(format!("{:?}", store.snippets()));
    view.extend(index_counts::all(store));
    view
}

/// View of a new process that reads the whole log.
pub async fn from_the_log(site: &TestSite) -> Vec<String> {
    let kept = pointers(&site.table).await;
    for (key, _) in &kept {
        let gone = site.table.delete(key.clone(), Condition::Any);
        gone.await.unwrap();
    }
    let store = site.other_process().await;
    let view = view(&store).await;
    for (key, latest) in kept {
        point(&site.table, key, &latest).await;
    }
    view
}

async fn made(store: &SiteStore) -> CreatedSnapshot {
    store.make_snapshot().await.unwrap().unwrap()
}

/// Brings the snapshot up to date with the log.
pub async fn made_of_all(site: &TestSite) {
    site.store.make_snapshot().await.unwrap();
}

/// Site with a snapshot of two posts, and a third post after the snapshot.
async fn with_a_tail() -> TestSite {
    let site = TestSite::new().await;
    for title in ["Um jardim", "Dois jardins"] {
        site.post(titled(title, Status::Publish)).await;
    }
    made(&site.store).await;
    site.post(titled("Três", Status::Publish)).await;
    site
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
async fn a_cold_process_reads_the_snapshot_and_the_rest_of_the_log() {
    let site = with_a_tail().await;
    site.table.meter().take();
    let cold = site.other_process().await;
    let usage = site.table.meter().take();
    assert_eq!(usage.operations, [("Query", 2)].into());
    assert_eq!(cold.read_work().log_entries, 1);
    let posts = cold.list(&ContentFilter::all(Kind::Post)).await.unwrap();
    assert_eq!((posts.items, posts.total), (vec![3, 2, 1], 3));
    let change = titled("Quatro", Status::Publish);
    assert_eq!(cold.create(Kind::Post, 1, &change).await.unwrap().id, 4);
}

#[tokio::test]
async fn a_search_after_a_cold_start_finds_old_and_new_texts() {
    let site = with_a_tail().await;
    let update = ContentChange {
        content: Some("<p>sem canteiro</p>".into()),
        ..ContentChange::default()
    };
    site.store
        .update(Kind::Post, 1, &update, &anything)
        .await
        .unwrap();
    site.store.delete(Kind::Post, 2, &anything).await.unwrap();
    let cold = site.other_process().await;
    for (text, expected) in [("jardi", vec![1]), ("canteiro", vec![1]), ("três", vec![3])] {
        assert_eq!(
            cold.list(&search(text)).await.unwrap().items,
            expected,
            "{text}"
        );
    }
    // Texts written from now on are found as well.
    let change = titled("Jardineira", Status::Publish);
    let id = cold.create(Kind::Post, 1, &change).await.unwrap().id;
    assert_eq!(cold.list(&search("jardi")).await.unwrap().items, [1, id]);
}

#[tokio::test]
async fn without_a_usable_snapshot_the_log_is_read() {
    let spoilt = |bytes: &'static [u8]| Blob {
        bytes: bytes.into(),
        content_type: "application/zstd".into(),
    };
    for case in ["gone", "damaged", "another form", "another record"] {
        let site = with_a_tail().await;
        let expected = from_the_log(&site).await;
        for key in site.blobs.keys() {
            match case {
                "gone" => site.blobs.delete(&key).await.unwrap(),
                "damaged" => site.blobs.put(&key, spoilt(b"damage")).await.unwrap(),
                _ => {}
            }
        }
        let (key, mut latest) = pointer(&site).await;
        match case {
            "another form" => {
                site.table.delete(key, Condition::Any).await.unwrap();
                latest["format"] = "0123".into();
                let key = Key::new("main#SNAPSHOT", "LATEST#0123");
                point(&site.table, key, &latest).await;
            }
            "another record" => {
                latest["manifest"] = "x".into();
                point(&site.table, key, &latest).await;
            }
            _ => {}
        }
        let cold = site.other_process().await;
        assert_eq!(view(&cold).await, expected, "{case}");
        // The next snapshot is usable again.
        assert_eq!(made(&site.store).await.seq, cold.version(), "{case}");
        site.table.meter().take();
        let cold = site.other_process().await;
        assert_eq!(site.table.meter().take().total(), 2, "{case}");
        assert_eq!(cold.read_work().log_entries, 0, "{case}");
        assert_eq!(view(&cold).await, expected, "{case}");
    }
}

#[tokio::test]
async fn without_usable_snapshot_texts_the_log_is_read() {
    let site = with_a_tail().await;
    let expected = from_the_log(&site).await;
    let cold = site.other_process().await;
    for key in site.blobs.keys() {
        site.blobs.delete(&key).await.unwrap();
    }
    assert_eq!(view(&cold).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_snapshots_wins_and_no_blob_is_orphaned() {
    let site = with_a_tail().await;
    let (one, two) = (site.other_process().await, site.other_process().await);
    let (one, two) = tokio::join!(
        tokio::spawn(async move { one.make_snapshot().await.unwrap() }),
        tokio::spawn(async move { two.make_snapshot().await.unwrap() }),
    );
    let made: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
    assert_eq!(made.len(), 1);
    site.wait(2 * 3600);
    perform_tasks(&site).await;
    let (_, latest) = pointer(&site).await;
    let mut blobs: Vec<String> = serde_json::from_value(latest["blobs"].clone()).unwrap();
    blobs.sort();
    assert_eq!(site.blobs.keys(), blobs);
}

pub async fn perform_tasks(site: &TestSite) -> usize {
    let mut made = 0;
    for task in site.sites.snapshot_tasks(100).await.unwrap() {
        made += usize::from(site.sites.perform(&task).await.unwrap().is_some());
    }
    made
}

#[tokio::test]
async fn writers_enqueue_snapshots_and_old_blobs_are_deleted_after_the_grace_period() {
    let site = TestSite::with_snapshots_every(8).await;
    while site.sites.snapshot_tasks(9).await.unwrap().is_empty() {
        site.post(titled("a", Status::Publish)).await;
    }
    assert_eq!(perform_tasks(&site).await, 1);
    assert!(site.sites.snapshot_tasks(9).await.unwrap().is_empty());
    let first = site.blobs.keys();
    assert_eq!(first.len(), 2);
    for _ in 0..8 {
        site.post(titled("a", Status::Publish)).await;
    }
    assert_eq!(perform_tasks(&site).await, 1);
    // A process may just have read the keys of the old blobs.
    assert_eq!(site.blobs.keys().len(), 4);
    site.wait(SignedDuration::from_mins(11).as_secs());
    assert_eq!(perform_tasks(&site).await, 0);
    let second = site.blobs.keys();
    assert_eq!(second.len(), 2);
    assert!(second.iter().all(|blob| !first.contains(blob)));
    assert!(site.sites.snapshot_tasks(9).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_task_is_claimed_once_and_again_after_its_lease() {
    let site = TestSite::with_snapshots_every(8).await;
    while site.sites.snapshot_tasks(9).await.unwrap().is_empty() {
        site.post(titled("a", Status::Publish)).await;
    }
    let task = site.sites.snapshot_tasks(9).await.unwrap().remove(0);
    assert!(matches!(task.what, Task::Make { .. }));
    // The task was delivered twice: the second worker finds it claimed.
    assert!(site.sites.perform(&task).await.unwrap().is_some());
    assert_eq!(site.sites.perform(&task).await.unwrap(), None);
}

/// Columns and indexes of the tables in a snapshot's blob.
async fn tables(site: &TestSite, latest: &serde_json::Value) -> Vec<String> {
    let key = latest["manifest"]["model"]["blob"].as_str().unwrap();
    let packed = site.blobs.get(key).await.unwrap().unwrap().bytes;
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
    all.find(|latest| (latest["format"] == previous_format::form()) == is_previous)
}

#[tokio::test]
async fn a_new_release_loads_the_snapshot_of_the_previous_release() {
    let site = with_a_tail().await;
    let expected = from_the_log(&site).await;
    turn_back(&site.table, &*site.blobs).await;
    site.table.meter().take();
    let cold = site.other_process().await;
    // Only the rest of the log is read, as after a snapshot in the present format. It is an entry of the same page as
    // the whole log, so the queries alone do not tell.
    assert_eq!(site.table.meter().take().operations, [("Query", 2)].into());
    assert_eq!(cold.read_work().log_entries, 1);
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
async fn during_a_deployment_both_formats_have_a_snapshot() {
    let site = with_a_tail().await;
    let fresh = tables(&site, &pointer(&site).await.1).await;
    turn_back(&site.table, &*site.blobs).await;
    let (_, before) = pointer(&site).await;
    // The first tick of the new release creates its snapshot from the previous one.
    assert_eq!(perform_tasks(&site).await, 1);
    let both = pointers(&site.table).await;
    assert_eq!(both.len(), 2);
    // Functions of the previous release still find their snapshot.
    assert_eq!(
        site.table.get(&previous_format::key()).await.unwrap(),
        Some(before.clone())
    );
    let present = of_form(&both, false).unwrap();
    assert_eq!(tables(&site, present).await, fresh);
    site.wait(SignedDuration::from_hours(2).as_secs());
    perform_tasks(&site).await;
    for latest in [&before, present] {
        for blob in latest["blobs"].as_array().unwrap() {
            let blob = site.blobs.get(blob.as_str().unwrap()).await.unwrap();
            assert!(blob.is_some());
        }
    }
    // Functions of the new release do not migrate any more.
    let expected = from_the_log(&site).await;
    let image = before["manifest"]["model"]["blob"].as_str().unwrap();
    site.blobs.delete(image).await.unwrap();
    site.table.meter().take();
    let cold = site.other_process().await;
    assert_eq!(site.table.meter().take().operations, [("Query", 2)].into());
    assert_eq!(cold.read_work().log_entries, 0);
    assert_eq!(view(&cold).await, expected);
    // No further snapshot is enqueued.
    assert!(site.sites.snapshot_tasks(9).await.unwrap().is_empty());
}

#[tokio::test]
async fn after_a_rollback_and_return_the_snapshot_is_brought_up_to_date() {
    let site = with_a_tail().await;
    turn_back(&site.table, &*site.blobs).await;
    assert_eq!(perform_tasks(&site).await, 1);
    assert!(
        site.other_sites()
            .snapshot_tasks(9)
            .await
            .unwrap()
            .is_empty()
    );
    // The previous release ran again for a long time.
    let (_, mut previous) = pointers(&site.table).await.remove(0);
    assert_eq!(previous["format"], previous_format::form());
    previous["manifest"]["seq"] = 1000.into();
    point(&site.table, previous_format::key(), &previous).await;
    let tasks = site.other_sites().snapshot_tasks(9).await.unwrap();
    assert!(matches!(tasks[0].what, Task::Make { .. }));
}

#[tokio::test]
async fn the_snapshot_of_the_previous_release_is_deleted_after_a_week() {
    let site = with_a_tail().await;
    turn_back(&site.table, &*site.blobs).await;
    made(&site.store).await;
    for days in [6, 2] {
        site.wait(SignedDuration::from_hours(24 * days).as_secs());
        site.post(titled("b", Status::Publish)).await;
        made(&site.store).await;
        let all = pointers(&site.table).await;
        assert_eq!(of_form(&all, true).is_some(), days == 6);
        assert!(of_form(&all, false).is_some());
    }
    site.wait(SignedDuration::from_mins(11).as_secs());
    perform_tasks(&site).await;
    let (_, latest) = pointer(&site).await;
    let mut blobs: Vec<String> = serde_json::from_value(latest["blobs"].clone()).unwrap();
    blobs.sort();
    assert_eq!(site.blobs.keys(), blobs);
    let expected = from_the_log(&site).await;
    assert_eq!(view(&site.other_process().await).await, expected);
}

#[tokio::test]
async fn a_damaged_snapshot_is_replaced_by_that_of_another_format() {
    let site = with_a_tail().await;
    turn_back(&site.table, &*site.blobs).await;
    made(&site.store).await;
    let expected = from_the_log(&site).await;
    let both = pointers(&site.table).await;
    let image = of_form(&both, false).unwrap()["manifest"]["model"]["blob"].clone();
    let damage = Blob {
        bytes: "damage".into(),
        content_type: "application/zstd".into(),
    };
    let image = image.as_str().unwrap();
    site.blobs.put(image, damage).await.unwrap();
    site.table.meter().take();
    let cold = site.other_process().await;
    assert_eq!(site.table.meter().take().operations, [("Query", 2)].into());
    assert_eq!(cold.read_work().log_entries, 1);
    assert_eq!(view(&cold).await, expected);
}

#[tokio::test]
async fn snapshots_of_a_later_release_are_retained() {
    let site = with_a_tail().await;
    let (_, mut later) = pointer(&site).await;
    later["format"] = "0123".into();
    let key = Key::new("main#SNAPSHOT", "LATEST#0123");
    point(&site.table, key.clone(), &later).await;
    for _ in 0..2 {
        site.wait(SignedDuration::from_hours(24 * 9).as_secs());
        site.post(titled("b", Status::Publish)).await;
        made(&site.store).await;
    }
    assert_eq!(site.table.get(&key).await.unwrap(), Some(later));
}
