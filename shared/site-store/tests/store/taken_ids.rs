//! Identifiers of the sequence of items that records outside the model take.

use domain::site::Status;
use futures_util::future::join_all;
use site_store::{ImportStart, SiteStore};

use crate::support::{TestSite, titled};

#[tokio::test]
async fn a_taken_identifier_is_given_to_no_item() {
    let site = TestSite::new().await;
    let before = site.post(titled("Ipê", Status::Publish)).await;
    let taken = site.store.take_content_id().await.unwrap();
    assert!(taken > before.id);
    let after = site.post(titled("Jacarandá", Status::Publish)).await;
    assert!(after.id > taken);
    assert!(site.store.get(taken).await.unwrap().is_none());
    // A process that starts reads the taken identifier from the log.
    let other = site.other_process().await;
    assert!(other.take_content_id().await.unwrap() > after.id);
}

#[tokio::test]
async fn concurrent_processes_take_different_identifiers() {
    let site = TestSite::new().await;
    let mut stores = Vec::new();
    for _ in 0..6 {
        stores.push(site.other_process().await);
    }
    let taken = join_all(stores.iter().map(|store| store.take_content_id())).await;
    let mut ids: Vec<u64> = taken.into_iter().map(Result::unwrap).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 6);
}

async fn is_new_to_an_import(store: &SiteStore) -> bool {
    let start = store.import_ledger("https://fonte.example").await;
    matches!(start.unwrap(), ImportStart::Ledger(ledger) if ledger.was_fresh())
}

#[tokio::test]
async fn a_site_without_content_stays_new_to_an_import() {
    let site = TestSite::new().await;
    // The first contact form takes one.
    site.store.take_content_id().await.unwrap();
    assert!(is_new_to_an_import(&site.store).await);
    assert!(is_new_to_an_import(&site.other_process().await).await);
    site.post(titled("Ipê", Status::Draft)).await;
    assert!(!is_new_to_an_import(&site.store).await);
    assert!(!is_new_to_an_import(&site.other_process().await).await);
}
