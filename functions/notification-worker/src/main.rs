//! Hands the notification worker to the Lambda runtime.

use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use lambda_runtime::{Error, LambdaEvent, service_fn};
use notification_worker::{NEEDS, Ports, handle};
use platform_store::PlatformStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
    let ports = Ports {
        store: PlatformStore::new(cloud.platform_table()?),
        blobs: cloud.blobs()?,
        mail: cloud.mail()?,
        clock: cloud.clock(),
        keyring: cloud.key_ring().await?,
        app_url: cloud.environment().app_url()?.parse()?,
    };
    lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async {
        Ok::<_, Error>(handle(&ports, event.payload).await)
    }))
    .await
}
