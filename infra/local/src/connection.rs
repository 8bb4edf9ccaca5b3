//! What happens on a connection, seen from its bytes: whether a request is being answered, and how its requests are framed.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_edge::ClientAddress;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::half_open::{Displaced, HalfOpen, Stay};
use crate::received::Place;
use crate::request_framing::RequestFraming;
use crate::unsent::Share;

/// The course of a connection, known to its stream and to its requests.
#[derive(Debug)]
pub(crate) struct Connection {
    client: ClientAddress,
    half_open: Arc<HalfOpen>,
    displaced: Arc<Displaced>,
    unsent: Share,
    course: Mutex<Course>,
}

#[derive(Debug)]
struct Course {
    framing: RequestFraming,
    /// Requests whose heads were complete.
    begun: u64,
    /// Requests whose responses are not complete.
    unanswered: u64,
    /// There while no request is being answered, and while one waits for its body or for its client to read.
    stay: Option<Stay>,
    /// Whether `stay` is there because the client does not read.
    is_stalled: bool,
}

impl Connection {
    /// A connection that was accepted just now.
    pub(crate) fn new(
        half_open: &Arc<HalfOpen>,
        client: ClientAddress,
        displaced: &Arc<Displaced>,
        unsent: Share,
    ) -> Arc<Self> {
        let course = Course {
            framing: RequestFraming::new(),
            begun: 0,
            unanswered: 0,
            stay: Some(half_open.enter(client, displaced)),
            is_stalled: false,
        };
        Arc::new(Self {
            client,
            half_open: Arc::clone(half_open),
            displaced: Arc::clone(displaced),
            unsent,
            course: Mutex::new(course),
        })
    }

    /// What tells the connection that it ends in favour of another one.
    pub(crate) const fn displaced(&self) -> &Arc<Displaced> {
        &self.displaced
    }

    /// The client's address.
    pub(crate) const fn client(&self) -> ClientAddress {
        self.client
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another connection took the place of this one, on which still nothing moves.
    pub(crate) fn is_displaced(&self) -> bool {
        self.displaced.is_closed() || self.course().stay.as_ref().is_some_and(Stay::is_over)
    }

    /// The client reads nothing of its answer.
    fn stalls(&self) {
        let mut course = self.course();
        if course.stay.is_none() {
            course.stay = Some(self.half_open.enter(self.client, &self.displaced));
            course.is_stalled = true;
        }
    }

    /// The client took bytes of its answer.
    fn sent(&self, bytes: usize) {
        self.unsent.taken(bytes);
        let mut course = self.course();
        if course.is_stalled {
            course.stay = None;
            course.is_stalled = false;
        }
    }

    /// Counts a request whose head is complete.
    pub(crate) fn begin(self: &Arc<Self>) -> Answered {
        let mut course = self.course();
        course.stay = None;
        course.begun += 1;
        course.unanswered += 1;
        Answered {
            is_refused: course.framing.refuses(course.begun),
            connection: Arc::clone(self),
        }
    }

    /// The body of a request that was begun; the connection is half-open while the rest of it is awaited.
    pub(crate) const fn receiving<B>(
        self: Arc<Self>,
        body: B,
        place: Option<Arc<Place>>,
    ) -> ReceivedBody<B> {
        ReceivedBody {
            body,
            connection: self,
            place,
        }
    }

    /// A request waits for its body.
    fn awaiting(&self) {
        let mut course = self.course();
        if course.stay.is_none() {
            course.stay = Some(self.half_open.enter(self.client, &self.displaced));
        }
    }

    /// Whether a request that was received whole is not answered. The library reads on before a service sees a request and its
    /// body, so that what was received counts.
    fn is_answering(&self) -> bool {
        let course = self.course();
        course.framing.completed() > course.begun.saturating_sub(course.unanswered)
    }

    /// A request no longer waits for its body.
    fn received(&self) {
        let mut course = self.course();
        if course.unanswered > 0 {
            course.stay = None;
        }
    }

    /// Everything that was to be sent is sent.
    fn flushed(&self) {
        self.unsent.emptied();
        let mut course = self.course();
        if course.unanswered == 0 && course.stay.is_none() {
            course.stay = Some(self.half_open.enter(self.client, &self.displaced));
        }
    }
}

/// A request that is being answered, until this is dropped.
#[derive(Debug)]
pub(crate) struct Answered {
    connection: Arc<Connection>,
    is_refused: bool,
}

impl Answered {
    /// Whether the length of the request's body is ambiguous.
    pub(crate) const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// The body of the response, at whose end the request is answered. A body of known length is in memory and counts from now
    /// on, others with each part.
    pub(crate) fn with(self, body: Body) -> AnsweredBody {
        let length = body.size_hint().exact();
        let length = length.and_then(|length| usize::try_from(length).ok());
        if let Some(length) = length.filter(|length| *length > 0) {
            self.connection.unsent.queued(length);
        }
        AnsweredBody {
            body,
            answered: self,
            is_counted: length.is_some(),
        }
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        let mut course = self.connection.course();
        course.unanswered = course.unanswered.saturating_sub(1);
    }
}

/// Body of a response.
pub(crate) struct AnsweredBody {
    body: Body,
    answered: Answered,
    is_counted: bool,
}

impl HttpBody for AnsweredBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if !self.is_counted && self.answered.connection.unsent.waits(context) {
            return Poll::Pending;
        }
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
            && !self.is_counted
        {
            self.answered.connection.unsent.queued(data.len());
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Body of a request.
pub(crate) struct ReceivedBody<B> {
    body: B,
    connection: Arc<Connection>,
    place: Option<Arc<Place>>,
}

impl<B: HttpBody<Data = Bytes> + Unpin> HttpBody for ReceivedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if polled.is_pending() {
            self.connection.awaiting();
        } else {
            self.connection.received();
        }
        if let Some(place) = &self.place {
            match &polled {
                Poll::Ready(Some(Ok(frame))) => {
                    place.received(frame.data_ref().map_or(0, Bytes::len));
                }
                Poll::Ready(None) => place.complete(),
                Poll::Ready(Some(Err(_))) | Poll::Pending => {}
            }
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for ReceivedBody<B> {
    fn drop(&mut self) {
        self.connection.received();
        if let Some(place) = &self.place {
            place.complete();
        }
    }
}

/// A stream that tells its connection what is received and sent.
#[derive(Debug)]
pub(crate) struct Watched {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Maximum time in which a client takes nothing of its answer.
    limit: Duration,
    stall: Option<Stall>,
    /// Time in which a client that sends no more still gets its answer.
    half_closed: Option<Pin<Box<Sleep>>>,
}

/// Time in which a request is answered after its client has closed its direction. A client that has gone looks the same, so
/// work for it does not go on for longer.
const HALF_CLOSED: Duration = Duration::from_secs(2);

/// Time since a client took the last bytes.
#[derive(Debug)]
struct Stall {
    /// Until then the network may be the cause.
    grace: Pin<Box<Sleep>>,
    end: Pin<Box<Sleep>>,
}

impl Stall {
    fn new(limit: Duration) -> Self {
        Self {
            grace: Box::pin(sleep(limit / 10)),
            end: Box::pin(sleep(limit)),
        }
    }
}

impl Watched {
    /// The stream of a connection.
    pub(crate) const fn new(
        stream: TcpStream,
        connection: Arc<Connection>,
        limit: Duration,
    ) -> Self {
        Self {
            stream,
            connection,
            limit,
            stall: None,
            half_closed: None,
        }
    }

    /// The outcome of a write; an error when the client takes nothing for too long.
    fn written(
        &mut self,
        polled: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = polled {
            self.stall = None;
            if let Ok(bytes) = &written {
                self.connection.sent(*bytes);
            }
            return Poll::Ready(written);
        }
        let limit = self.limit;
        let stall = self.stall.get_or_insert_with(|| Stall::new(limit));
        if stall.grace.is_elapsed() || stall.grace.as_mut().poll(context).is_ready() {
            self.connection.stalls();
        }
        ready!(stall.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let has_room = buffer.remaining() > 0;
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let received = buffer.filled().get(before..).unwrap_or_default();
        let is_end = received.is_empty() && has_room;
        if is_end && self.connection.is_answering() {
            let grace = || Box::pin(sleep(HALF_CLOSED));
            let grace = self.half_closed.get_or_insert_with(grace);
            if !grace.is_elapsed() {
                ready!(grace.as_mut().poll(context));
            }
        }
        self.connection.course().framing.receive(received);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(polled, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(polled, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.connection.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
