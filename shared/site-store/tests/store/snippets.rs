//! Code snippets: writes, the change log, and snapshots.

use domain::site::SnippetScope;
use items::{Condition, Key};
use ports::{Blob, Blobs};
use serde_json::Value;
use sha2::{Digest, Sha256};
use site_store::{CodeError, Refusal, Snippet, SnippetChange, anything};

use crate::previous_format::{parts, point, pointers};
use crate::support::{TestSite, refused};

fn unchecked(_: &Snippet, _: &[&Snippet]) -> Option<CodeError> {
    None
}

fn named(name: &str) -> SnippetChange {
    SnippetChange {
        name: Some(name.into()),
        desc: Some("<p>Descrição</p>".into()),
        code: Some("a{}".into()),
        tags: Some(vec!["um".into(), "dois".into()]),
        scope: Some(SnippetScope::SiteCss),
        active: Some(true),
        priority: Some(3),
    }
}

/// The snippets as a new process reads them.
async fn from_outside(site: &TestSite) -> Vec<Snippet> {
    let snippets = site.other_process().await.snippets();
    snippets.iter().map(|one| (**one).clone()).collect()
}

fn from_here(site: &TestSite) -> Vec<Snippet> {
    let snippets = site.store.snippets();
    snippets.iter().map(|one| (**one).clone()).collect()
}

#[tokio::test]
async fn writes_reach_other_processes() {
    let site = TestSite::new().await;
    let first = site.store.create_snippet(&named("a"), &unchecked).await;
    let second = site.store.create_snippet(&named("b"), &unchecked).await;
    assert_eq!((first.unwrap().id, second.unwrap().id), (1, 2));
    site.wait(60);
    let change = SnippetChange {
        name: Some("c".into()),
        ..SnippetChange::default()
    };
    let updated = site.store.update_snippet(2, &change, &unchecked).await;
    let updated = updated.unwrap();
    assert_eq!((updated.name.as_str(), updated.priority), ("c", 3));
    assert_eq!(updated.revision, 3);
    let replaced = site.store.replace_snippet(1, &change, &unchecked).await;
    let replaced = replaced.unwrap();
    assert_eq!((replaced.code.as_str(), replaced.revision), ("", 3));
    assert_eq!(from_outside(&site).await, from_here(&site));
    site.store.delete_snippet(2).await.unwrap();
    assert_eq!(from_outside(&site).await, [(*replaced).clone()]);
    let third = site.store.create_snippet(&named("d"), &unchecked).await;
    assert_eq!(third.unwrap().id, 3);
}

#[tokio::test]
async fn unknown_snippets_are_refused() {
    let site = TestSite::new().await;
    let change = named("a");
    let update = site.store.update_snippet(1, &change, &unchecked).await;
    assert_eq!(refused(update), Refusal::Unknown);
    let replace = site.store.replace_snippet(1, &change, &unchecked).await;
    assert_eq!(refused(replace), Refusal::Unknown);
    let switch = site.store.switch_snippet(1, true).await;
    assert_eq!(refused(switch), Refusal::Unknown);
    assert_eq!(
        refused(site.store.delete_snippet(1).await),
        Refusal::Unknown
    );
}

#[tokio::test]
async fn a_switch_that_changes_nothing_is_refused() {
    let site = TestSite::new().await;
    let snippet = site.store.create_snippet(&named("a"), &unchecked).await;
    let snippet = snippet.unwrap();
    let again = site.store.switch_snippet(1, true).await;
    assert_eq!(refused(again), Refusal::SnippetInState);
    site.wait(60);
    let off = site.store.switch_snippet(1, false).await.unwrap();
    assert!(!off.active);
    assert_eq!(
        (off.modified, off.revision),
        (snippet.modified, snippet.revision)
    );
}

#[tokio::test]
async fn code_that_is_refused_is_inactive() {
    let site = TestSite::new().await;
    for (error, active) in [
        (None, true),
        (Some(CodeError::NotRun), true),
        (Some(CodeError::Syntax(4)), false),
        (Some(CodeError::Redeclared("f".into(), 2)), false),
    ] {
        let check = |_: &Snippet, _: &[&Snippet]| error.clone();
        let created = site.store.create_snippet(&named("a"), &check).await;
        let created = created.unwrap();
        assert_eq!((&created.code_error, created.active), (&error, active));
    }
    // The check sees the other snippets.
    let check = |own: &Snippet, others: &[&Snippet]| {
        assert!(others.len() == 3 && others.iter().all(|other| other.id != own.id));
        None
    };
    let change = SnippetChange::default();
    site.store.update_snippet(2, &change, &check).await.unwrap();
}

#[tokio::test]
async fn examples_are_made_once() {
    let site = TestSite::new().await;
    let other = site.other_process().await;
    let (one, two) = tokio::join!(site.store.seed_snippets(), other.seed_snippets());
    one.and(two).unwrap();
    assert_eq!(from_outside(&site).await.len(), 4);
    for id in 1..=4 {
        site.store.delete_snippet(id).await.unwrap();
    }
    site.store.seed_snippets().await.unwrap();
    assert_eq!(from_outside(&site).await, []);
}

#[tokio::test]
async fn long_code_is_stored() {
    let site = TestSite::new().await;
    // Digests do not compress, so that the entry does not fit into an item.
    let code: String = (0_u32..12_000)
        .map(|n| hex::encode(Sha256::digest(n.to_le_bytes())))
        .collect();
    let change = SnippetChange {
        code: Some(code.clone()),
        ..named("longo")
    };
    site.store
        .create_snippet(&change, &unchecked)
        .await
        .unwrap();
    assert_eq!(from_outside(&site).await[0].code, code);
}

#[tokio::test]
async fn a_snapshot_has_the_snippets() {
    let site = TestSite::new().await;
    site.store.seed_snippets().await.unwrap();
    site.store.delete_snippet(4).await.unwrap();
    site.store.make_snapshot().await.unwrap().unwrap();
    site.table.meter().take();
    let cold = site.other_process().await;
    assert_eq!(site.table.meter().take().operations["Query"], 2);
    assert_eq!(cold.snippets(), site.store.snippets());
    // The identifier of the deleted one is not used again.
    let next = cold.create_snippet(&named("a"), &unchecked).await.unwrap();
    assert_eq!(next.id, 5);
}

/// The snapshot of the release before snippets: other maps, the same tables.
#[tokio::test]
async fn a_snapshot_of_the_release_before_snippets_is_loaded() {
    const FORMAT: &str = "beb9f2b38aefd4c3";
    let site = TestSite::new().await;
    site.post(crate::support::titled(
        "Um jardim",
        domain::site::Status::Publish,
    ))
    .await;
    site.store.make_snapshot().await.unwrap().unwrap();
    let (key, mut latest) = pointers(&site.table).await.remove(0);
    let image = latest["manifest"]["model"]["blob"].as_str().unwrap();
    let packed = site.blobs.get(image).await.unwrap().unwrap().bytes;
    let (maps, pages) = parts(&packed);
    let mut maps: Value = serde_json::from_slice(&maps).unwrap();
    for name in ["snippets", "last_snippet"] {
        maps.as_object_mut().unwrap().remove(name).unwrap();
    }
    let mut plain = Vec::new();
    for part in [&serde_json::to_vec(&maps).unwrap(), &pages] {
        plain.extend((part.len() as u64).to_le_bytes());
        plain.extend(part);
    }
    let packed = zstd::encode_all(&plain[..], 3).unwrap();
    let name = "snapshots/main/before-snippets";
    latest["manifest"]["model"] = serde_json::json!({
        "blob": name, "length": packed.len(), "sha256": hex::encode(Sha256::digest(&packed)),
    });
    let blob = Blob {
        bytes: packed.into(),
        content_type: "application/zstd".to_owned(),
    };
    site.blobs.put(name, blob).await.unwrap();
    latest["format"] = FORMAT.into();
    site.table.delete(key, Condition::Any).await.unwrap();
    let key = Key::new("main#SNAPSHOT", format!("LATEST#{FORMAT}"));
    point(&site.table, key, &latest).await;
    // What follows the snapshot has snippets.
    site.store.seed_snippets().await.unwrap();
    site.store
        .delete(domain::site::Kind::Post, 1, &anything)
        .await
        .unwrap();
    site.table.meter().take();
    let cold = site.other_process().await;
    assert_eq!(site.table.meter().take().operations["Query"], 2);
    assert_eq!(cold.snippets(), site.store.snippets());
    assert_eq!(cold.snippets().len(), 4);
}
