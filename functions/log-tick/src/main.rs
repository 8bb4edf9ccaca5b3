//! Hands the tick of the central log to the Lambda runtime.

use aws_lambda_events::event::eventbridge::EventBridgeEvent;
use cloud::Cloud;
use lambda_runtime::{Error, LambdaEvent, service_fn};
use log_store::LogStore;
use log_tick::{NEEDS, Ports, run};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let cloud = Cloud::start(NEEDS)?;
    let zone = cloud.environment().time_zone()?;
    let ports = Ports {
        logs: LogStore::new(cloud.log_table()?, zone.clone()),
        clock: cloud.clock(),
        zone,
    };
    lambda_runtime::run(service_fn(|_: LambdaEvent<EventBridgeEvent>| async {
        run(&ports).await.map(drop).map_err(Error::from)
    }))
    .await
}
