//! HTTP server with limits that prevent slow or idle clients from exhausting a listener.

use std::convert::Infallible;
use std::future::Future;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::Response;
use http::{HeaderValue, Uri, header};
use http_edge::ClientAddress;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower::{ServiceExt, service_fn};

use crate::connection::{Connection, Watched};
use crate::half_open::{Displaced, HalfOpen};
use crate::host_names::HostNames;
use crate::received::{Crowded, Received};
use crate::refusal::{self, Refusal};
use crate::request_body::{self, Late};
use crate::start_error::StartError;
use crate::unsent::Unsent;

/// Pause after a failed accept, for example when no file descriptors are left.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);

/// Connections of a listener.
const CONNECTIONS: usize = 2_048;

/// Connections that wait in the kernel until they are accepted; systems with a lower limit use theirs.
const QUEUE: u32 = 4_096;

/// Length in bytes from which an answer in memory is refused when there is no room for it.
const LONG: u64 = 64 * 1024;

/// Files that the process may have open beside connections and the files that are sent on them.
const OTHER_FILES: u64 = 512;

/// Bytes of answers, and bytes of request bodies, that a listener keeps in memory.
const MEMORY: usize = 128 * 1024 * 1024;

/// Share of a small machine's memory that [`MEMORY`] may take: each of two listeners keeps answers and bodies.
const SHARE: u64 = 16;

/// Limits of a listener.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum number of concurrent connections. Further ones wait in the kernel's backlog.
    pub connections: usize,
    /// Maximum number of connections of one client network that are idle, whose head or body is awaited, or whose client does
    /// not read. Beyond it the one that waited longest is closed.
    pub half_open: usize,
    /// Maximum time to receive a request head, counted from the end of the previous request.
    pub head: Duration,
    /// Maximum time to receive a request body, counted from the first poll.
    pub body: Duration,
    /// Maximum time in which a client takes nothing of its answer.
    pub answer: Duration,
    /// Bytes of answers that clients have not taken, in all.
    pub unsent: usize,
    /// Bytes of request bodies that are in memory, in all. Further requests with long bodies wait.
    pub received: usize,
    /// Maximum time to complete the requests in progress when the listener ends.
    pub end: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: CONNECTIONS,
            half_open: 64,
            head: Duration::from_secs(20),
            body: Duration::from_secs(60),
            answer: Duration::from_secs(20),
            unsent: MEMORY,
            received: MEMORY,
            end: Duration::from_secs(5),
        }
    }
}

impl Limits {
    /// Files that must be open at once for all connections of two listeners, each of which may read a file, and for the rest of
    /// the process.
    pub const FILES: u64 = 4 * CONNECTIONS as u64 + OTHER_FILES;

    /// The limits on a machine with `memory` bytes, for a process that may have so many `files` open.
    pub fn within(memory: u64, files: u64) -> Self {
        let share = usize::try_from(memory / SHARE).unwrap_or(usize::MAX);
        let connections = usize::try_from(files.saturating_sub(OTHER_FILES) / 4);
        Self {
            connections: connections.unwrap_or(usize::MAX).clamp(1, CONNECTIONS),
            unsent: share.min(MEMORY),
            received: share.min(MEMORY),
            ..Self::default()
        }
    }
}

/// Listens on `address`.
///
/// # Errors
/// [`StartError::Address`] when the address is not available.
pub async fn listen(
    what: &'static str,
    flag: &'static str,
    address: SocketAddr,
) -> Result<TcpListener, StartError> {
    bind(address).map_err(|source| StartError::Address {
        what,
        address,
        flag,
        source,
    })
}

/// Listens as [`TcpListener::bind`] does, with a longer queue: a client that finds it full tries again a second later.
fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // As the standard library does it: elsewhere the option lets two processes have one address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

/// What a listener serves.
#[derive(Debug, Clone)]
pub struct Served {
    /// Router of the requests.
    pub router: Router,
    /// Router of refusals, which have the path [`refusal::PATH`] and a [`Refusal`] among their extensions.
    pub refusing: Router,
    /// Response to a body that does not arrive in time.
    pub late: Late,
    /// Host names at which requests are answered.
    pub names: HostNames,
}

/// Serves until `end` changes, then completes the requests in progress, as far as they end in time.
pub async fn serve(
    listener: TcpListener,
    mut served: Served,
    limits: Limits,
    end: watch::Receiver<bool>,
) {
    let (body, late) = (limits.body, served.late);
    let within_time = move |router: Router| {
        router.layer(middleware::from_fn(move |request: Request, next: Next| {
            request_body::watched(body, late, request, next)
        }))
    };
    served.router = within_time(served.router);
    served.refusing = within_time(served.refusing);
    let half_open = HalfOpen::new(limits.half_open);
    let unsent = Unsent::new(limits.unsent);
    let received = Received::new(limits.received, limits.body);
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    let mut ending = pin!(ended(end.clone()));
    loop {
        let accepted = tokio::select! {
            () = &mut ending => break,
            accepted = accept(&listener, &places, &half_open) => accepted,
        };
        while connections.try_join_next().is_some() {}
        if let Some((stream, peer, place)) = accepted {
            let client = ClientAddress(Some(peer.ip().to_canonical()));
            let displaced = Arc::<Displaced>::default();
            let share = unsent.share(&displaced);
            let connection = Connection::new(&half_open, client, &displaced, share);
            let answered = answer(
                stream,
                connection,
                displaced,
                served.clone(),
                (Arc::clone(&unsent), Arc::clone(&received)),
                limits,
                ended(end.clone()),
            );
            connections.spawn(async move {
                answered.await;
                drop(place);
            });
        }
    }
    // Stop accepting while the open connections finish.
    drop(listener);
    let completed = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.end, completed).await.is_err() {
        tracing::warn!(
            connections = connections.len(),
            "connections were closed before their requests ended"
        );
        connections.shutdown().await;
    }
}

/// Waits for the end; a dropped sender counts as the end.
async fn ended(mut end: watch::Receiver<bool>) {
    let _ = end.wait_for(|end| *end).await;
}

/// Next connection, once there is a place; `None` when accepting failed. When there is none, a connection on which nothing moves
/// gives way.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    half_open: &HalfOpen,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    match listener.accept().await {
        Ok((stream, peer)) => {
            let place = match Arc::clone(places).try_acquire_owned() {
                Ok(place) => place,
                Err(_) => {
                    half_open.make_room();
                    Arc::clone(places).acquire_owned().await.ok()?
                }
            };
            Some((stream, peer, place))
        }
        // The client disconnected meanwhile.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::ConnectionAborted
                    | ErrorKind::ConnectionRefused
                    | ErrorKind::ConnectionReset
            ) =>
        {
            None
        }
        Err(error) => {
            tracing::error!(%error, "a connection could not be accepted");
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

/// Serves a connection until it ends or is displaced.
async fn answer(
    stream: TcpStream,
    connection: Arc<Connection>,
    displaced: Arc<Displaced>,
    served: Served,
    (unsent, received): (Arc<Unsent>, Arc<Received>),
    limits: Limits,
    end: impl Future<Output = ()>,
) {
    let reached = stream.local_addr().ok().map(|address| address.ip());
    let requests = Arc::clone(&connection);
    let service = service_fn(move |request: Request<Incoming>| {
        let answered = requests.begin();
        let (served, client) = (served.clone(), requests.client());
        let (receiving, unsent) = (Arc::clone(&requests), Arc::clone(&unsent));
        let received = Arc::clone(&received);
        async move {
            let mut place = None;
            let refusal = if answered.is_refused() {
                Some(Refusal::Malformed)
            } else if unsent.is_full() {
                Some(Refusal::Crowded)
            } else {
                let length = request.body().size_hint();
                let reserved = received.place(&length, client, receiving.displaced()).await;
                match reserved {
                    Ok(reserved) => {
                        place = reserved.map(Arc::new);
                        None
                    }
                    Err(Crowded) => Some(Refusal::Crowded),
                }
            };
            let held = place.clone();
            let mut request = request.map(|body| Body::new(receiving.receiving(body, held)));
            request.extensions_mut().insert(client);
            let origin = request.headers().get(header::ORIGIN).cloned();
            let is_safe = request.method().is_safe();
            let mut response = admitted(served.clone(), request, reached, refusal).await;
            // The handler has used the body.
            drop(place);
            // There was room for those that were asked for at the same time, before the first of them was there.
            if is_safe && refusal.is_none() && is_long(&response) && unsent.is_full() {
                response = crowded(served, origin).await;
            }
            Ok::<_, Infallible>(response.map(|body| Body::new(answered.with(body))))
        }
    });
    let stream = Watched::new(stream, Arc::clone(&connection), limits.answer);
    let stream = TokioIo::new(stream);
    let mut serving = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .serve_connection(stream, TowerToHyperService::new(service))
    );
    let mut end = pin!(end);
    let mut is_ending = false;
    let done = loop {
        tokio::select! {
            biased;
            done = serving.as_mut() => break done,
            () = displaced.signalled() => if connection.is_displaced() { return },
            () = &mut end, if !is_ending => {
                is_ending = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Whether the body of a response is in memory and long.
fn is_long(response: &Response) -> bool {
    let length = response.body().size_hint().exact();
    length.is_some_and(|length| length > LONG)
}

/// The response to a request of this origin for which there is no room.
async fn crowded(served: Served, origin: Option<HeaderValue>) -> Response {
    let mut request = Request::new(Body::empty());
    if let Some(origin) = origin {
        request.headers_mut().insert(header::ORIGIN, origin);
    }
    admitted(served, request, None, Some(Refusal::Crowded)).await
}

/// Responds to a request, unless it is refused, here or for its head.
async fn admitted(
    served: Served,
    request: Request,
    reached: Option<IpAddr>,
    refusal: Option<Refusal>,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let refusal = match refusal {
        Some(refusal) => Err(refusal),
        None => served.names.check(&parts, reached),
    };
    let router = match refusal {
        Ok(()) => served.router,
        Err(refusal) => {
            parts.uri = Uri::from_static(refusal::PATH);
            parts.extensions.insert(refusal);
            served.refusing
        }
    };
    // Routers answer every request.
    let Ok(mut response) = router.oneshot(Request::from_parts(parts, body)).await;
    if refusal == Err(Refusal::Malformed) {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}

#[cfg(test)]
mod tests;
