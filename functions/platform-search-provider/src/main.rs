//! Hands the routes of the search console to the Lambda runtime.

use cloud::Cloud;
use platform_search_provider::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let outbound = cloud.outbound()?;
        let access = cloud.search_access(&table, &keyring, outbound.clone())?;
        let ports = Ports {
            store: PlatformStore::new(table),
            keyring,
            access,
            outbound,
            indexing: cloud.indexing_policy()?,
            clock: cloud.clock(),
            random: cloud.random(),
            app_url: cloud.environment().app_url()?.parse()?,
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
