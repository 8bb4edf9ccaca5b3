//! Lambda entry point of the intake of crashes and time-outs.

use aws_lambda_events::event::cloudwatch_logs::LogsEvent;
use cloud::Cloud;
use lambda_runtime::Error;
use log_intake::{Delivery, Line, NEEDS, take_in};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let log = cloud.log_store()?;
        cloud
            .handle(async |event: LogsEvent| Ok(take_in(&log, &delivery(event)).await?))
            .await
    })
    .await
}

fn delivery(event: LogsEvent) -> Delivery {
    let data = event.aws_logs.data;
    let lines = data.log_events.into_iter().map(|line| Line {
        id: line.id,
        timestamp: line.timestamp,
        text: line.message,
    });
    Delivery {
        group: data.log_group,
        stream: data.log_stream,
        lines: lines.collect(),
    }
}
