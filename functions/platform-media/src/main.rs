//! Hands the routes of pictures to the Lambda runtime.

use cloud::Cloud;
use platform_media::{NEEDS, Ports, api};
use platform_store::PlatformStore;
use settings::ProviderAddresses;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    let (table, keyring) = cloud.platform_records().await?;
    let settings = cloud.settings(&table, &keyring);
    let environment = cloud.environment();
    let providers = ProviderAddresses::of(|name| environment.get(name).map(str::to_owned))
        .map_err(|name| format!("the environment's {name} is not a URL"))?;
    let ports = Ports {
        store: PlatformStore::new(table),
        keyring,
        settings,
        providers,
        blobs: cloud.blobs()?,
        urls: cloud.signed_urls()?,
        outbound: cloud.outbound()?,
        clock: cloud.clock(),
    };
    let (router, _) = api(ports).split_for_parts();
    cloud.serve_platform(router).await
}
