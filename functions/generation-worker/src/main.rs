//! Hands the generation worker to the Lambda runtime.

use ai_client::AiClient;
use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use generation_worker::{NEEDS, Ports, handle};
use lambda_runtime::{Error, LambdaEvent, service_fn};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
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
    lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async {
        Ok::<_, Error>(handle(&ports, event.payload).await)
    }))
    .await
}
