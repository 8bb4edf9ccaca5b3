//! The core namespace of the content site's REST interface, oEmbed, and media files.
//!
//! [`routes`] lists the routes of every resource. Each resource has a folder with the same files: `routes` binds
//! paths to handlers, `permissions` decides who may call them, `list`, `read` and `write` are the handlers, `filter`
//! translates parameters of a list to a store query, and `view` makes the JSON representation of a record. A folder
//! imports another one only for its view or for a permission. `site_contract` declares parameters and schemas;
//! `content` contains what the kinds of content share.

mod application_passwords;
mod comments;
mod content;
mod files;
mod index;
mod media;
mod menus;
mod oembed;
mod patterns;
mod posts;
mod revisions;
mod routes;
mod search;
mod settings;
mod terms;
mod types;
mod users;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use http::{Request, Response, StatusCode, Uri};
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
    core: Arc<SiteApp>,
}

/// Whether this function serves `uri`: the REST interface under its prefix and under `?rest_route=`, and files under
/// `/uploads/`. `site-pages` serves everything else.
pub fn takes(uri: &Uri, options: &Options) -> bool {
    vendor_names::spoken(uri, options).is_some() || uri.path().starts_with("/uploads/")
}

/// The router of the interface and the files. Paths outside both get 404.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let served = Served {
        api: Arc::new(api()),
        core: Arc::new(SiteApp::new(ports)),
    };
    strict_transport(Router::new().fallback(answer).with_state(served), https)
}

async fn answer(State(served): State<Served>, request: Request<Body>) -> Response<Body> {
    let Served { api, core } = served;
    if let Some(spoken) = vendor_names::spoken(request.uri(), core.options()) {
        return api.serve_as(core, spoken.path, spoken.names, request).await;
    }
    if let Some(path) = request.uri().path().strip_prefix("/uploads/") {
        let path = path.to_owned();
        return files::read::serve(&core, &path, request).await;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
