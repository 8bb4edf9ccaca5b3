//! Hands the publication worker to the Lambda runtime.

use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use host_client::HostClient;
use lambda_runtime::{Error, LambdaEvent, service_fn};
use platform_store::PlatformStore;
use publication_worker::{NEEDS, Ports, handle};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
    let ports = Ports {
        store: PlatformStore::new(cloud.platform_table()?),
        blobs: cloud.blobs()?,
        keyring: cloud.key_ring().await?,
        hosts: HostClient::new(cloud.outbound()?),
        notifications: cloud.queues(),
        searches: cloud.queues(),
        events: cloud.events()?,
        clock: cloud.clock(),
        sleeper: cloud.sleeper(),
    };
    lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async {
        Ok::<_, Error>(handle(&ports, event.payload).await)
    }))
    .await
}
