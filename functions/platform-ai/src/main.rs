//! Hands the routes of generated texts and images to the Lambda runtime.

use ai_client::AiClient;
use cloud::Cloud;
use platform_ai::{ANSWER_TIME, NEEDS, Ports, api};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let ports = Ports {
            settings: cloud.settings(&table, &keyring),
            store: PlatformStore::new(table),
            keyring,
            blobs: cloud.blobs()?,
            ai: AiClient::new(cloud.outbound()?, cloud.provider_addresses()?),
            generations: cloud.queues(),
            clock: cloud.clock(),
            random: cloud.random(),
            zone: cloud.environment().time_zone()?,
            answer_time: ANSWER_TIME,
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
