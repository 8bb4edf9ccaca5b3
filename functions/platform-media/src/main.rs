//! Hands the routes of pictures to the Lambda runtime.

use cloud::Cloud;
use outbound::{Outbound, Policy};
use platform_media::{NEEDS, Ports, api};
use platform_store::PlatformStore;
use web::layers::{Surroundings, wrap};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    // Beside an emulated cloud the hosts, too, may be on this machine.
    let emulated = cloud.environment().emulated();
    let policy = if emulated {
        Policy::local()
    } else {
        Policy::cloud()
    };
    let table = cloud.platform_table()?;
    // Two services, so two handshakes: side by side.
    let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
    let ports = Ports {
        store: PlatformStore::new(table),
        keyring: keyring?,
        blobs: cloud.blobs()?,
        urls: cloud.signed_urls()?,
        outbound: Outbound::new(policy)?,
        clock: cloud.clock(),
    };
    let surroundings = Surroundings {
        random: cloud.random(),
        clock: cloud.clock(),
        debug: cloud.environment().app_debug()?,
    };
    let (router, _) = api(ports).split_for_parts();
    cloud::http::serve(wrap(router, surroundings)).await
}
