//! Hands the tick of the central log to the Lambda runtime.

use aws_lambda_events::event::eventbridge::EventBridgeEvent;
use cloud::Cloud;
use lambda_runtime::Error;
use log_tick::{NEEDS, Ports, run};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let ports = Ports {
            logs: cloud.log_store()?,
            clock: cloud.clock(),
            zone: cloud.environment().time_zone()?,
        };
        cloud
            .handle(async |_: EventBridgeEvent| run(&ports).await.map(drop).map_err(Error::from))
            .await
    })
    .await
}
