//! Hands the publishing tick to the Lambda runtime.

use aws_lambda_events::event::eventbridge::EventBridgeEvent;
use cloud::Cloud;
use lambda_runtime::Error;
use platform_store::PlatformStore;
use publishing_tick::{NEEDS, Ports, run};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let queues = cloud.queues();
        let ports = Ports {
            store: PlatformStore::new(cloud.platform_table()?),
            blobs: cloud.blobs()?,
            publications: queues.clone(),
            notifications: queues.clone(),
            generations: queues.clone(),
            searches: queues,
            clock: cloud.clock(),
            random: cloud.random(),
        };
        cloud
            .handle(async |_: EventBridgeEvent| run(&ports).await.map(drop).map_err(Error::from))
            .await
    })
    .await
}
