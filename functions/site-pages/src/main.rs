//! Lambda entry point of the site's public pages.

use cloud::Cloud;
use site_pages::{NEEDS, Ports, router};
use site_store::{Parts, Sites};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let table = cloud.site_table()?;
        // Two services: the TLS handshakes run concurrently.
        let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
        let keyring = keyring?;
        let options = cloud.environment().site_options()?;
        let parts = Parts::new(table.clone(), cloud.blobs()?, cloud.clock(), cloud.random());
        let ports = Ports {
            sites: Sites::new(parts).into(),
            spam: cloud.spam_filter(table.clone(), keyring.clone())?,
            outbound: cloud.outbound()?,
            work: cloud.queues(),
            sleeper: cloud.sleeper(),
            keyring,
            table,
            clock: cloud.clock(),
            head_settings: std::sync::Arc::default(),
            options,
        };
        cloud.serve(router(ports)).await
    })
    .await
}
