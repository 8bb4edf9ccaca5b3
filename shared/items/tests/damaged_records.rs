//! Records that cannot be deserialised.

use embedded::dynamo::Engine;
use items::{Condition, Entry, ItemsError, Key, Query, Table};

#[tokio::test]
async fn a_damaged_record_hides_no_other() {
    let table = Table::new(Engine::memory().unwrap().client(), "damaged");
    table.create().await.unwrap();
    let key = |name: &str| Key::new("NUMBER", name);
    for (name, number) in [("a", Some(1_u64)), ("b", None), ("c", Some(3))] {
        let entry = match number {
            Some(number) => Entry::new(key(name), &number),
            None => Entry::new(key(name), &"no number"),
        };
        table.put(entry.unwrap(), Condition::Absent).await.unwrap();
    }
    let query = Query::prefix("NUMBER", "");
    assert_eq!(table.query::<u64>(&query).await.unwrap(), [1, 3]);
    let first = query.clone().limit(2);
    assert_eq!(table.query::<u64>(&first).await.unwrap(), [1, 3]);
    let (window, _) = table.window::<u64>(&query, 0, 3).await.unwrap();
    assert_eq!(window, [1, 3]);
    let many = table.get_many::<u64>(&[key("b"), key("c")]).await.unwrap();
    assert_eq!(many, [None, Some(3)]);
    // Asked for alone it is a fault, not missing.
    let alone = table.get::<u64>(&key("b")).await.unwrap_err();
    assert!(matches!(alone, ItemsError::Defect(_)), "{alone}");
}
