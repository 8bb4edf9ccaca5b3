//! Hands the publication worker to the Lambda runtime.

use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use host_client::HostClient;
use lambda_runtime::Error;
use platform_store::PlatformStore;
use publication_worker::{NEEDS, Ports, handle};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let ports = Ports {
            store: PlatformStore::new(cloud.platform_table()?),
            blobs: cloud.blobs()?,
            keyring: cloud.key_ring().await?,
            hosts: HostClient::new(cloud.outbound()?),
            notifications: cloud.queues(),
            searches: cloud.queues(),
            events: cloud.events()?,
            zone: cloud.environment().time_zone()?,
            clock: cloud.clock(),
            sleeper: cloud.sleeper(),
        };
        cloud
            .handle(async |event: SqsEvent| Ok(handle(&ports, event).await))
            .await
    })
    .await
}
