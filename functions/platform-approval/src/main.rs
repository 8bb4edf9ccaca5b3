//! Hands the approval routes and the client's pages to the Lambda runtime.

use cloud::Cloud;
use platform_approval::{NEEDS, Ports, api, pages};
use platform_store::PlatformStore;
use web::layers::{Surroundings, wrap};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    let table = cloud.platform_table()?;
    // Two services, so two handshakes: side by side.
    let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
    let queues = cloud.queues();
    let ports = Ports {
        store: PlatformStore::new(table),
        keyring: keyring?,
        blobs: cloud.blobs()?,
        publications: queues.clone(),
        notifications: queues,
        events: cloud.events()?,
        clock: cloud.clock(),
        random: cloud.random(),
        mail_configured: cloud.environment().get("MAIL_FROM").is_some(),
        app_url: cloud.environment().app_url()?.parse()?,
    };
    let surroundings = Surroundings {
        random: cloud.random(),
        clock: cloud.clock(),
        debug: cloud.environment().app_debug()?,
    };
    let (router, _) = api(ports.clone()).split_for_parts();
    cloud::http::serve(wrap(router.merge(pages(ports)), surroundings)).await
}
