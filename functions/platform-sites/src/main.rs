//! Hands the routes of clients' sites to the Lambda runtime.

use cloud::Cloud;
use platform_sites::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let ports = Ports {
            settings: cloud.settings(&table, &keyring),
            store: PlatformStore::new(table),
            keyring,
            outbound: cloud.outbound()?,
            clock: cloud.clock(),
            random: cloud.random(),
            mail_configured: cloud.environment().get("MAIL_FROM").is_some(),
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
