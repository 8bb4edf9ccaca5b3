//! The Lambda function of the site's SEO namespace.

use cloud::Cloud;
use site_seo::{NEEDS, Ports, router};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let ports = cloud.site_ports().await?;
        let ports = Ports {
            seo: cloud.seo_services(&ports.keyring)?,
            ..ports
        };
        cloud.serve(router(ports)).await
    })
    .await
}
