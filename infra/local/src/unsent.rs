//! Bytes of answers that their clients have not taken yet, counted over all connections of a listener. The parts of an answer
//! are in memory as a whole until their last byte is taken, so they count as a whole until then.
//!
//! A client that reads slowly, or not at all, keeps its answer in the memory of the process. Beyond the limit the connections
//! that make no progress are closed, those that stand still the longest first, and new requests are refused until there is room.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};
use std::time::Duration;

use tokio::time::Instant;

use crate::half_open::Displaced;

/// Time without progress after which a connection is closed when room is needed.
const STANDSTILL: Duration = Duration::from_secs(1);

/// What the clients of a listener have not taken yet.
#[derive(Debug)]
pub(crate) struct Unsent {
    most: usize,
    last: AtomicU64,
    answers: Mutex<Answers>,
}

#[derive(Debug, Default)]
struct Answers {
    total: usize,
    connections: HashMap<u64, Queue>,
}

/// What one client has not taken.
#[derive(Debug)]
struct Queue {
    /// Parts, in their order.
    parts: VecDeque<Part>,
    /// Bytes of all parts.
    bytes: usize,
    /// Time at which it last took some.
    moved: Instant,
    /// Wakes the answer that waits until some is taken.
    waiting: Option<Waker>,
    connection: Arc<Displaced>,
}

/// A part of an answer that is in memory as a whole.
#[derive(Debug)]
struct Part {
    /// Bytes that were not taken.
    left: usize,
    whole: usize,
}

/// The share of one connection; ends when dropped.
#[derive(Debug)]
pub(crate) struct Share {
    among: Arc<Unsent>,
    number: u64,
    connection: Arc<Displaced>,
}

impl Unsent {
    /// At most about `most` bytes.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            last: AtomicU64::new(0),
            answers: Mutex::default(),
        })
    }

    /// The share of a new connection.
    pub(crate) fn share(self: &Arc<Self>, connection: &Arc<Displaced>) -> Share {
        Share {
            among: Arc::clone(self),
            number: self.last.fetch_add(1, Ordering::Relaxed),
            connection: Arc::clone(connection),
        }
    }

    /// Whether there is no room for another answer. Connections that stand still are closed then.
    pub(crate) fn is_full(&self) -> bool {
        let answers = self.answers();
        let is_full = answers.total > self.most;
        if is_full {
            answers.close_standing(self.most);
        }
        is_full
    }

    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answers {
    /// Closes connections that stand still, until those that are left have at most `most` bytes.
    fn close_standing(&self, most: usize) {
        let mut total = self.total;
        let standing = |queue: &&Queue| queue.bytes > 0 && queue.moved.elapsed() >= STANDSTILL;
        let mut queues: Vec<&Queue> = self.connections.values().filter(standing).collect();
        queues.sort_unstable_by_key(|queue| queue.moved);
        for queue in queues {
            if total <= most {
                break;
            }
            queue.connection.close();
            total -= queue.bytes;
        }
    }
}

impl Share {
    /// Bytes were handed over to be sent.
    pub(crate) fn queued(&self, bytes: usize) {
        let mut answers = self.among.answers();
        answers.total += bytes;
        let queue = answers
            .connections
            .entry(self.number)
            .or_insert_with(|| Queue {
                parts: VecDeque::new(),
                bytes: 0,
                moved: Instant::now(),
                waiting: None,
                connection: Arc::clone(&self.connection),
            });
        if queue.bytes == 0 {
            queue.moved = Instant::now();
        }
        queue.bytes += bytes;
        queue.parts.push_back(Part {
            left: bytes,
            whole: bytes,
        });
        if answers.total > self.among.most {
            answers.close_standing(self.among.most);
        }
    }

    /// Whether the next part of an answer waits until the client took what it has, because there is no room for a second one.
    /// The task of `context` is woken then.
    pub(crate) fn waits(&self, context: &Context<'_>) -> bool {
        let mut answers = self.among.answers();
        let is_full = answers.total >= self.among.most;
        match answers.connections.get_mut(&self.number) {
            Some(queue) if is_full && queue.bytes > 0 => {
                queue.waiting = Some(context.waker().clone());
                true
            }
            _ => false,
        }
    }

    /// The client took bytes, of heads or of bodies.
    pub(crate) fn taken(&self, bytes: usize) {
        let mut answers = self.among.answers();
        let Some(queue) = answers.connections.get_mut(&self.number) else {
            return;
        };
        queue.moved = Instant::now();
        let waiting = queue.waiting.take();
        let mut taken = bytes;
        let mut freed = 0;
        while let Some(part) = queue.parts.front_mut() {
            let of_part = taken.min(part.left);
            part.left -= of_part;
            taken -= of_part;
            if part.left > 0 {
                break;
            }
            freed += part.whole;
            queue.parts.pop_front();
        }
        queue.bytes -= freed;
        answers.total -= freed;
        drop(answers);
        if let Some(waiting) = waiting {
            waiting.wake();
        }
    }

    /// Everything that was handed over is sent.
    pub(crate) fn emptied(&self) {
        let mut answers = self.among.answers();
        if let Some(queue) = answers.connections.remove(&self.number) {
            answers.total -= queue.bytes;
            drop(answers);
            if let Some(waiting) = queue.waiting {
                waiting.wake();
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.emptied();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn those_that_stand_still_the_longest_give_way() {
        let unsent = Unsent::new(100);
        let connections: Vec<Arc<Displaced>> = (0..4).map(|_| Arc::default()).collect();
        let shares: Vec<Share> = connections
            .iter()
            .map(|connection| unsent.share(connection))
            .collect();
        let closed = || -> Vec<bool> {
            let all = connections.iter();
            all.map(|connection| connection.is_closed()).collect()
        };
        shares[0].queued(40);
        tokio::time::advance(STANDSTILL).await;
        shares[1].queued(40);
        tokio::time::advance(STANDSTILL).await;
        shares[0].taken(1);
        assert!(!unsent.is_full());
        shares[2].queued(40);
        assert_eq!(
            closed(),
            [false, true, false, false],
            "the one that moved stays"
        );
        drop(shares);
        assert_eq!(unsent.answers().total, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn without_room_an_answer_has_one_part_at_a_time() {
        let unsent = Unsent::new(100);
        let connections: [Arc<Displaced>; 2] = Default::default();
        let [one, other] = connections.each_ref().map(|one| unsent.share(one));
        let waits = |share: &Share| share.waits(&Context::from_waker(Waker::noop()));
        one.queued(60);
        assert!(!waits(&one), "there is room");
        one.queued(60);
        assert!(
            waits(&one) && !waits(&other),
            "the first part is always taken over"
        );
        other.queued(60);
        assert!(waits(&other));
        one.taken(120);
        assert!(!waits(&one) && !waits(&other));
    }

    #[tokio::test(start_paused = true)]
    async fn while_all_move_there_is_no_room_for_others() {
        let unsent = Unsent::new(100);
        let connection = Arc::<Displaced>::default();
        let share = unsent.share(&connection);
        share.queued(60);
        share.queued(90);
        assert!(unsent.is_full() && !connection.is_closed());
        share.taken(59);
        assert!(
            unsent.is_full(),
            "the part is in memory until its last byte is taken"
        );
        share.taken(1);
        assert!(!unsent.is_full());
        // The head is not counted when it is handed over.
        share.taken(500);
        assert_eq!(unsent.answers().total, 0);
        share.queued(10);
        share.emptied();
        assert_eq!(unsent.answers().total, 0);
    }
}
