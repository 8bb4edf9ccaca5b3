//! What a cut-off upload leaves, and records that a disk damaged.

use bytes::Bytes;
use domain::site::{Kind, Status, Taxonomy};
use embedded::clock::SystemClock;
use items::{Condition, Entry, Key, Query};
use jiff::SignedDuration;
use ports::{Blob, Blobs as _, Clock as _};
use site_store::{
    ContentChange, ContentFilter, FontSource, Freshness, NewComment, NewFile, NewFontFace,
    StoreError, TermChange, anything,
};

use crate::support::{TestSite, titled};

/// Uploads a picture; its identifier, and its paths.
async fn uploaded(site: &TestSite, name: &str) -> (u64, Vec<String>) {
    let item = site.store.upload(NewFile {
        title: None,
        makes_sizes: true,
        name: name.into(),
        bytes: pictures::generate::photograph(640, 480, 1).unwrap(),
        author: 1,
        change: ContentChange::default(),
    });
    let item = item.await.unwrap();
    (item.id, item.media.as_ref().unwrap().paths())
}

async fn put(site: &TestSite, key: &str) {
    let blob = Blob {
        bytes: Bytes::from_static(b"abc"),
        content_type: "image/jpeg".to_owned(),
    };
    site.blobs.put(key, blob).await.unwrap();
}

/// Files are stored at the time of the system.
fn two_days_later(site: &TestSite) {
    site.clock
        .set(SystemClock.now() + SignedDuration::from_hours(48));
}

#[tokio::test]
async fn files_that_no_item_names_are_removed_after_a_day() {
    let site = TestSite::new().await;
    let (_, mut named) = uploaded(&site, "ipe.jpg").await;
    let stray = [
        "2024/05/ipe-999x999.jpg",
        "2024/05/outra.jpg",
        "2024/06/outra.jpg",
        "fonts/stray.woff2",
        "solta.jpg",
    ];
    for path in stray {
        put(&site, &format!("sites/main/uploads/{path}")).await;
    }
    let others = [
        "sites/main/private/7/0",
        "sites/main/records/x",
        "sites/other/uploads/2024/05/a.jpg",
        "snapshots/main/x",
    ];
    for key in others {
        put(&site, key).await;
    }
    assert_eq!(site.sites.remove_unnamed_files().await.unwrap().objects, 0);
    two_days_later(&site);
    let removed = site.sites.remove_unnamed_files().await.unwrap();
    assert_eq!((removed.objects, removed.bytes), (5, 15));
    named.sort();
    let keys = site.blobs.keys();
    let uploads = keys
        .iter()
        .filter_map(|key| key.strip_prefix("sites/main/uploads/"));
    assert_eq!(uploads.collect::<Vec<_>>(), named);
    for key in others {
        assert!(keys.contains(&key.to_owned()), "{key}");
    }
}

#[tokio::test]
async fn files_of_fonts_are_named_by_their_items() {
    let site = TestSite::new().await;
    let family = titled("Ubuntu", Status::Publish);
    let family = site
        .store
        .create(Kind::FontFamily, 1, &family)
        .await
        .unwrap();
    // The header of a WOFF2 file (WOFF File Format 2.0, section 4.1), and nine tables.
    let mut bytes = b"wOF2\0\x01\0\0\0\0\0\x3c\0\x09\0\0".to_vec();
    bytes.resize(60, 7);
    let face = NewFontFace {
        family: family.id,
        identity: "ubuntu".into(),
        slug: "ubuntu".into(),
        settings: serde_json::Map::new(),
        sources: vec![FontSource::File {
            name: "ubuntu.woff2".into(),
            bytes: bytes.into(),
        }],
    };
    site.store.add_font_face(face).await.unwrap();
    let before = site.blobs.keys();
    assert!(
        before.iter().any(|key| key.contains("uploads/fonts/")),
        "{before:?}"
    );
    two_days_later(&site);
    assert_eq!(site.sites.remove_unnamed_files().await.unwrap().objects, 0);
    assert_eq!(site.blobs.keys(), before);
}

#[tokio::test]
async fn a_damaged_item_is_left_out_of_lists_and_keeps_its_files() {
    let site = TestSite::new().await;
    let ids = [
        uploaded(&site, "a.jpg").await.0,
        uploaded(&site, "b.jpg").await.0,
    ];
    put(&site, "sites/main/uploads/2024/05/stray.jpg").await;
    let files = site.blobs.keys();
    let damaged = Entry::new(Key::new(format!("main#CONTENT#{}", ids[0]), "RECORD"), &7).unwrap();
    site.table.put(damaged, Condition::Any).await.unwrap();
    let cold = site.other_process().await;
    let listed = cold.get_many(&ids).await.unwrap();
    assert_eq!(
        listed.iter().map(|item| item.id).collect::<Vec<_>>(),
        ids[1..]
    );
    let alone = cold.get(ids[0]).await.unwrap_err();
    assert!(matches!(alone, StoreError::Items(_)), "{alone}");
    two_days_later(&site);
    let sites = site.other_sites();
    assert_eq!(sites.remove_unnamed_files().await.unwrap().objects, 0);
    assert_eq!(site.blobs.keys(), files);
}

/// What a check finds, as lines.
async fn findings(site: &TestSite) -> Vec<String> {
    let found = site.store.check().await.unwrap();
    found.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_check_reads_log_snapshot_items_and_files() {
    let site = TestSite::with_snapshots_every(4).await;
    let (picture, paths) = uploaded(&site, "a.jpg").await;
    for n in 0..6 {
        let post = site
            .post(titled(&format!("Horta {n}"), Status::Publish))
            .await;
        let change = titled("Outra", Status::Publish);
        site.store
            .update(Kind::Post, post.id, &change, &anything)
            .await
            .unwrap();
    }
    for task in site.sites.snapshot_tasks(10).await.unwrap() {
        site.sites.perform(&task).await.unwrap();
    }
    assert_eq!(findings(&site).await, [""; 0]);
    site.blobs
        .delete(&format!("sites/main/uploads/{}", paths[0]))
        .await
        .unwrap();
    let missing = format!("item {picture}: its file {} is missing", paths[0]);
    assert_eq!(findings(&site).await, std::slice::from_ref(&missing));
    let last = Key::new(format!("main#CONTENT#{}", picture + 1), "RECORD");
    site.table.delete(last, Condition::Any).await.unwrap();
    let gone = format!("item {}: its record is missing", picture + 1);
    assert_eq!(findings(&site).await, [missing, gone]);
    let snapshots = site.blobs.list("snapshots/", "").await.unwrap();
    assert!(!snapshots.is_empty());
    for object in snapshots {
        site.blobs.delete(&object.key).await.unwrap();
    }
    let found = findings(&site).await;
    assert!(
        found
            .iter()
            .any(|line| line.ends_with("cannot be used: its file is missing")),
        "{found:?}"
    );
    let entry = Key::new("main#LOG", format!("{:016}", 5));
    site.table.delete(entry, Condition::Any).await.unwrap();
    let lost = "change 5: its entry of the change log is missing or damaged";
    assert!(findings(&site).await.contains(&lost.to_owned()));
    // Without a snapshot and with a gap in the log, a new process lists what the other entries say.
    let cold = site.other_process().await;
    let listed = cold.list(&ContentFilter::all(Kind::Post)).await.unwrap();
    assert_eq!(listed.total, 6);
    let post = site.post(titled("Depois", Status::Publish)).await;
    cold.refresh(Freshness::Asked).await.unwrap();
    assert!(cold.get(post.id).await.unwrap().is_some());
}

/// Deletes the newest entries of the log, as a damaged disk or a person does.
async fn lose_newest_entries(site: &TestSite, number: u64) {
    let log = Query::prefix("main#LOG", "").newest_first().limit(1);
    let keys = site.table.key_page(&log, None).await.unwrap().keys;
    let newest: u64 = keys[0].sk.parse().unwrap();
    for seq in newest + 1 - number..=newest {
        let entry = Key::new("main#LOG", format!("{seq:016}"));
        site.table.delete(entry, Condition::Any).await.unwrap();
    }
}

#[tokio::test]
async fn a_lost_newest_entry_does_not_cost_its_item() {
    let site = TestSite::new().await;
    let (kept, _) = uploaded(&site, "a.jpg").await;
    let (lost, paths) = uploaded(&site, "b.jpg").await;
    lose_newest_entries(&site, 1).await;
    let line = format!("item {lost}: the change log does not have it");
    assert_eq!(findings(&site).await, [line]);
    let cold = site.other_process().await;
    assert!(cold.get(lost).await.unwrap().is_none());
    assert_eq!(cold.recover_unlogged().await.unwrap(), 1);
    let item = cold.get(lost).await.unwrap().unwrap();
    assert_eq!(item.media.as_ref().unwrap().paths(), paths);
    assert_eq!(findings(&site).await, [""; 0]);
    assert_eq!(cold.recover_unlogged().await.unwrap(), 0);
    let post = titled("Depois", Status::Publish);
    let post = cold.create(Kind::Post, 1, &post).await.unwrap();
    assert_eq!((lost, post.id), (kept + 1, lost + 1));
    let others = site.other_process().await;
    assert!(others.get(lost).await.unwrap().is_some());
}

#[tokio::test]
async fn a_writer_overwrites_no_record_that_the_log_lost() {
    let site = TestSite::new().await;
    let post = site.post(titled("Antes", Status::Publish)).await;
    let (lost, _) = uploaded(&site, "b.jpg").await;
    lose_newest_entries(&site, 1).await;
    // Without a repair before, as in the cloud.
    let cold = site.other_process().await;
    let change = titled("Depois", Status::Publish);
    let created = cold.create(Kind::Post, 1, &change).await.unwrap();
    assert_eq!((lost, created.id), (post.id + 1, lost + 1));
    assert_eq!(
        cold.get(lost).await.unwrap().unwrap().kind,
        Kind::Attachment
    );
    assert_eq!(findings(&site).await, [""; 0]);
}

#[tokio::test]
async fn entries_lost_of_all_kinds_are_recovered() {
    let site = TestSite::new().await;
    let post = site.post(titled("Antes", Status::Publish)).await;
    let first = findings(&site).await;
    assert_eq!(first, [""; 0]);
    let store = &site.store;
    let term = TermChange {
        name: Some("Hortas".into()),
        ..TermChange::default()
    };
    let term = store.create_term(Taxonomy::Category, &term).await.unwrap();
    let comment = NewComment {
        post: post.id,
        author_name: "Ana".into(),
        author_email: "ana@example.com".into(),
        content: "Bonito.".into(),
        ..NewComment::default()
    };
    let comment = store.create_comment(&comment).await.unwrap();
    let other = site.post(titled("Outra", Status::Publish)).await;
    lose_newest_entries(&site, 3).await;
    assert_eq!(findings(&site).await.len(), 3);
    let cold = site.other_process().await;
    assert_eq!(cold.recover_unlogged().await.unwrap(), 3);
    assert_eq!(cold.term(term.id).unwrap().name, "Hortas");
    assert_eq!(cold.comment(comment.id).unwrap().content, comment.content);
    assert!(cold.get(other.id).await.unwrap().is_some());
    assert_eq!(findings(&site).await, [""; 0]);
}

#[tokio::test]
async fn an_entry_lost_between_others_is_recovered() {
    let site = TestSite::new().await;
    let (lost, _) = uploaded(&site, "b.jpg").await;
    lose_newest_entries(&site, 1).await;
    // This process has read the entry before, so it goes on after it.
    site.post(titled("Depois", Status::Publish)).await;
    let cold = site.other_process().await;
    assert_eq!(cold.recover_unlogged().await.unwrap(), 1);
    assert!(cold.get(lost).await.unwrap().is_some());
}

#[tokio::test]
async fn a_damaged_record_beyond_the_log_keeps_its_identifier() {
    let site = TestSite::new().await;
    let (lost, _) = uploaded(&site, "b.jpg").await;
    lose_newest_entries(&site, 1).await;
    let damaged = Entry::new(Key::new(format!("main#CONTENT#{lost}"), "RECORD"), &7).unwrap();
    site.table.put(damaged, Condition::Any).await.unwrap();
    let cold = site.other_process().await;
    let change = titled("Depois", Status::Publish);
    let created = cold.create(Kind::Post, 1, &change).await.unwrap();
    assert_eq!(created.id, lost + 1);
}
