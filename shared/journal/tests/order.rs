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

#[tokio::test]
async fn a_change_is_replaced_as_it_was_read() {
    let (table, journal) = journal().await;
    for seq in 1..=3_u64 {
        let append = journal.append(seq, seq * 10).unwrap();
        table.transact(vec![append]).await.unwrap();
    }
    let read = journal.before::<u64>(3).await.unwrap();
    let numbers: Vec<_> = read.iter().map(|one| (one.seq, one.what)).collect();
    assert_eq!(numbers, [(2, 20), (1, 10)]);
    assert!(journal.before::<u64>(1).await.unwrap().is_empty());
    assert!(journal.before::<u64>(0).await.unwrap().is_empty());

    let [second, _] = &read[..] else {
        panic!("{read:?}");
    };
    let replace =
        |read, what: u64, by| table.transact(vec![journal.replace(read, what, by).unwrap()]);
    replace(second, 7, 5).await.unwrap();
    assert!(replace(second, 8, 6).await.unwrap_err().is_conflict());
    let read = journal.before::<u64>(3).await.unwrap();
    let again = read.first().unwrap();
    assert_eq!((again.what, again.replaced_by), (7, Some(5)));
    replace(again, 9, 7).await.unwrap();
    let whole = journal.after::<u64>(0).await.unwrap();
    let whole: Vec<_> = whole.iter().map(|one| (one.seq, one.what)).collect();
    assert_eq!(whole, [(1, 10), (2, 9), (3, 30)]);

    let mut unknown = again.clone();
    unknown.seq = 4;
    unknown.replaced_by = None;
    assert!(replace(&unknown, 1, 8).await.unwrap_err().is_conflict());
}
