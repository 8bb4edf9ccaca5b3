//! Hands the routes of pictures to the Lambda runtime.

use cloud::Cloud;
use platform_media::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let settings = cloud.settings(&table, &keyring);
        let ports = Ports {
            store: PlatformStore::new(table),
            keyring,
            settings,
            providers: cloud.provider_addresses()?,
            blobs: cloud.blobs()?,
            urls: cloud.signed_urls()?,
            outbound: cloud.outbound()?,
            clock: cloud.clock(),
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
