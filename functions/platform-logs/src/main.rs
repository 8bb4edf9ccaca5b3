//! Hands the routes of the central log to the Lambda runtime.

use cloud::Cloud;
use log_store::LogStore;
use platform_logs::{NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    let (table, keyring) = cloud.platform_records().await?;
    let ports = Ports {
        store: PlatformStore::new(table),
        logs: LogStore::new(cloud.log_table()?, cloud.environment().time_zone()?),
        keyring,
        clock: cloud.clock(),
    };
    let (router, _) = api(ports).split_for_parts();
    cloud.serve_platform(router).await
}
