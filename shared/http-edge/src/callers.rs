//! The client behind a request, for limits per caller of long computations.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::Response;
use heavy_work::CallerKey;
use heavy_work::caller;

use crate::ClientAddress;

async fn accompany(request: Request, next: Next) -> Response {
    let address = request.extensions().get::<ClientAddress>().copied();
    // In the cloud and in the local process the entry point knows every address.
    match address.filter(|address| address.0.is_some()) {
        Some(address) => {
            caller::within(CallerKey::network(&address.network()), next.run(request)).await
        }
        None => next.run(request).await,
    }
}

/// Names the network of each request as the caller of its long computations; the sign-in names the user instead.
pub fn per_caller(router: Router) -> Router {
    router.layer(middleware::from_fn(accompany))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_request_is_of_its_network() {
        let network = CallerKey::network("203.0.113.7");
        let seen = move || async move { (caller::current() == Some(network)).to_string() };
        let router = per_caller(Router::new().route("/", get(seen)));
        for (address, expected) in [(Some("203.0.113.7"), "true"), (None, "false")] {
            let request = http::Request::builder()
                .extension(ClientAddress(address.map(|own| own.parse().unwrap())))
                .uri("/")
                .body(Body::empty())
                .unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), 100)
                .await
                .unwrap();
            assert_eq!(body, expected);
        }
    }
}
