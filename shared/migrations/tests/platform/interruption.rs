//! Interrupts a migration at each of its calls to the store.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use embedded::dynamo::{Engine, InjectedFault};
use items::Table;
use platform_store::PlatformStore;

use crate::earlier::{NEWEST, migrate, open};

/// Runs the migration in a process that dies at its first call, then in one that dies at its second, and so on until
/// one ends, each on a store of its own that `prepare` fills. Each time another process completes the migration, and
/// `check` judges the store by what `prepare` returned.
pub async fn at_every_call<T>(
    prepare: impl AsyncFn(&PlatformStore) -> T,
    check: impl AsyncFn(&PlatformStore, &T),
) {
    let mut point = 0;
    loop {
        let engine = Engine::memory().unwrap();
        let store = open(&engine).await;
        let expected = prepare(&store).await;
        let calls = AtomicUsize::new(0);
        // From the fault on, every call fails: the process is gone.
        let inject = Arc::new(move |_: &str| match calls.fetch_add(1, Ordering::Relaxed) {
            call if call < point => InjectedFault::None,
            call if call == point && point % 2 == 1 => InjectedFault::LoseAnswer,
            _ => InjectedFault::LoseRequest,
        });
        let dying = PlatformStore::new(Table::new(engine.client_with_faults(inject), "platform"));
        let first = migrate(&dying).await;
        assert_eq!(migrate(&store).await.unwrap().to, NEWEST);
        check(&store, &expected).await;
        if first.is_ok() {
            return;
        }
        point += 1;
    }
}
