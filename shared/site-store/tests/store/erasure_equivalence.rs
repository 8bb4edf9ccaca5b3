//! After a pass over the log, readers at any entry see the same site as before.

use domain::site::{Kind, Status};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use site_store::{Freshness, SiteStore, anything};

use crate::erasure::{DUE, erase};
use crate::operations::{operation, perform};
use crate::previous_format::{point, pointers};
use crate::rated::rated;
use crate::snapshots::{from_the_log, view};
use crate::support::{TestSite, titled};

/// A process that has read the log up to some entry, and which one.
struct Reader {
    store: SiteStore,
    upto: u64,
}

#[test]
fn readers_see_the_same_site_after_any_operations() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(32)
    };
    let operations = prop::collection::vec(operation(), 1..50);
    TestRunner::new(config)
        .run(&operations, |operations| {
            runtime.block_on(async {
                let mut site = TestSite::with_snapshots_every(5).await;
                site.store = rated(&site.store).0;
                let mut readers = Vec::new();
                for (number, operation) in operations.iter().enumerate() {
                    perform(&site, operation).await;
                    site.wait(20);
                    if number % 5 == 0 {
                        let store = site.other_process().await;
                        let upto = store.version();
                        readers.push(Reader { store, upto });
                    }
                }
                let expected = view(&site.store).await;
                let former = site.store.make_snapshot().await.unwrap();
                let kept = pointers(&site.table).await;
                site.wait(DUE);
                erase(&site).await;
                if former.is_some() {
                    // The snapshot of before the pass, whose files remain for ten minutes.
                    let present = pointers(&site.table).await;
                    for (key, latest) in kept {
                        point(&site.table, key, &latest).await;
                    }
                    prop_assert_eq!(site.store.check().await.unwrap(), []);
                    for (key, latest) in present {
                        point(&site.table, key, &latest).await;
                    }
                }
                prop_assert_eq!(&view(&site.other_process().await).await, &expected);
                prop_assert_eq!(&from_the_log(&site).await, &expected);
                // Snapshots of before and after lead to the same state as the log.
                prop_assert_eq!(site.store.check().await.unwrap(), []);
                for Reader { store, upto } in readers {
                    store.refresh(Freshness::Asked).await.unwrap();
                    prop_assert_eq!(&view(&store).await, &expected, "read up to {}", upto);
                }
                // The next pass finds nothing, also after more operations were undone.
                let post = site.post(titled("Mais", Status::Publish)).await.id;
                site.store
                    .delete(Kind::Post, post, &anything)
                    .await
                    .unwrap();
                site.wait(DUE);
                erase(&site).await;
                prop_assert_eq!(&view(&site.store).await, &from_the_log(&site).await);
                Ok(())
            })
        })
        .unwrap();
}
