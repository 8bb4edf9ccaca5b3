//! Hands the panel to the Lambda runtime.

use cloud::Cloud;
use platform_panel::{NEEDS, api};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (router, _) = api().split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
