//! Hands the routes of posts to the Lambda runtime.

use cloud::Cloud;
use platform_posts::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let zone = cloud.environment().time_zone()?;
        let ports = Ports {
            store: PlatformStore::new(table).with_lists(cloud.blobs()?, zone.clone()),
            keyring,
            publications: cloud.queues(),
            zone,
            clock: cloud.clock(),
            random: cloud.random(),
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
