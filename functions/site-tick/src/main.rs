//! Lambda entry point of the site's scheduled task.

use std::sync::Arc;

use aws_lambda_events::event::eventbridge::EventBridgeEvent;
use cloud::Cloud;
use lambda_runtime::Error;
use site_store::{Parts, Sites};
use site_tick::{NEEDS, Ports, run};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let table = cloud.site_table()?;
        let spam = cloud.spam_filter(table.clone(), cloud.key_ring().await?)?;
        let parts = Parts::new(table, cloud.blobs()?, cloud.clock(), cloud.random());
        let ports = Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            parts,
            work: cloud.queues(),
            clock: cloud.clock(),
            spam,
        };
        cloud
            .handle(async |_: EventBridgeEvent| run(&ports).await.map(drop).map_err(Error::from))
            .await
    })
    .await
}
