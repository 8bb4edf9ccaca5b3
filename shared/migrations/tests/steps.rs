//! Steps run in order, once, resumably, and refuse data of a newer release.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use embedded::dynamo::Engine;
use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::Timestamp;
use migrations::{MigrationError, Migrations, Portion, SchemaVersion, Step};

type Log = Arc<Mutex<Vec<String>>>;

/// Notes every portion, and fails at one of them.
struct Noted {
    version: u32,
    portions: u32,
    fails_at: Option<u32>,
    log: Log,
}

#[async_trait]
impl Step for Noted {
    fn version(&self) -> u32 {
        self.version
    }

    fn name(&self) -> &'static str {
        "noted"
    }

    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError> {
        let number: u32 = position.unwrap_or("0").parse().unwrap();
        if self.fails_at == Some(number) {
            return Err(ItemsError::Unavailable("out of order".into()));
        }
        let mut log = self.log.lock().unwrap();
        log.push(format!("{}.{number}", self.version));
        Ok(if number + 1 < self.portions {
            Portion::More((number + 1).to_string())
        } else {
            Portion::Done
        })
    }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_900_000_000).unwrap()
}

async fn table() -> Table {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    table
}

fn steps(table: &Table, log: &Log, fails_at: Option<u32>) -> Migrations {
    let step = |version, portions, fails_at| -> Box<dyn Step> {
        Box::new(Noted {
            version,
            portions,
            fails_at,
            log: log.clone(),
        })
    };
    // The order of the list does not matter.
    let steps = vec![step(3, 1, None), step(2, 3, fails_at)];
    Migrations::new("the test", table.clone(), steps)
}

async fn stored(table: &Table) -> SchemaVersion {
    let key = Key::new("SCHEMA", "VERSION");
    table.get(&key).await.unwrap().unwrap()
}

#[tokio::test]
async fn steps_run_in_the_order_of_their_versions_and_once() {
    let (table, log) = (table().await, Log::default());
    let first = steps(&table, &log, None).run(false, now).await.unwrap();
    assert_eq!((first.from, first.to, first.steps.len()), (Some(1), 3, 2));
    assert_eq!(*log.lock().unwrap(), ["2.0", "2.1", "2.2", "3.0"]);
    let again = steps(&table, &log, None).run(false, now).await.unwrap();
    assert_eq!((again.from, again.to, again.steps.len()), (Some(3), 3, 0));
    assert_eq!(log.lock().unwrap().len(), 4);
}

#[tokio::test]
async fn an_interrupted_step_continues_where_it_stopped() {
    let (table, log) = (table().await, Log::default());
    let error = steps(&table, &log, Some(2)).run(false, now).await;
    assert!(matches!(error, Err(MigrationError::Items { .. })));
    assert_eq!(stored(&table).await.version, 1);
    let done = steps(&table, &log, None).run(false, now).await.unwrap();
    assert_eq!(done.to, 3);
    assert_eq!(*log.lock().unwrap(), ["2.0", "2.1", "2.2", "3.0"]);
    let record = stored(&table).await;
    assert_eq!((record.version, record.running), (3, None));
}

#[tokio::test]
async fn a_new_store_has_the_newest_version_without_a_step() {
    let (table, log) = (table().await, Log::default());
    let new = steps(&table, &log, None).run(true, now).await.unwrap();
    assert_eq!((new.from, new.to), (None, 3));
    assert!(log.lock().unwrap().is_empty());
    assert_eq!(stored(&table).await.version, 3);
}

#[tokio::test]
async fn data_of_a_newer_release_are_refused_and_left_alone() {
    let (table, log) = (table().await, Log::default());
    let newer = SchemaVersion {
        version: 4,
        running: None,
        updated_at: now(),
        revision: 9,
    };
    let entry = Entry::new(Key::new("SCHEMA", "VERSION"), &newer).unwrap();
    table
        .put(entry.revision(9), Condition::Absent)
        .await
        .unwrap();
    for is_new in [false, true] {
        let error = steps(&table, &log, None)
            .run(is_new, now)
            .await
            .unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("the test have schema version 4")
                && message.contains("versions up to 3"),
            "{message}"
        );
    }
    assert_eq!(stored(&table).await, newer);
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test]
async fn concurrent_runs_end_at_the_same_version() {
    let (table, log) = (table().await, Log::default());
    let (one, two) = (steps(&table, &log, None), steps(&table, &log, None));
    let (one, two) = tokio::join!(one.run(false, now), two.run(false, now));
    assert_eq!((one.unwrap().to, two.unwrap().to), (3, 3));
    let record = stored(&table).await;
    assert_eq!((record.version, record.running), (3, None));
}
