//! Lambda entry point of the site's scheduled task.

use std::sync::Arc;

use aws_lambda_events::event::eventbridge::EventBridgeEvent;
use cloud::Cloud;
use lambda_runtime::{Error, LambdaEvent, service_fn};
use site_store::{Parts, Sites};
use site_tick::{NEEDS, Ports, run};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
    let parts = Parts::new(
        cloud.site_table()?,
        cloud.blobs()?,
        cloud.clock(),
        cloud.random(),
    );
    let ports = Ports {
        sites: Arc::new(Sites::new(parts)),
        clock: cloud.clock(),
    };
    lambda_runtime::run(service_fn(|_: LambdaEvent<EventBridgeEvent>| async {
        run(&ports).await.map(drop).map_err(Error::from)
    }))
    .await
}
