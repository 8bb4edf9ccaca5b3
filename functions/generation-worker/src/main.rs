//! Hands the generation worker to the Lambda runtime.

use ai_client::AiClient;
use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use generation_worker::{NEEDS, Ports, handle};
use lambda_runtime::Error;
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let ports = Ports {
            settings: cloud.settings(&table, &keyring),
            store: PlatformStore::new(table),
            blobs: cloud.blobs()?,
            ai: AiClient::new(cloud.outbound()?, cloud.provider_addresses()?),
            clock: cloud.clock(),
            sleeper: cloud.sleeper(),
            zone: cloud.environment().time_zone()?,
            times: Default::default(),
            stopping: Default::default(),
        };
        cloud
            .handle(async |event: SqsEvent| Ok(handle(&ports, event).await))
            .await
    })
    .await
}
