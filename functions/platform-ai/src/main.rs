//! Hands the routes of generated texts and images to the Lambda runtime.

use ai_client::AiClient;
use cloud::Cloud;
use platform_ai::{ANSWER_TIME, NEEDS, Ports, api};
use platform_store::PlatformStore;
use settings::ProviderAddresses;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    let (table, keyring) = cloud.platform_records().await?;
    let environment = cloud.environment();
    let addresses = ProviderAddresses::of(|name| environment.get(name).map(str::to_owned))
        .map_err(|name| format!("the environment's {name} is not a URL"))?;
    let ports = Ports {
        settings: cloud.settings(&table, &keyring),
        store: PlatformStore::new(table),
        keyring,
        blobs: cloud.blobs()?,
        ai: AiClient::new(cloud.outbound()?, addresses),
        generations: cloud.queues(),
        clock: cloud.clock(),
        random: cloud.random(),
        zone: cloud.environment().time_zone()?,
        answer_time: ANSWER_TIME,
    };
    let (router, _) = api(ports).split_for_parts();
    cloud.serve_platform(router).await
}
