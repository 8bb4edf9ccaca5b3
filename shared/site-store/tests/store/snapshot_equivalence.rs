//! After any sequence of operations, a site loaded from a snapshot equals the site.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::operations::{operation, perform};
use crate::previous_format::{pointers, turn_back};
use crate::snapshots::{from_the_log, made_of_all, view};
use crate::support::TestSite;

#[test]
fn a_site_loaded_from_a_snapshot_equals_the_site_after_any_operations() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(16)
    };
    let operations = prop::collection::vec(operation(), 1..30);
    TestRunner::new(config)
        .run(&operations, |operations| {
            runtime.block_on(async {
                let site = TestSite::with_snapshots_every(5).await;
                for operation in &operations {
                    perform(&site, operation).await;
                    site.wait(20);
                }
                let cold = site.other_process().await;
                prop_assert_eq!(view(&cold).await, from_the_log(&site).await);
                made_of_all(&site).await;
                let cold = site.other_process().await;
                prop_assert_eq!(view(&cold).await, view(&site.store).await);
                if pointers(&site.table).await.is_empty() {
                    return Ok(());
                }
                turn_back(&site.table, &*site.blobs).await;
                let upgraded = site.other_process().await;
                prop_assert_eq!(upgraded.read_work().log_entries, 0);
                prop_assert_eq!(view(&upgraded).await, view(&site.store).await);
                Ok(())
            })
        })
        .unwrap();
}
