//! Hands the routes of posts to the Lambda runtime.

use cloud::Cloud;
use platform_posts::{NEEDS, Ports, api};
use platform_store::PlatformStore;
use web::layers::{Surroundings, wrap};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    let table = cloud.platform_table()?;
    // Two services, so two handshakes: side by side.
    let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
    let ports = Ports {
        store: PlatformStore::new(table),
        keyring: keyring?,
        publications: cloud.queues(),
        clock: cloud.clock(),
        random: cloud.random(),
    };
    let surroundings = Surroundings {
        random: cloud.random(),
        clock: cloud.clock(),
        debug: cloud.environment().app_debug()?,
    };
    let (router, _) = api(ports).split_for_parts();
    cloud::http::serve(wrap(router, surroundings)).await
}
