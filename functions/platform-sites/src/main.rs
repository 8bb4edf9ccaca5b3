//! Hands the routes of clients' sites to the Lambda runtime.

use cloud::Cloud;
use outbound::{Outbound, Policy};
use platform_sites::{NEEDS, Ports, api};
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
        outbound: Outbound::new(policy)?,
        clock: cloud.clock(),
        random: cloud.random(),
        mail_configured: cloud.environment().get("MAIL_FROM").is_some(),
    };
    let surroundings = Surroundings {
        random: cloud.random(),
        clock: cloud.clock(),
        debug: cloud.environment().app_debug()?,
    };
    let (router, _) = api(ports).split_for_parts();
    cloud::http::serve(wrap(router, surroundings)).await
}
