//! The queue before the blocking pool.

use std::sync::Arc;
use std::time::Duration;

use step_budget::Budget;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::MOST_BYTES;
use crate::caller::CallerKey;
use crate::turns::{Place, Turns};

/// How many computations a [`Limiter`] admits.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Computations that run at once, at least one.
    pub running: usize,
    /// Computations that wait, of all callers together.
    pub waiting: usize,
    /// Computations of one caller that wait while another one of the same caller runs or waits.
    pub waiting_of_caller: usize,
    /// Longest time in the queues.
    pub patience: Duration,
}

/// Why a computation has no result.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// A queue is full, or the wait was too long: the work was not begun and may be asked for again.
    #[error("too many computations run or wait")]
    Busy,
    /// The answer would have too many long texts; asking again does not help.
    #[error("the answer would have more than {MOST_BYTES} bytes of long texts")]
    TooLong,
    /// The work panicked, or the process ends.
    #[error("the computation failed: {0}")]
    Failed(String),
}

/// Runs a fixed number of computations at a time.
///
/// A caller has one place in the common queue, so that many computations of one caller delay those of others by one.
pub struct Limiter {
    bounds: Bounds,
    /// Permits of callers whose computation runs or waits.
    admitted: Semaphore,
    /// Permits of computations that run; granted in the order in which they are asked for.
    running: Arc<Semaphore>,
    turns: Arc<Turns>,
}

/// What a computation holds until its end.
pub(crate) struct Admission {
    /// Dropped in this order: the next one of the caller finds the turn free.
    _running: OwnedSemaphorePermit,
    _turn: Option<OwnedSemaphorePermit>,
    _place: Option<Place>,
}

impl Limiter {
    /// A limiter without computations.
    pub fn new(bounds: Bounds) -> Self {
        let running = bounds.running.max(1);
        Self {
            bounds,
            admitted: Semaphore::new(running + bounds.waiting),
            running: Arc::new(Semaphore::new(running)),
            turns: Arc::new(Turns::new()),
        }
    }

    /// Runs `work` on the blocking pool with a budget of `steps`, after the other computations of `caller`. Without a caller,
    /// only the common limits hold.
    ///
    /// Dropping the future cancels the work; what it holds is free when the work ends.
    ///
    /// # Errors
    /// [`Refused`].
    pub async fn run<T: Send + 'static>(
        &self,
        caller: Option<CallerKey>,
        steps: u64,
        work: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (_admitted, admission) = self.admitted(caller).await?;
        let budget = Budget::of(steps);
        // Dropped with this future, also before the thread begins.
        let _cancelled = budget.cancel_on_drop();
        let done = tokio::task::spawn_blocking(move || {
            let _admission = admission;
            // Nobody waits for the result of a cancelled computation.
            budget.check().ok().map(|()| work(&budget))
        })
        .await;
        match done {
            Ok(Some(done)) => Ok(done),
            Ok(None) => Err(Refused::Failed("cancelled before it began".to_owned())),
            Err(error) => Err(Refused::Failed(error.to_string())),
        }
    }

    /// Like [`Limiter::run`], on the thread of the caller, whose other tasks go on on other threads.
    ///
    /// # Errors
    /// [`Refused`].
    pub async fn run_in_place<T>(
        &self,
        caller: Option<CallerKey>,
        work: impl FnOnce() -> T,
    ) -> Result<T, Refused> {
        // A connection learns that its client is gone between two computations.
        tokio::task::yield_now().await;
        let (_admitted, _admission) = self.admitted(caller).await?;
        Ok(match Handle::current().runtime_flavor() {
            RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
            // A runtime of one thread has no others.
            _ => work(),
        })
    }

    /// Takes a place in the common queue and waits there for one to run, which is held until the result is dropped.
    pub(crate) async fn admitted(
        &self,
        caller: Option<CallerKey>,
    ) -> Result<(SemaphorePermit<'_>, Admission), Refused> {
        let admitted = self.admitted.try_acquire().map_err(|_| Refused::Busy)?;
        let admission = tokio::time::timeout(self.bounds.patience, self.admission(caller))
            .await
            .map_err(|_| Refused::Busy)??;
        Ok((admitted, admission))
    }

    /// Waits for a place to run.
    async fn admission(&self, caller: Option<CallerKey>) -> Result<Admission, Refused> {
        let most = self.bounds.waiting_of_caller + 1;
        let place = match caller {
            Some(caller) => Some(self.turns.place(caller, most).ok_or(Refused::Busy)?),
            None => None,
        };
        let closed = |error: tokio::sync::AcquireError| Refused::Failed(error.to_string());
        let turn = match &place {
            Some(place) => {
                let turn = Arc::clone(&place.turn);
                Some(turn.acquire_owned().await.map_err(closed)?)
            }
            None => None,
        };
        let running = Arc::clone(&self.running);
        let running = running.acquire_owned().await.map_err(closed)?;
        Ok(Admission {
            _running: running,
            _turn: turn,
            _place: place,
        })
    }

    /// Computations that may still be asked for before the common queue is full.
    pub fn free(&self) -> usize {
        self.admitted.available_permits()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{LazyLock, mpsc};

    use tokio::task::{JoinHandle, JoinSet};

    use super::*;

    const BOUNDS: Bounds = Bounds {
        running: 2,
        waiting: 3,
        waiting_of_caller: 1,
        patience: Duration::from_secs(600),
    };

    fn limiter() -> Arc<Limiter> {
        Arc::new(Limiter::new(BOUNDS))
    }

    fn user(id: u64) -> Option<CallerKey> {
        Some(CallerKey::platform_user(id))
    }

    /// A computation of the test, which says that it began and runs until the test ends it.
    struct Held {
        end: mpsc::Sender<()>,
        begun: mpsc::Receiver<()>,
        task: JoinHandle<Result<(), Refused>>,
    }

    fn held(limiter: &Arc<Limiter>, caller: Option<CallerKey>) -> Held {
        let (end, ended) = mpsc::channel::<()>();
        let (began, begun) = mpsc::channel();
        let limiter = Arc::clone(limiter);
        let task = tokio::spawn(async move {
            let work = move |_: &Budget| {
                began.send(()).unwrap();
                let _ = ended.recv();
            };
            limiter.run(caller, 1, work).await
        });
        Held { end, begun, task }
    }

    async fn until(condition: impl Fn() -> bool) {
        while !condition() {
            tokio::task::yield_now().await;
        }
    }

    fn has_begun(held: &Held) -> bool {
        held.begun.try_recv().is_ok()
    }

    #[tokio::test]
    async fn a_full_queue_refuses_until_a_place_is_free() {
        let limiter = limiter();
        let all: Vec<Held> = (0..5).map(|_| held(&limiter, None)).collect();
        until(|| limiter.free() == 0).await;
        let refused = limiter.run(None, 1, |_| ()).await;
        assert!(matches!(refused, Err(Refused::Busy)));
        for one in all {
            drop(one.end);
            one.task.await.unwrap().unwrap();
        }
        limiter.run(None, 1, |_| ()).await.unwrap();
    }

    #[tokio::test]
    async fn no_more_than_the_limit_run_at_once() {
        let limiter = limiter();
        let all: Vec<Held> = (0..5).map(|_| held(&limiter, None)).collect();
        until(|| limiter.free() == 0).await;
        until(|| limiter.running.available_permits() == 0).await;
        let (first, second) = (&all[0], &all[1]);
        until(|| has_begun(first)).await;
        until(|| has_begun(second)).await;
        assert!(all[2..].iter().all(|one| !has_begun(one)));
        for one in all {
            drop(one.end);
            one.task.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn a_caller_runs_one_and_does_not_delay_others() {
        let limiter = limiter();
        let first = held(&limiter, user(1));
        until(|| has_begun(&first)).await;
        let second = held(&limiter, user(1));
        until(|| limiter.free() == 3).await;
        // The queue of the caller is full, the common one is not.
        let refused = limiter.run(user(1), 1, |_| ()).await;
        assert!(matches!(refused, Err(Refused::Busy)));
        assert!(!has_begun(&second));
        limiter.run(user(2), 1, |_| ()).await.unwrap();
        drop(first.end);
        first.task.await.unwrap().unwrap();
        until(|| has_begun(&second)).await;
        drop(second.end);
        second.task.await.unwrap().unwrap();
        assert_eq!(limiter.turns.callers(), 0);
        assert_eq!(limiter.free(), 5);
    }

    #[tokio::test]
    async fn a_dropped_future_cancels_the_work_and_frees_its_places() {
        let limiter = limiter();
        let (began, begun) = mpsc::channel();
        let (stopped, stop) = mpsc::channel();
        let running = Arc::clone(&limiter);
        let task = tokio::spawn(async move {
            let work = move |budget: &Budget| {
                began.send(()).unwrap();
                let mut steps = 0_u64;
                let why = loop {
                    if let Err(why) = budget.spend(1) {
                        break why;
                    }
                    steps += 1;
                    std::thread::yield_now();
                };
                stopped.send((why, steps)).unwrap();
            };
            running.run(user(1), u64::MAX, work).await
        });
        until(|| begun.try_recv().is_ok()).await;
        let waiting = held(&limiter, user(1));
        until(|| limiter.free() == 3).await;
        waiting.task.abort();
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        until(|| limiter.free() == 5).await;
        let (why, _) = stop.recv().unwrap();
        assert_eq!(why, step_budget::Stopped::Cancelled);
        assert!(!has_begun(&waiting));
        // The thread of the cancelled work gives its places back after the last step.
        until(|| limiter.turns.callers() == 0).await;
        until(|| limiter.running.available_permits() == 2).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_ends_after_the_patience() {
        let limiter = Arc::new(Limiter::new(Bounds {
            running: 1,
            patience: Duration::from_secs(5),
            ..BOUNDS
        }));
        // Holds the place without a thread, which the paused clock would wait for.
        let admission = limiter.admission(None).await.unwrap();
        let refused = limiter.run(user(1), 1, |_| ()).await;
        assert!(matches!(refused, Err(Refused::Busy)));
        assert_eq!(limiter.turns.callers(), 0);
        drop(admission);
        assert_eq!(limiter.free(), 4);
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_frees_the_place() {
        let limiter = limiter();
        for _ in 0..10 {
            let failed = limiter.run::<()>(user(1), 1, |_| panic!("inside")).await;
            assert!(matches!(failed, Err(Refused::Failed(_))));
        }
        limiter.run(user(1), 1, |_| ()).await.unwrap();
        assert_eq!(limiter.free(), 5);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn every_computation_of_many_callers_comes_to_its_turn() {
        let limiter = Arc::new(Limiter::new(Bounds {
            waiting: 200,
            waiting_of_caller: 100,
            ..BOUNDS
        }));
        let mut all = JoinSet::new();
        for number in 0..200 {
            let limiter = Arc::clone(&limiter);
            all.spawn(async move { limiter.run(user(number % 7), 1, move |_| number).await });
        }
        let mut done: Vec<u64> = all
            .join_all()
            .await
            .into_iter()
            .collect::<Result<_, _>>()
            .unwrap();
        done.sort_unstable();
        assert_eq!(done, (0..200).collect::<Vec<_>>());
        assert_eq!(limiter.turns.callers(), 0);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn work_in_place_leaves_the_thread_to_others() {
        static LIMITER: LazyLock<Limiter> = LazyLock::new(|| Limiter::new(BOUNDS));
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let working = tokio::spawn(LIMITER.run_in_place(None, move || {
            begun.send(()).unwrap();
            may_go_on.recv().unwrap();
            1
        }));
        has_begun.await.unwrap();
        // The only worker of the runtime is not held up by the work.
        assert_eq!(tokio::spawn(async { 2 }).await.unwrap(), 2);
        go_on.send(()).unwrap();
        assert_eq!(working.await.unwrap().unwrap(), 1);
    }

    #[tokio::test]
    async fn work_in_place_waits_for_a_place() {
        let limiter = Limiter::new(Bounds {
            running: 1,
            waiting: 0,
            ..BOUNDS
        });
        let place = limiter.admitted.try_acquire().unwrap();
        let refused = limiter.run_in_place(None, || 1).await;
        assert!(matches!(refused, Err(Refused::Busy)));
        drop(place);
        assert_eq!(limiter.run_in_place(None, || 1).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn between_two_works_in_place_a_request_may_be_given_up() {
        let limiter = Limiter::new(BOUNDS);
        let done = std::sync::atomic::AtomicU64::new(0);
        let mut both = Box::pin(async {
            for _ in 0..2 {
                let work = || done.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                limiter.run_in_place(None, work).await.unwrap();
            }
        });
        // The connection looks for its client whenever the request gives way.
        let mut gave_way = 0;
        std::future::poll_fn(|context| {
            let polled = both.as_mut().poll(context).is_ready();
            gave_way += u64::from(!polled);
            if polled || gave_way == 2 {
                return std::task::Poll::Ready(());
            }
            std::task::Poll::Pending
        })
        .await;
        drop(both);
        assert_eq!(done.into_inner(), 1);
    }
}
