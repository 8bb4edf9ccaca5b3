//! Who asks for a computation.
//!
//! The middleware of a router names the network address of each request, and the sign-in replaces it by the user, so that code
//! far below the route (such as the renditions of a picture) needs no parameter for it.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A caller, as far as limits per caller are concerned: a user, or a network.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallerKey(Arc<str>);

impl CallerKey {
    /// A user of the platform.
    pub fn platform_user(id: u64) -> Self {
        Self(format!("platform user {id}").into())
    }

    /// A user of a site.
    pub fn site_user(site: &str, id: u64) -> Self {
        Self(format!("site {site} user {id}").into())
    }

    /// Somebody unknown in this network, the text of `http_edge::ClientAddress::network`.
    pub fn network(network: &str) -> Self {
        Self(format!("network {network}").into())
    }
}

/// A request, as far as its computations are concerned.
struct Asking {
    caller: RefCell<CallerKey>,
    /// Bytes of long texts that were made for the answer.
    made: Cell<usize>,
}

tokio::task_local! {
    static ASKING: Asking;
}

/// Runs `work` for `caller`, until [`identify`] names another one.
pub async fn within<F: Future>(caller: CallerKey, work: F) -> F::Output {
    let asking = Asking {
        caller: RefCell::new(caller),
        made: Cell::new(0),
    };
    ASKING.scope(asking, work).await
}

/// Names the caller of the current request, once it is known who that is. Outside of [`within`] nothing happens.
pub fn identify(caller: CallerKey) {
    let _ = ASKING.try_with(|asking| asking.caller.replace(caller));
}

/// The caller of the current request; `None` outside of [`within`], for work of the process itself.
pub fn current() -> Option<CallerKey> {
    ASKING
        .try_with(|asking| asking.caller.borrow().clone())
        .ok()
}

/// Bytes of long texts that were made for the answers to all requests of the process.
static ALL: AtomicUsize = AtomicUsize::new(0);

/// Adds `bytes` to those that were made for the current request, and returns the sum, and that of all other requests; outside of
/// [`within`] `bytes` and none.
pub(crate) fn add(bytes: usize) -> (usize, usize) {
    let add = |asking: &Asking| {
        let made = asking.made.get().saturating_add(bytes);
        asking.made.set(made);
        let all = ALL
            .fetch_add(bytes, Ordering::Relaxed)
            .saturating_add(bytes);
        (made, all.saturating_sub(made))
    };
    ASKING.try_with(add).unwrap_or((bytes, 0))
}

impl Drop for Asking {
    fn drop(&mut self) {
        ALL.fetch_sub(self.made.get(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_user_replaces_the_network() {
        assert_eq!(current(), None);
        identify(CallerKey::platform_user(1));
        assert_eq!(current(), None);
        within(CallerKey::network("192.0.2.1"), async {
            assert_eq!(current(), Some(CallerKey::network("192.0.2.1")));
            identify(CallerKey::platform_user(1));
            tokio::task::yield_now().await;
            assert_eq!(current(), Some(CallerKey::platform_user(1)));
        })
        .await;
        assert_eq!(current(), None);
    }
}
