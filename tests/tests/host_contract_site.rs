//! Runs the host contract suite against the project's own site over HTTP, and imports that site as a host.

use std::sync::Arc;

use embedded::clock::SystemClock;
use embedded::random::SeededRandom;
use pauta_tests::host_contract;
use pauta_tests::site::TestSite;

#[path = "host_contract_site/failing_host.rs"]
mod failing_host;
#[path = "host_contract_site/generated.rs"]
mod generated;
#[path = "host_contract_site/import.rs"]
mod import;
#[path = "host_contract_site/import_deployed.rs"]
mod import_deployed;
#[path = "host_contract_site/import_failures.rs"]
mod import_failures;
#[path = "host_contract_site/import_members.rs"]
mod import_members;
#[path = "host_contract_site/import_report.rs"]
mod import_report;
#[path = "host_contract_site/import_revisions.rs"]
mod import_revisions;
#[path = "host_contract_site/import_snippets.rs"]
mod import_snippets;

#[tokio::test]
async fn our_site_passes_the_contract() {
    passes(TestSite::start(Arc::new(SystemClock), Arc::new(SeededRandom::new(7))).await).await;
}

/// Under vendor names the platform discovers the site exactly as it discovers a deployed system.
#[tokio::test]
async fn our_site_under_other_names_passes_the_contract() {
    passes(TestSite::disguised(Arc::new(SystemClock), Arc::new(SeededRandom::new(8))).await).await;
}

async fn passes(site: TestSite) {
    let failed = host_contract::run(Arc::new(site.under_test()), |check, passed| {
        println!("{check} ... {}", if passed { "ok" } else { "FAILED" });
    })
    .await;
    assert!(failed.is_empty(), "{failed:#?}");
}
