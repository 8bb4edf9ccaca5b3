//! The extension namespaces of the content site's REST interface.
//!
//! Each namespace has a folder with the same files as a resource of `site-core`: `routes` binds paths to handlers,
//! `permissions` decides who may call them, `list`, `read` and `write` are the handlers, and `view` makes the JSON
//! representation of a record. `site_contract` declares parameters, schemas and error codes.

mod code_snippets;
mod contact_form;
mod contact_form_ext;
mod routes;
mod sent_members;
mod spam_filter;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use http::{Request, Response, StatusCode};
use http_edge::strict_transport;
use ports::Need;
use site_api::{SiteApp, vendor_names};
use site_rest::Api;

pub use contact_form::seed::seed_first_form;
pub use routes::api;
pub use site_api::{Hosts, Options, Ports};

/// Environment values and resources that this function needs.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
    Need::SendNotification,
];

#[derive(Clone)]
struct Served {
    api: Arc<Api<SiteApp>>,
    app: Arc<SiteApp>,
}

/// The router of the interface. Paths outside it get 404.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let served = Served {
        api: Arc::new(api()),
        app: Arc::new(SiteApp::new(ports)),
    };
    strict_transport(Router::new().fallback(answer).with_state(served), https)
}

async fn answer(State(served): State<Served>, request: Request<Body>) -> Response<Body> {
    let Served { api, app } = served;
    if let Some(spoken) = vendor_names::spoken(request.uri(), app.options()) {
        return api.serve_as(app, spoken.path, spoken.names, request).await;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
