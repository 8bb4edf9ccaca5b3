//! Limits for request bodies: a body must arrive within a time limit, and a connection on which a body
//! stays partly unread is closed after the response, because the rest would be parsed as the next
//! request.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use hyper::body::{Frame, SizeHint};
use tokio::time::Sleep;

/// The body exceeded its time limit.
#[derive(Debug, thiserror::Error)]
#[error("the body did not arrive in time")]
struct TooSlow;

/// How much of a body was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    Partly,
    Wholly,
    TooSlow,
}

#[derive(Debug, Default)]
struct Progress(AtomicU8);

impl Progress {
    fn set(&self, read: Read) {
        self.0.store(read as u8, Ordering::SeqCst);
    }

    fn get(&self) -> Read {
        match self.0.load(Ordering::SeqCst) {
            wholly if wholly == Read::Wholly as u8 => Read::Wholly,
            slow if slow == Read::TooSlow as u8 => Read::TooSlow,
            _ => Read::Partly,
        }
    }
}

/// Body that tracks how much was read.
struct Watched {
    inner: Body,
    limit: Duration,
    /// Set when the body is first polled.
    deadline: Option<Pin<Box<Sleep>>>,
    progress: Arc<Progress>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        match Pin::new(&mut self.inner).poll_frame(context) {
            Poll::Ready(None) => {
                self.progress.set(Read::Wholly);
                Poll::Ready(None)
            }
            Poll::Ready(frame) => Poll::Ready(frame),
            Poll::Pending => {
                let limit = self.limit;
                let deadline = self
                    .deadline
                    .get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
                std::task::ready!(deadline.as_mut().poll(context));
                self.progress.set(Read::TooSlow);
                Poll::Ready(Some(Err(axum::Error::new(TooSlow))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // A reader that knows the length does not poll for the end.
        if self.inner.is_end_stream() && self.progress.get() == Read::Partly {
            self.progress.set(Read::Wholly);
        }
    }
}

/// The response when a body did not arrive in time, made from the router's response to the part that did.
pub type Late = fn(Response) -> Response;

/// 408 without a body.
pub fn bare(_: Response) -> Response {
    StatusCode::REQUEST_TIMEOUT.into_response()
}

/// Runs a request whose body must arrive within `limit`: responds with `late` if it does not, and adds
/// `Connection: close` if the body was not read completely.
pub async fn watched(limit: Duration, late: Late, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let progress = Arc::<Progress>::default();
    let request = request.map(|inner| {
        Body::new(Watched {
            inner,
            limit,
            deadline: None,
            progress: progress.clone(),
        })
    });
    let mut response = next.run(request).await;
    let read = progress.get();
    if read == Read::TooSlow {
        response = late(response);
    }
    if read != Read::Wholly {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
