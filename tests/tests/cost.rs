//! Measures the cost of every operation when it succeeds: store operations and their capacity units, blobs, messages,
//! mails and calls to a host. `cost.txt` records the figures, which may only decrease.
//!
//! Each operation is measured in a test application of its own, so that no figure depends on other operations. The
//! list of posts has been read before, as in a function that has served for a while.

use std::path::Path;
use std::sync::Arc;

use pauta_tests::costs::{Cost, Costs};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

#[path = "cost/background.rs"]
mod background;
#[path = "cost/mailbox.rs"]
mod mailbox;
#[path = "cost/platform.rs"]
mod platform;
#[path = "cost/post_lists.rs"]
mod post_lists;
#[path = "cost/seo.rs"]
mod seo;
#[path = "cost/site.rs"]
mod site;

/// The measurement of one operation.
type Measuring = std::pin::Pin<Box<dyn Future<Output = Cost> + Send>>;

/// Number of concurrent measurements.
const AT_ONCE: usize = 2;

async fn measured(all: Vec<(String, Measuring)>) -> Costs {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut running = JoinSet::new();
    for (name, measuring) in all {
        let places = places.clone();
        running.spawn(async move {
            let _place = places.acquire().await.unwrap();
            (name, measuring.await)
        });
    }
    Costs(running.join_all().await.into_iter().collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_costs_more_than_it_did() {
    let mut all = platform::all().await;
    all.extend(site::all().await);
    all.extend(seo::all().await);
    all.extend(background::all());
    all.extend(mailbox::all());
    all.extend(post_lists::all());
    let expected = all.len();
    let costs = measured(all).await;
    assert_eq!(costs.0.len(), expected, "a name is used twice");

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cost.txt");
    if std::env::var_os("UPDATE_COSTS").is_some() {
        std::fs::write(&file, costs.text()).unwrap();
        return;
    }
    let recorded = Costs::parse(&std::fs::read_to_string(&file).unwrap());
    let found = costs.against(&recorded);
    if !found.savings.is_empty() {
        println!("cheaper than tests/cost.txt tells: {:#?}", found.savings);
    }
    assert!(
        found.complaints.is_empty(),
        "{:#?}\nSpend less. If the operation is new, is gone, or what it does is worth the price, renew tests/cost.txt\nwith UPDATE_COSTS=1 cargo test -p pauta-tests --test cost, and say why in the commit.",
        found.complaints
    );
}
