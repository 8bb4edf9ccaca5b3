//! The Lambda function of the site's extensions.

use cloud::Cloud;
use site_extensions::{MailQueue, NEEDS, router};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let mut ports = cloud.site_ports().await?;
        ports.mail_queue = Some(MailQueue {
            messages: cloud.queues(),
            sleeper: cloud.sleeper(),
        });
        cloud.serve(router(ports)).await
    })
    .await
}
