//! Hands the routes of settings to the Lambda runtime.

use cloud::Cloud;
use platform_settings::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let settings = cloud.settings(&table, &keyring);
        let ports = Ports {
            mail: cloud.mail(&settings)?,
            settings,
            outbound: cloud.outbound()?,
            providers: cloud.provider_addresses()?,
            store: PlatformStore::new(table),
            keyring,
            clock: cloud.clock(),
            zone: cloud.environment().time_zone()?,
            random: cloud.random(),
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
