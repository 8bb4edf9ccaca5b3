//! The central log of a function: events are collected in memory and written after each response
//! (docs/decisions/0019-capture-of-the-central-log.md).

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use central_log::{Collector, Sink, flush};
use lambda_runtime::tower::{Layer, Service};
use lambda_runtime::{Error, LambdaInvocation};
use ports::Clock;
use tracing::Instrument;

/// What remains of the function's time limit after the last write: enough to request the next invocation.
const MARGIN_MILLISECONDS: i64 = 200;

/// Collected entries and where they are written.
#[derive(Clone)]
pub(crate) struct CentralLog {
    collector: Collector,
    sink: Arc<dyn Sink>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for CentralLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CentralLog")
            .field("collector", &self.collector)
            .finish_non_exhaustive()
    }
}

impl CentralLog {
    pub(crate) fn new(collector: Collector, sink: Arc<dyn Sink>, clock: Arc<dyn Clock>) -> Self {
        Self {
            collector,
            sink,
            clock,
        }
    }

    /// Writes what was collected.
    pub(crate) async fn write(&self) {
        flush(&self.collector, &*self.sink).await;
    }

    /// Writes what was collected, at most until shortly before `deadline`, in milliseconds since the epoch. What is
    /// not written by then stays for the next invocation.
    async fn write_before(&self, deadline: u64) {
        if self.collector.is_empty() {
            return;
        }
        let now = self.clock.now().as_millisecond();
        let deadline = i64::try_from(deadline).unwrap_or(i64::MAX);
        let left = deadline
            .saturating_sub(now)
            .saturating_sub(MARGIN_MILLISECONDS);
        let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
        // The time limit is the whole point here; `flush` puts back what it has not written when it is dropped.
        let _ = tokio::time::timeout(left, self.write()).await;
    }
}

/// Layer of the Lambda runtime around the part that runs the handler and posts its response. It gives the events of an
/// invocation the invocation's `request_id`, and writes the central log when the response has been posted: the caller
/// does not wait for the write, and the environment is not frozen before the next invocation is requested.
pub(crate) struct AfterResponse<'a> {
    pub(crate) log: Option<&'a CentralLog>,
}

impl<'a, S> Layer<S> for AfterResponse<'a> {
    type Service = Logged<'a, S>;

    fn layer(&self, inner: S) -> Self::Service {
        Logged {
            inner,
            log: self.log,
        }
    }
}

/// Service of [`AfterResponse`].
pub(crate) struct Logged<'a, S> {
    inner: S,
    log: Option<&'a CentralLog>,
}

impl<'a, S> Service<LambdaInvocation> for Logged<'a, S>
where
    S: Service<LambdaInvocation, Response = (), Error = Error>,
    S::Future: 'a,
{
    type Response = ();
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<(), Error>> + 'a>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, invocation: LambdaInvocation) -> Self::Future {
        let deadline = invocation.context.deadline;
        let span = tracing::info_span!("invocation", request_id = invocation.context.request_id);
        let responded = span
            .in_scope(|| self.inner.call(invocation))
            .instrument(span);
        let log = self.log;
        Box::pin(async move {
            let outcome = responded.await;
            if let Some(log) = log {
                log.write_before(deadline).await;
            }
            outcome
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use async_trait::async_trait;
    use central_log::{Capture, LogEntry, SinkError};
    use lambda_runtime::{Context as LambdaContext, service_fn};
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;
    use crate::clock::SystemClock;

    type Steps = Arc<Mutex<Vec<String>>>;

    struct Store {
        steps: Steps,
        hangs: bool,
    }

    #[async_trait]
    impl Sink for Store {
        async fn append(&self, entries: &[LogEntry]) -> Result<(), SinkError> {
            if self.hangs {
                std::future::pending::<()>().await;
            }
            for entry in entries {
                let step = format!(
                    "written {} of {}",
                    entry.message, entry.context["request_id"]
                );
                self.steps.lock().unwrap().push(step);
            }
            Ok(())
        }
    }

    fn invocation(request_id: &str, seconds: i64) -> LambdaInvocation {
        let mut context = LambdaContext::default();
        context.request_id = request_id.to_owned();
        let deadline = SystemClock.now().as_millisecond() + seconds * 1000;
        context.deadline = u64::try_from(deadline).unwrap();
        LambdaInvocation {
            parts: axum::http::Response::new(()).into_parts().0,
            body: bytes::Bytes::new(),
            context,
        }
    }

    fn central_log(steps: &Steps, hangs: bool) -> (CentralLog, tracing::subscriber::DefaultGuard) {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let collector = Collector::new(clock.clone());
        let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
        let sink = Arc::new(Store {
            steps: steps.clone(),
            hangs,
        });
        let guard = tracing::subscriber::set_default(subscriber);
        (CentralLog::new(collector, sink, clock), guard)
    }

    #[tokio::test]
    async fn entries_are_written_after_the_response_and_before_the_next_invocation() {
        let steps = Steps::default();
        let (log, _guard) = central_log(&steps, false);
        // The runtime's own service runs the handler and posts the response.
        let runtime = service_fn(async |invocation: LambdaInvocation| {
            tracing::warn!("retry");
            let step = format!("responded to {}", invocation.context.request_id);
            steps.lock().unwrap().push(step);
            Ok::<_, Error>(())
        });
        let mut service = AfterResponse { log: Some(&log) }.layer(runtime);
        for id in ["a", "b"] {
            service.call(invocation(id, 10)).await.unwrap();
        }
        assert_eq!(
            *steps.lock().unwrap(),
            [
                "responded to a",
                "written retry of \"a\"",
                "responded to b",
                "written retry of \"b\"",
            ]
        );
    }

    #[tokio::test]
    async fn a_failed_invocation_writes_its_entries_too() {
        let steps = Steps::default();
        let (log, _guard) = central_log(&steps, false);
        let runtime = service_fn(async |_: LambdaInvocation| {
            tracing::error!("the runtime API is gone");
            Err::<(), Error>("gone".into())
        });
        let mut service = AfterResponse { log: Some(&log) }.layer(runtime);
        assert!(service.call(invocation("a", 10)).await.is_err());
        assert_eq!(steps.lock().unwrap().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_ends_before_the_functions_time_limit_and_loses_nothing() {
        let steps = Steps::default();
        let (log, _guard) = central_log(&steps, true);
        let runtime = service_fn(async |_: LambdaInvocation| {
            tracing::warn!("retry");
            Ok::<_, Error>(())
        });
        let mut service = AfterResponse { log: Some(&log) }.layer(runtime);
        let begun = tokio::time::Instant::now();
        service.call(invocation("a", 2)).await.unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2));
        assert_eq!(log.collector.take().len(), 1);
    }
}
