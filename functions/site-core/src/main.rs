//! The Lambda function of the content site.

use cloud::Cloud;
use outbound::{Outbound, Policy};
use site_core::{Hosts, NEEDS, Options, Ports, router};
use site_store::{Parts, Sites};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let cloud = Cloud::start(NEEDS)?;
    let table = cloud.site_table()?;
    let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
    let environment = cloud.environment();
    // Emulated services of a local run are reached by any host name, with path-style addresses.
    let emulated = environment.emulated();
    let (hosts, policy) = if emulated {
        (Hosts::Any, Policy::local())
    } else {
        (Hosts::Registered, Policy::cloud())
    };
    let prefix = environment.get("SITE_REST_PREFIX").unwrap_or("/rest");
    let options = Options {
        home: environment.site_url()?.to_owned(),
        prefix: prefix.to_owned(),
        hosts,
        local: emulated,
        vendor_names: environment.get("SITE_VENDOR_NAMES") == Some("on"),
    };
    let parts = Parts::new(table.clone(), cloud.blobs()?, cloud.clock(), cloud.random());
    let ports = Ports {
        sites: Sites::new(parts).into(),
        table,
        keyring: keyring?,
        clock: cloud.clock(),
        random: cloud.random(),
        outbound: Outbound::new(policy)?,
        options,
    };
    cloud::http::serve(router(ports)).await
}
