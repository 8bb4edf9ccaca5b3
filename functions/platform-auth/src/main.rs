//! Hands the routes of users and sessions to the Lambda runtime.

use cloud::Cloud;
use platform_auth::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let settings = cloud.settings(&table, &keyring);
        let ports = Ports {
            store: PlatformStore::new(table),
            keyring,
            clock: cloud.clock(),
            random: cloud.random(),
            mail: cloud.mail(&settings)?,
            settings,
            base_url: cloud.environment().app_url()?.parse()?,
            zone: cloud.environment().time_zone()?,
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
