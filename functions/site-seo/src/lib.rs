//! The SEO namespace of the content site's REST interface.
//!
//! `routes` binds paths to handlers, `permissions` decides who may call them, `documents` reads and writes what is stored. The
//! other files are the handlers, by subject. The `seo` crate has the rules, and `site_contract` declares the parameters.

mod ai;
mod available_posts;
mod configuration;
mod content_types;
mod documents;
mod file_size;
mod head;
mod import;
mod indexing;
mod integrations;
mod meta_search;
mod people;
mod permissions;
mod records;
mod routes;
mod scores;
mod services;
mod statistics;
mod status;
mod workouts;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use http::{Request, Response, StatusCode};
use http_edge::strict_transport;
use ports::Need;
use site_api::{SiteApp, vendor_names};
use site_rest::Api;

pub use routes::api;
pub use site_api::{Hosts, Options, Ports};

/// Environment values and resources that this function needs.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
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
