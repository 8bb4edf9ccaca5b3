//! Listening and answering.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::sync::watch;
use web::address::ClientAddress;

use crate::start_error::StartError;

/// Listens on `address`.
pub async fn listen(
    what: &'static str,
    flag: &'static str,
    address: SocketAddr,
) -> Result<TcpListener, StartError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| StartError::Address {
            what,
            address,
            flag,
            source,
        })
}

/// Answers until `end` says so, then finishes what was begun.
pub async fn serve(listener: TcpListener, router: Router, mut end: watch::Receiver<bool>) {
    let router = router
        .layer(middleware::from_fn(note_address))
        .into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            // An error means that the sender is gone, which is an end too.
            let _ = end.wait_for(|end| *end).await;
        })
        .await;
    if let Err(error) = served {
        tracing::error!(%error, "a listener ended");
    }
}

async fn note_address(peer: ConnectInfo<SocketAddr>, mut request: Request, next: Next) -> Response {
    request
        .extensions_mut()
        .insert(ClientAddress(Some(peer.0.ip().to_canonical())));
    next.run(request).await
}
