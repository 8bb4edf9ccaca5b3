//! Hands the approval routes and the client's pages to the Lambda runtime.

use cloud::Cloud;
use platform_approval::{NEEDS, Ports, api, pages};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let queues = cloud.queues();
        let ports = Ports {
            settings: cloud.settings(&table, &keyring),
            store: PlatformStore::new(table),
            keyring,
            blobs: cloud.blobs()?,
            outbound: cloud.outbound()?,
            publications: queues.clone(),
            notifications: queues,
            events: cloud.events()?,
            clock: cloud.clock(),
            zone: cloud.environment().time_zone()?,
            random: cloud.random(),
            mail_configured: cloud.environment().get("MAIL_FROM").is_some(),
            app_url: cloud.environment().app_url()?.parse()?,
        };
        let (router, _) = api(ports.clone()).split_for_parts();
        cloud.serve_platform(router.merge(pages(ports))).await
    })
    .await
}
