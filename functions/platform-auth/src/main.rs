//! Hands the routes of people and sessions to the Lambda runtime.

use cloud::Cloud;
use platform_auth::{NEEDS, Ports, api};
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
        clock: cloud.clock(),
        random: cloud.random(),
        mail: cloud.mail()?,
        base_url: cloud.environment().app_url()?.parse()?,
    };
    let surroundings = Surroundings {
        random: cloud.random(),
        clock: cloud.clock(),
        debug: cloud.environment().app_debug()?,
    };
    let (router, _) = api(ports).split_for_parts();
    cloud::http::serve(wrap(router, surroundings)).await
}
