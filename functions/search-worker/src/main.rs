//! Hands the search worker to the Lambda runtime.

use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use lambda_runtime::Error;
use platform_store::PlatformStore;
use search_worker::{NEEDS, Ports, handle};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let ports = Ports {
            access: cloud.search_access(&table, &keyring, cloud.outbound()?)?,
            store: PlatformStore::new(table),
            indexing: cloud.indexing_policy()?,
            clock: cloud.clock(),
        };
        cloud
            .handle(async |event: SqsEvent| Ok(handle(&ports, event).await))
            .await
    })
    .await
}
