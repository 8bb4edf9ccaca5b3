//! Name resolution.

use std::io;
use std::net::{IpAddr, SocketAddr};

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::guard::Guard;

/// Resolver for host names. Tests substitute their own, so that changing and mixed results need no network.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// The addresses of `name`, in the order in which to try them.
    ///
    /// # Errors
    ///
    /// When the name does not exist or the lookup failed.
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The operating system's resolver.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        Ok(tokio::net::lookup_host((name, 0))
            .await?
            .map(|address| address.ip())
            .collect())
    }
}

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
