//! Name resolution for the HTTP client.

use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::guard::Guard;

/// Returns only addresses that passed the guard. Check and connection use the same result, which prevents
/// DNS rebinding.
pub(crate) struct GuardedResolver(pub(crate) Guard);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0.clone();
        Box::pin(async move {
            let addresses = guard.resolve(name.as_str()).await?;
            // Port 0 means the port of the URL.
            let addresses: Addrs = Box::new(
                addresses
                    .into_iter()
                    .map(|address| SocketAddr::new(address, 0)),
            );
            Ok(addresses)
        })
    }
}
