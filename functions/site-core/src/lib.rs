//! The content site: its REST interface, and the files of its media.
//!
//! [`routes`] is the one table that validates, dispatches and is published as the index. Shapes
//! ([`shapes`]) declare what resources look like, views make answers of records, and the modules by
//! resource hold rights and handlers. Data is `site_store`'s business, mechanics are `site_rest`'s.

mod app;
mod comments;
mod credentials;
mod failure;
mod files;
mod index;
mod kinds;
mod media;
mod menus;
mod names;
mod oembed;
mod patterns;
mod people;
mod posts;
mod revisions;
mod routes;
mod search;
mod settings;
mod shapes;
mod taxonomy;
mod views;
mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use http::{Request, Response, StatusCode, Uri};
use items::Table;
use outbound::Outbound;
use ports::{Clock, Need, Random};
use site_rest::Api;
use site_store::Sites;
use vault::KeyRing;
use web::transport::strict_transport;

pub use app::Core;
pub use routes::api;
pub use site_web::{Hosts, Options};

/// What this function needs.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
];

/// What the site works with.
#[derive(Clone)]
pub struct Ports {
    /// The sites' records and files; other functions of the same process may share them.
    pub sites: Arc<Sites>,
    /// The site's table.
    pub table: Table,
    /// Hashes application passwords.
    pub keyring: Arc<KeyRing>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// The guarded way to other sites, for what editors embed.
    pub outbound: Outbound,
    /// Where the site is and how it behaves.
    pub options: Options,
}

#[derive(Clone)]
struct Served {
    api: Arc<Api<Core>>,
    core: Arc<Core>,
}

/// Whether this function answers an address: the REST interface under its prefix and under
/// `?rest_route=`, and files under `/uploads/`. The rest of the site is pages.
pub fn takes(uri: &Uri, options: &Options) -> bool {
    names::spoken(uri, options).is_some() || uri.path().starts_with("/uploads/")
}

/// The interface and the files as a router. It answers every path, 404 where nothing of it is.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let served = Served {
        api: Arc::new(api()),
        core: Arc::new(Core::new(ports)),
    };
    strict_transport(Router::new().fallback(answer).with_state(served), https)
}

async fn answer(State(served): State<Served>, request: Request<Body>) -> Response<Body> {
    let Served { api, core } = served;
    if let Some(spoken) = names::spoken(request.uri(), core.options()) {
        return api.serve_as(core, spoken.path, spoken.names, request).await;
    }
    if let Some(path) = request.uri().path().strip_prefix("/uploads/") {
        let path = path.to_owned();
        return files::serve(&core, &path, request).await;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
