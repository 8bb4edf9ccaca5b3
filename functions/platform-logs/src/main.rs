//! Hands the routes of the central log to the Lambda runtime.

use cloud::Cloud;
use platform_logs::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let ports = Ports {
            store: PlatformStore::new(table),
            logs: cloud.log_store()?,
            keyring,
            clock: cloud.clock(),
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
