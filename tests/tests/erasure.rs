//! Erased is erased: canaries are written into every field of every kind of record of the site, of the platform and of a visitor.
//! After everything was deleted, and after the tasks of the next hour, no file of the data folder has one: not the store's file
//! with its free pages and write-ahead log, no record, no blob, no mail of the outbox, no log file.
//!
//! `erasure/kinds.rs` has the table of the kinds of records with their fields. A name of a key that the sources have and the table
//! does not fails the test, and so does a kind whose records have no canary although the table says so. Kinds of content, taxonomies
//! and their registered fields are taken from the code.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use embedded::clock::SystemClock;
use http::Method;
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use local::daily_files::DailyFiles;
use local::work::consume;
use pauta_tests::app::TestApp;
use pauta_tests::canaries::records_of;
use serde_json::Value;
use site_store::Tenant;
use tokio::sync::watch;

use crate::client::{delete, site};
use crate::content::letters;
use crate::harness::{Erasing, canary, email, files};
use crate::kinds::Canary;

#[path = "erasure/client.rs"]
mod client;
#[path = "erasure/content.rs"]
mod content;
#[path = "erasure/harness.rs"]
mod harness;
#[path = "erasure/imported.rs"]
mod imported;
#[path = "erasure/kinds.rs"]
mod kinds;
#[path = "erasure/people.rs"]
mod people;
#[path = "erasure/platform.rs"]
mod platform;

/// Time after which the task of a deletion is due.
const DUE: SignedDuration = SignedDuration::from_mins(65);
/// Time after which replaced blobs are removed.
const GRACE: SignedDuration = SignedDuration::from_mins(11);
/// Time after which records with a time of their own are deleted.
const MONTH: SignedDuration = SignedDuration::from_hours(31 * 24);

#[test]
fn every_kind_of_record_is_listed() {
    let listed = kinds::listed(|_| true);
    let known = kinds::in_sources();
    let unlisted: Vec<_> = known
        .iter()
        .filter(|(name, _)| !listed.contains(*name))
        .collect();
    assert!(
        unlisted.is_empty(),
        "plant a canary, or say in the table why there is none: {unlisted:#?}"
    );
    let unknown: Vec<_> = listed
        .iter()
        .filter(|name| !known.contains_key(*name))
        .collect();
    assert!(unknown.is_empty(), "no key has these names: {unknown:?}");
}

/// Erases what is due now, and afterwards what is due when the replaced blobs may go.
async fn erase(run: &Erasing) {
    for wait in [DUE, GRACE] {
        run.app.clock.advance(wait);
        run.work().await;
    }
}

/// The canaries of kinds of content and taxonomies that were not found.
fn missing(before: &BTreeSet<String>) -> Vec<&'static str> {
    let names = Kind::ALL.into_iter().map(Kind::name);
    let names = names.chain(Taxonomy::ALL.into_iter().map(Taxonomy::name));
    let has = |name: &&str| {
        before
            .iter()
            .any(|word| word.starts_with(&canary(&letters(name))))
    };
    names.filter(|name| !has(name)).collect()
}

/// The canaries that are found, without their places.
async fn words(run: &Erasing) -> BTreeSet<String> {
    run.found()
        .await
        .into_iter()
        .map(|(word, _)| word)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_what_was_erased_is_stored_anywhere() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    let logs = DailyFiles::new(folder.join("logs"), TimeZone::UTC, Arc::new(SystemClock)).unwrap();
    let _collector = local::logs::start(Some(logs));
    let run = Erasing::start(folder).await;
    let (end, ended) = watch::channel(false);
    let consumer = tokio::spawn(consume(
        run.app.parts.queue.clone(),
        run.workers.clone(),
        ended,
    ));
    let app = &run.app;

    let mut paths = content::write_all(app).await;
    paths.extend(people::write_people(app).await);
    people::submit_form(app).await;
    let people = [
        platform::write_person(app).await,
        platform::write_copy(app).await,
    ];
    let client = platform::write_site(app).await;
    platform::write_settings(app).await;
    platform::ask_providers(app).await;
    // Snapshots have all of it.
    let store = run.workers.site.sites.site(&Tenant::main()).unwrap();
    store.make_snapshot().await.unwrap();
    let before = words(&run).await;
    assert_eq!(missing(&before), [""; 0]);
    assert!(before.len() >= 150, "{} canaries: {before:?}", before.len());
    let planted = kinds::with_canaries(app).await;
    let claimed = kinds::listed(|canary| matches!(canary, Canary::Planted | Canary::Expiring));
    let without: Vec<_> = claimed.difference(&planted).collect();
    assert!(
        without.is_empty(),
        "no record of these kinds has a canary: {without:?}"
    );
    let unexpected: Vec<_> = planted.difference(&claimed).collect();
    assert!(
        unexpected.is_empty(),
        "the table says that these kinds have none: {unexpected:?}"
    );
    run.work().await;

    for path in &paths {
        delete(app, path).await;
    }
    content::delete_styles(app, &store).await;
    people::delete_settings(app).await;
    let erased = format!(
        "/contact-form/v1/submissions/person?email={}",
        email("formmail")
    );
    let erased = site(app, Method::DELETE, &erased, Value::Null).await;
    assert_eq!(erased["left"], 0, "{erased}");
    platform::delete_all(app, &people, client).await;
    erase(&run).await;
    let expiring = kinds::listed(|canary| matches!(canary, Canary::Expiring));
    let left = kinds::with_canaries(app).await;
    assert!(
        left.is_subset(&expiring),
        "{left:?}: {:#?}",
        run.found().await
    );
    for record in records_of(app, "platform").await {
        assert_ne!(record.pk, format!("SITE#{client}"), "{}", record.sk);
    }
    app.clock.advance(MONTH);
    run.expire().await;
    run.work().await;
    let after = run.found().await;
    assert!(after.is_empty(), "{after:#?}");
    assert!(!files(&run.folder.join("logs")).is_empty());
    let kept = site(app, Method::GET, "/core/v2/posts", Value::Null).await;
    assert_eq!(kept[0]["title"]["rendered"], "Fica");

    end.send(true).unwrap();
    consumer.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_what_was_imported_and_erased_is_stored_anywhere() {
    let from = TestApp::new().await;
    let mut paths = content::write_all(&from).await;
    paths.push(people::write_user(&from).await);
    let place = tempfile::tempdir().unwrap();
    let run = Erasing::start(place.path().join("data")).await;
    imported::copy(&from, &run).await;
    let store = run.workers.site.sites.site(&Tenant::main()).unwrap();
    store.make_snapshot().await.unwrap();
    let before = words(&run).await;
    assert!(before.len() >= 60, "{} canaries: {before:?}", before.len());

    for path in paths.iter().filter(|path| imported::is_copied(path)) {
        delete(&run.app, path).await;
    }
    erase(&run).await;
    let after = run.found().await;
    assert!(after.is_empty(), "{after:#?}");
}
