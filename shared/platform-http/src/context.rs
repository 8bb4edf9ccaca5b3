//! Context of the current request, for error bodies and log lines.

use std::future::Future;

/// Context of a request.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// Value of `X-Request-Id`.
    pub id: String,
    /// Whether technical detail may be shown (APP_DEBUG=1).
    pub debug: bool,
}

tokio::task_local! {
    static CONTEXT: RequestContext;
}

/// Runs `work` with `context` as the current request.
pub async fn within<F: Future>(context: RequestContext, work: F) -> F::Output {
    CONTEXT.scope(context, work).await
}

/// Runs `work`, which waits for nothing, with `context` as the current request.
pub fn during<T>(context: RequestContext, work: impl FnOnce() -> T) -> T {
    CONTEXT.sync_scope(context, work)
}

/// The context of the current request; `None` outside of a request.
pub fn current() -> Option<RequestContext> {
    CONTEXT.try_with(Clone::clone).ok()
}
