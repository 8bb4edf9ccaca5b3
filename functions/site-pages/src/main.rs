//! Lambda entry point of the site's public pages.

use cloud::Cloud;
use site_pages::{Hosts, NEEDS, Options, Ports, router};
use site_store::{Parts, Sites};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let table = cloud.site_table()?;
        // Two services: the TLS handshakes run concurrently.
        let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
        let environment = cloud.environment();
        // On a developer's machine, where services are emulated, requests for any host name are served.
        let emulated = environment.emulated();
        let prefix = environment.get("SITE_REST_PREFIX").unwrap_or("/rest");
        let options = Options {
            home: environment.site_url()?.to_owned(),
            prefix: prefix.to_owned(),
            hosts: if emulated {
                Hosts::Any
            } else {
                Hosts::Registered
            },
            local: emulated,
            vendor_names: environment.get("SITE_VENDOR_NAMES") == Some("on"),
        };
        let parts = Parts::new(table.clone(), cloud.blobs()?, cloud.clock(), cloud.random());
        let ports = Ports {
            sites: Sites::new(parts).into(),
            table,
            keyring: keyring?,
            clock: cloud.clock(),
            options,
        };
        cloud.serve(router(ports)).await
    })
    .await
}
