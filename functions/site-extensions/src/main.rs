//! The Lambda function of the site's extensions.

use cloud::Cloud;
use site_extensions::{NEEDS, router};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let ports = cloud.site_ports().await?;
        cloud.serve(router(ports)).await
    })
    .await
}
