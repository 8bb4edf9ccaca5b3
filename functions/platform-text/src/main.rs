//! Hands the routes of text checks to the Lambda runtime.

use cloud::Cloud;
use language_tool::LanguageTool;
use platform_store::PlatformStore;
use platform_text::{NEEDS, Ports, api};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let ports = Ports {
            store: PlatformStore::new(table),
            keyring,
            clock: cloud.clock(),
            zone: cloud.environment().time_zone()?,
            language_tool: LanguageTool::of_environment(cloud.outbound()?, |name| {
                cloud.environment().get(name).map(str::to_owned)
            })?,
        };
        let (router, _) = api(ports).split_for_parts();
        cloud.serve_platform(router).await
    })
    .await
}
