//! Bytes of request bodies that are in memory, counted over all connections of a listener.
//!
//! A request with a long body is answered after a place for the body is reserved, and waits for it as long as its client still
//! waits. Without that, a few dozen uploads at once take all memory. While a request waits, bodies that come too slowly to be
//! complete in time are given up.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http_edge::ClientAddress;
use hyper::body::SizeHint;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use crate::half_open::Displaced;

/// Bytes up to which a body needs no reservation.
const SHORT: usize = 64 * 1024;

/// Reservation for a body of unknown length, and for one that is longer than any that is accepted.
pub(crate) const LONGEST: usize = 32 * 1024 * 1024;

/// Longest time in which a request waits for a place.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time that a body has before its pace counts, and between two looks at the pace of all.
const GRACE: Duration = Duration::from_secs(1);

/// The bodies that a listener receives.
#[derive(Debug)]
pub(crate) struct Received {
    most: usize,
    /// Time in which a body must be complete.
    limit: Duration,
    last: AtomicU64,
    bodies: Mutex<HashMap<u64, Body>>,
    released: Notify,
}

#[derive(Debug)]
struct Body {
    reserved: usize,
    network: String,
    begun: Instant,
    received: Arc<AtomicUsize>,
    connection: Arc<Displaced>,
}

/// A place for one body; ends when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    among: Arc<Received>,
    number: u64,
    received: Arc<AtomicUsize>,
}

/// No place became free in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Crowded;

impl Received {
    /// At most `most` bytes of bodies, at least one of [`LONGEST`], each of which must be complete within `limit`.
    pub(crate) fn new(most: usize, limit: Duration) -> Arc<Self> {
        Arc::new(Self {
            most: most.max(LONGEST),
            limit,
            last: AtomicU64::new(0),
            bodies: Mutex::default(),
            released: Notify::new(),
        })
    }

    /// Waits for a place for a body; a short one needs none. The bodies of one network have half of all places together, or
    /// one.
    pub(crate) async fn place(
        self: &Arc<Self>,
        body: &SizeHint,
        client: ClientAddress,
        connection: &Arc<Displaced>,
    ) -> Result<Option<Place>, Crowded> {
        let length = body
            .upper()
            .and_then(|length| usize::try_from(length).ok())
            .map_or(LONGEST, |length| length.min(LONGEST));
        if length <= SHORT {
            return Ok(None);
        }
        let network = client.network();
        let end = Instant::now() + PATIENCE;
        loop {
            let released = self.released.notified();
            if let Some(place) = self.reserve(length, &network, connection) {
                return Ok(Some(place));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Crowded);
            }
            // The others may have become slow when nothing was released.
            let _ = timeout(left.min(GRACE), released).await;
        }
    }

    /// Reserves `length` bytes, or gives up bodies that come too slowly.
    fn reserve(
        self: &Arc<Self>,
        length: usize,
        network: &str,
        connection: &Arc<Displaced>,
    ) -> Option<Place> {
        let mut bodies = self.bodies();
        let own = || bodies.values().filter(|body| body.network == network);
        let (all, own) = (sum(bodies.values()), sum(own()));
        let is_full = all + length > self.most;
        if is_full || own > 0 && own + length > self.most / 2 {
            let in_the_way = |body: &&Body| is_full || body.network == network;
            let slow = bodies.values().filter(|body| body.is_slow(self.limit));
            slow.filter(in_the_way)
                .for_each(|body| body.connection.close());
            return None;
        }
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let received = Arc::<AtomicUsize>::default();
        let body = Body {
            reserved: length,
            network: network.to_owned(),
            begun: Instant::now(),
            received: Arc::clone(&received),
            connection: Arc::clone(connection),
        };
        bodies.insert(number, body);
        Some(Place {
            among: Arc::clone(self),
            number,
            received,
        })
    }

    fn bodies(&self) -> MutexGuard<'_, HashMap<u64, Body>> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sum<'a>(bodies: impl Iterator<Item = &'a Body>) -> usize {
    bodies.map(|body| body.reserved).sum()
}

impl Body {
    /// Whether the body will not be complete within `limit` at its pace. One that is complete is not slow.
    fn is_slow(&self, limit: Duration) -> bool {
        let elapsed = self.begun.elapsed();
        let share = elapsed.as_secs_f64() / limit.as_secs_f64();
        let received = self.received.load(Ordering::Relaxed);
        elapsed >= GRACE && (received as f64) < self.reserved as f64 * share.min(1.0)
    }
}

impl Place {
    /// A part of the body arrived.
    pub(crate) fn received(&self, bytes: usize) {
        self.received.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The body is complete, however long it was said to be.
    pub(crate) fn complete(&self) {
        self.received.store(usize::MAX, Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.among.bodies().remove(&self.number);
        self.among.released.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);
    const HALF: u64 = LONGEST as u64 / 2;

    fn client(address: &str) -> ClientAddress {
        ClientAddress(Some(address.parse().unwrap()))
    }

    async fn place(
        received: &Arc<Received>,
        length: u64,
        address: &str,
        connection: &Arc<Displaced>,
    ) -> Result<Option<Place>, Crowded> {
        let hint = SizeHint::with_exact(length);
        received.place(&hint, client(address), connection).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_body_waits_for_the_others() {
        let received = Received::new(2 * LONGEST, LIMIT);
        let connection = Arc::<Displaced>::default();
        let first = place(&received, 2 * HALF, "1.1.1.1", &connection)
            .await
            .unwrap();
        let second = place(&received, HALF, "2.2.2.2", &connection)
            .await
            .unwrap();
        let third = place(&received, HALF, "3.3.3.3", &connection)
            .await
            .unwrap();
        for one in [&first, &second, &third] {
            one.as_ref().unwrap().complete();
        }
        let short = place(&received, SHORT as u64, "4.4.4.4", &connection).await;
        assert!(short.unwrap().is_none());
        let refused = place(&received, 2 * HALF, "4.4.4.4", &connection).await;
        assert_eq!(refused.err(), Some(Crowded));
        let (waited, ()) =
            tokio::join!(place(&received, 2 * HALF, "4.4.4.4", &connection), async {
                tokio::time::sleep(GRACE * 3).await;
                drop(first);
            });
        assert!(waited.unwrap().is_some());
        assert!(!connection.is_closed(), "complete bodies stay");
        drop((second, third));
        assert!(received.bodies().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn one_network_leaves_places_for_others() {
        let received = Received::new(2 * LONGEST, LIMIT);
        let connection = Arc::<Displaced>::default();
        // Longer than any that is accepted, and of unknown length.
        let first = place(&received, 9 * HALF, "1.1.1.1", &connection)
            .await
            .unwrap();
        first.as_ref().unwrap().complete();
        let refused = place(&received, SHORT as u64 + 1, "1.1.1.1", &connection).await;
        assert_eq!(refused.err(), Some(Crowded));
        let unknown = SizeHint::default();
        let other = received
            .place(&unknown, client("2.2.2.2"), &connection)
            .await;
        assert!(other.unwrap().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_too_slowly_gives_its_place_to_another() {
        let received = Received::new(LONGEST, LIMIT);
        let (slow, quick) = (Arc::<Displaced>::default(), Arc::<Displaced>::default());
        let held = place(&received, HALF, "1.1.1.1", &slow)
            .await
            .unwrap()
            .unwrap();
        let other = place(&received, HALF, "2.2.2.2", &quick)
            .await
            .unwrap()
            .unwrap();
        held.received(100_000);
        other.received(1_000_000);
        let ended = async {
            slow.signalled().await;
            drop(held);
        };
        let (waited, ()) = tokio::join!(place(&received, HALF, "3.3.3.3", &quick), ended);
        assert!(waited.unwrap().is_some());
        assert!(!quick.is_closed());
    }
}
