//! A copy of another site.

use host_client::{Basic, HostClient};
use outbound::{Outbound, Policy};
use pauta_tests::app::TestApp;
use ports::Clock as _;
use site_import::{Importer, NoProgress, Source};
use site_store::Tenant;

use crate::harness::Erasing;

/// Kinds that hosts of the interface do not show, or that are not copied.
const NOT_COPIED: [&str; 5] = [
    "/navigation/",
    "/templates/",
    "/template-parts/",
    "/font-families/",
    "/comments/visitor",
];

/// Whether the record with this path is copied.
pub fn is_copied(path: &str) -> bool {
    !NOT_COPIED.iter().any(|part| path.contains(part))
}

/// Copies the site of `from`.
pub async fn copy(from: &TestApp, to: &Erasing) {
    let client = HostClient::new(Outbound::new(Policy::local()).unwrap());
    let login = Basic {
        user: from.site_login.user.clone(),
        password: from.site_login.password.clone(),
    };
    let address = format!("{}/rest", from.parts.site_url);
    let source = Source::find(&client, &address, login).await.unwrap();
    let store = to.workers.site.sites.site(&Tenant::main()).unwrap();
    let now = to.app.clock.now();
    let report = Importer::new(client, source, store, now, &NoProgress)
        .run()
        .await;
    report.unwrap();
}
