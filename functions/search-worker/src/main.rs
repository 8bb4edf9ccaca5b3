//! Hands the search worker to the Lambda runtime.

use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use lambda_runtime::{Error, LambdaEvent, service_fn};
use platform_store::PlatformStore;
use search_worker::{NEEDS, Ports, handle};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
    let (table, keyring) = cloud.platform_records().await?;
    let ports = Ports {
        access: cloud.search_access(&table, &keyring, cloud.outbound()?)?,
        store: PlatformStore::new(table),
        indexing: cloud.indexing_policy()?,
        clock: cloud.clock(),
    };
    lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async {
        Ok::<_, Error>(handle(&ports, event.payload).await)
    }))
    .await
}
