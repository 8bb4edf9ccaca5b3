//! The server: accepts connections, serves the routes, and closes connections where a scenario demands it.

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// Marks a response in whose place the connection closes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reset;

/// The connection closes without a response.
#[derive(Debug)]
struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the scenario closes the connection")
    }
}

impl std::error::Error for Closed {}

/// Serves `router` until the task is dropped; connections end with it.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        // Small pieces are sent at once.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        connections.spawn(async move {
            let service = service_fn(move |request| answer(router.clone(), request));
            // A caller that disconnects is not a failure of the fake.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn answer(router: Router, request: hyper::Request<Incoming>) -> Result<Response, Closed> {
    let response = match router.oneshot(request.map(Body::new)).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    if response.extensions().get::<Reset>().is_some() {
        return Err(Closed);
    }
    Ok(response)
}
