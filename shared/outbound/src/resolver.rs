//! Name resolution.

use std::io;
use std::net::IpAddr;

use async_trait::async_trait;

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
