//! Hands the generation worker to the Lambda runtime.

use ai_client::AiClient;
use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use generation_worker::{NEEDS, Ports, handle};
use lambda_runtime::{Error, LambdaEvent, service_fn};
use platform_store::PlatformStore;
use settings::ProviderAddresses;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
    let (table, keyring) = cloud.platform_records().await?;
    let environment = cloud.environment();
    let addresses = ProviderAddresses::of(|name| environment.get(name).map(str::to_owned))
        .map_err(|name| format!("the environment's {name} is not a URL"))?;
    let ports = Ports {
        settings: cloud.settings(&table, &keyring),
        store: PlatformStore::new(table),
        blobs: cloud.blobs()?,
        ai: AiClient::new(cloud.outbound()?, addresses),
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
