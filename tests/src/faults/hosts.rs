//! The content sites to which posts are published, each behind a proxy that damages calls, with a common clock.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use embedded::clock::SettableClock;
use embedded::random::SeededRandom;
use host_client::Host;
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use url::Url;

use super::board::{Board, Plan};
use crate::proxy::Proxy;
use crate::site::TestSite;

/// A host behind a proxy, a second host to move to, and a shared clock.
pub struct TestHosts {
    pub site: TestSite,
    pub proxy: Proxy,
    pub(super) other_site: TestSite,
    pub(super) other_proxy: Proxy,
    pub board: Arc<Board>,
    pub clock: Arc<SettableClock>,
    pub outbound: Outbound,
    /// Number of platforms started on these hosts.
    pub(super) platforms: AtomicU64,
}

impl TestHosts {
    pub async fn new() -> Self {
        let start = Timestamp::from_second(1_800_000_000).unwrap();
        let clock = Arc::new(SettableClock::at(start));
        // On the heap: without optimisation these futures are larger than a thread's stack.
        let site = Box::pin(TestSite::start(
            clock.clone(),
            Arc::new(SeededRandom::new(11)),
        ))
        .await;
        let proxy = Proxy::before(site.address).await.unwrap();
        let other_site = Box::pin(TestSite::start(
            clock.clone(),
            Arc::new(SeededRandom::new(12)),
        ))
        .await;
        let other_proxy = Proxy::before(other_site.address).await.unwrap();
        let board = Board::new();
        for proxy in [&proxy, &other_proxy] {
            let board = board.clone();
            proxy.plan(move |call| board.host(call));
        }
        Self {
            site,
            proxy,
            other_site,
            other_proxy,
            board,
            clock,
            outbound: Outbound::new(Policy::local()).unwrap(),
            platforms: AtomicU64::new(0),
        }
    }

    /// Resets what an earlier scenario left behind, such as a planned crash that did not happen.
    pub async fn settle_down(&self) {
        self.board.arm(Plan::Nothing);
        for proxy in [&self.proxy, &self.other_proxy] {
            proxy.forget_late();
            tokio::select! {
                biased;
                () = proxy.crash() => {}
                () = std::future::ready(()) => {}
            }
        }
    }

    /// Waits until every call to a host is finished.
    pub async fn quiet(&self) {
        self.proxy.quiet().await;
        self.other_proxy.quiet().await;
    }

    /// A host without its proxy.
    pub(super) fn host_of(&self, site: &TestSite) -> Host {
        Host {
            rest_root: self.rest_root(site.address),
            namespace: "core/v2".into(),
            credentials: site.admin(),
        }
    }

    pub(super) fn rest_root(&self, address: std::net::SocketAddr) -> Url {
        Url::parse(&format!("http://{address}/rest/")).unwrap()
    }
}
