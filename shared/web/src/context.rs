//! What is known about the request that is being answered, for error bodies and log lines.

use std::future::Future;

/// The request at hand.
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

/// Runs `work` as part of the request.
pub async fn within<F: Future>(context: RequestContext, work: F) -> F::Output {
    CONTEXT.scope(context, work).await
}

/// The request at hand; none outside of one.
pub fn current() -> Option<RequestContext> {
    CONTEXT.try_with(Clone::clone).ok()
}
