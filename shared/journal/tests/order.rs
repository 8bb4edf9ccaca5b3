//! Concurrent writers of one log are serialised.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use embedded::dynamo::Engine;
use items::Table;
use journal::Journal;

async fn journal() -> (Table, Journal) {
    let table = Table::new(Engine::memory().unwrap().client(), "test");
    table.create().await.unwrap();
    (table.clone(), Journal::new(table, "main"))
}

#[tokio::test]
async fn two_writers_never_use_the_same_number() {
    let (table, journal) = journal().await;
    let mut writers = Vec::new();
    for writer in 0..8_u32 {
        let (table, journal) = (table.clone(), journal.clone());
        writers.push(tokio::spawn(async move {
            loop {
                let last = journal.last().await.unwrap();
                let append = journal.append(last + 1, writer).unwrap();
                match table.transact(vec![append]).await {
                    Ok(()) => return,
                    Err(error) => assert!(error.is_conflict()),
                }
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let changes = journal.after::<u32>(0).await.unwrap();
    assert_eq!(
        changes.iter().map(|change| change.seq).collect::<Vec<_>>(),
        (1..=8).collect::<Vec<_>>()
    );
    let mut seen: Vec<_> = changes.iter().map(|change| change.what).collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..8).collect::<Vec<_>>());
    assert_eq!(journal.after::<u32>(6).await.unwrap().len(), 2);
}
