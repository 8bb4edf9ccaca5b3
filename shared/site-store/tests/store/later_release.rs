//! Entries of the log that a later release wrote, while a deployment replaces functions.

use domain::site::{Kind, Status};
use journal::Journal;
use serde::Serialize;
use serde_json::{Value, json};
use site_store::{Freshness, StoreError};

use crate::support::{TestSite, titled};

/// Stored form of the changes of an entry.
#[derive(Serialize)]
struct Stored {
    #[serde(with = "items::packed")]
    p: String,
}

/// Appends an entry with these changes.
pub async fn append(site: &TestSite, changes: Value) {
    let journal = Journal::at(site.table.clone(), "main#LOG");
    let seq = journal.last().await.unwrap() + 1;
    let stored = Stored {
        p: changes.to_string(),
    };
    let entry = journal.append(seq, stored).unwrap();
    site.table.transact(vec![entry]).await.unwrap();
}

#[tokio::test]
async fn a_site_with_changes_of_an_unknown_kind_is_read_and_not_written() {
    let site = TestSite::new().await;
    let post = titled("Jardim", Status::Publish);
    let id = site.store.create(Kind::Post, 1, &post).await.unwrap().id;
    let taken = json!({ "content_id_taken": { "id": 90 } });
    append(&site, json!([{ "poem": { "id": 1 } }, taken])).await;

    // A process that has the model already, and one that starts.
    let other = site.other_process().await;
    for store in [&site.store, &other] {
        let written = store.create(Kind::Post, 1, &post).await;
        assert!(matches!(written, Err(StoreError::Outdated)), "{written:?}");
        store.refresh(Freshness::Asked).await.unwrap();
        assert_eq!(store.get(id).await.unwrap().unwrap().title, "Jardim");
    }
    // A snapshot would lack the change for the later release, too.
    let made = other.make_snapshot().await;
    assert!(matches!(made, Err(StoreError::Outdated)), "{made:?}");
}

#[tokio::test]
async fn a_damaged_change_of_a_known_kind_is_an_error() {
    let site = TestSite::new().await;
    append(&site, json!([{ "content_id_taken": {} }])).await;
    let read = site.store.refresh(Freshness::Asked).await;
    assert!(matches!(read, Err(StoreError::Unreadable(_))), "{read:?}");
}
