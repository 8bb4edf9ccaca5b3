//! Connections on which nothing moves, because a head, a body or the client's reading is awaited, counted by the network of their
//! client.
//!
//! Such a connection costs its client nothing and occupies a place of the listener until the limit for heads or bodies ends it,
//! so one client must not hold all places. The limit closes the oldest of a network in favour of its newest: a client that opens
//! connections and says nothing displaces its own ones, while a request that is sent at once is answered, also when many
//! clients share the address of a proxy.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use http_edge::ClientAddress;
use tokio::sync::Notify;

/// The half-open connections of a listener.
#[derive(Debug)]
pub(crate) struct HalfOpen {
    most: usize,
    last: AtomicU64,
    networks: Mutex<HashMap<String, VecDeque<Entry>>>,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    displaced: Arc<Displaced>,
}

/// Tells a connection that another one took its place.
#[derive(Debug, Default)]
pub(crate) struct Displaced {
    number: AtomicU64,
    closed: AtomicBool,
    notify: Notify,
}

impl Displaced {
    /// Closes the connection, whatever it does.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.notify.notify_one();
    }

    /// Whether the connection is to be closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Waits until a stay of this connection ended.
    pub(crate) async fn signalled(&self) {
        self.notify.notified().await;
    }
}

/// A stay among the half-open connections; ends when dropped.
#[derive(Debug)]
pub(crate) struct Stay {
    among: Arc<HalfOpen>,
    network: String,
    number: u64,
    displaced: Arc<Displaced>,
}

impl HalfOpen {
    /// At most `most` connections of a network.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            last: AtomicU64::new(0),
            networks: Mutex::default(),
        })
    }

    /// Counts a connection as half-open. Beyond the limit the one that waited longest is displaced.
    pub(crate) fn enter(
        self: &Arc<Self>,
        client: ClientAddress,
        displaced: &Arc<Displaced>,
    ) -> Stay {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let network = client.network();
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = networks.entry(network.clone()).or_default();
        entries.push_back(Entry {
            number,
            displaced: Arc::clone(displaced),
        });
        if entries.len() > self.most
            && let Some(oldest) = entries.pop_front()
        {
            oldest.give_way();
        }
        drop(networks);
        Stay {
            among: Arc::clone(self),
            network,
            number,
            displaced: Arc::clone(displaced),
        }
    }

    /// Displaces the connection that waited longest, of any network; another one needs its place.
    pub(crate) fn make_room(&self) {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = networks
            .values_mut()
            .filter(|entries| !entries.is_empty())
            .min_by_key(|entries| entries.front().map(|entry| entry.number));
        if let Some(oldest) = oldest.and_then(VecDeque::pop_front) {
            oldest.give_way();
        }
    }
}

impl Entry {
    fn give_way(&self) {
        self.displaced.number.store(self.number, Ordering::SeqCst);
        self.displaced.notify.notify_one();
    }
}

impl Stay {
    /// Whether another connection took the place.
    pub(crate) fn is_over(&self) -> bool {
        self.displaced.number.load(Ordering::SeqCst) == self.number
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        let mut networks = self
            .among
            .networks
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(entries) = networks.get_mut(&self.network) {
            entries.retain(|entry| entry.number != self.number);
            if entries.is_empty() {
                networks.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str) -> ClientAddress {
        ClientAddress(Some(address.parse().unwrap()))
    }

    #[test]
    fn the_oldest_of_a_network_gives_way() {
        let open = HalfOpen::new(2);
        let enter = |address: &str| open.enter(of(address), &Arc::default());
        let first = enter("127.0.0.1");
        let second = enter("127.0.0.1");
        let other = enter("127.0.0.2");
        assert!(!first.is_over());
        let third = enter("127.0.0.1");
        assert!(first.is_over() && !second.is_over() && !other.is_over());
        drop((first, second));
        let fourth = enter("127.0.0.1");
        assert!(!third.is_over() && !fourth.is_over());
        open.make_room();
        assert!(other.is_over(), "it waited longest");
        open.make_room();
        open.make_room();
        assert!(third.is_over() && fourth.is_over());
        open.make_room();
        drop((third, fourth, other));
        assert!(open.networks.lock().unwrap().is_empty());
    }
}
