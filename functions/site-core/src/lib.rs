//! The core namespace of the content site's REST interface, oEmbed, and media files.
//!
//! [`routes`] lists the routes of every resource. Each resource has a folder with the same files: `routes` binds
//! paths to handlers, `permissions` decides who may call them, `list`, `read` and `write` are the handlers, `filter`
//! translates parameters of a list to a store query, and `view` makes the JSON representation of a record. A folder
//! imports another one only for its view or for a permission. `site_contract` declares parameters and schemas;
//! `content` contains what the kinds of content share.

mod abilities;
mod application_passwords;
mod block_renderer;
mod block_types;
mod comments;
mod content;
mod directories;
mod files;
mod fonts;
mod global_styles;
mod icons;
mod index;
mod language;
mod media;
mod menus;
mod nesting;
mod oembed;
mod patterns;
mod plugins;
mod posts;
mod representation;
mod revisions;
mod routes;
mod search;
mod settings;
mod site_health;
mod templates;
mod terms;
mod themes;
mod types;
mod url_details;
mod users;
mod widgets;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use http::{Request, Response, Uri};
use http_edge::{per_caller, strict_transport};
use ports::Need;
use site_api::{Interface, vendor_names};

pub use routes::api;
pub use site_api::{Hosts, Options, Ports};

/// Environment values and resources that this function needs.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
    Need::CdnKey,
];

/// Whether this function serves `uri`: the REST interface under its prefix and under `?rest_route=`, and files under
/// `/uploads/`. `site-pages` serves everything else.
pub fn takes(uri: &Uri, options: &Options) -> bool {
    vendor_names::spoken(uri, options).is_some() || uri.path().starts_with("/uploads/")
}

/// The router of the interface and the files. Paths outside both get 404.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let routes = Router::new().fallback(answer);
    strict_transport(
        per_caller(routes.with_state(Interface::new(api(), ports))),
        https,
    )
}

async fn answer(State(interface): State<Interface>, request: Request<Body>) -> Response<Body> {
    let file = request.uri().path().strip_prefix("/uploads/");
    match file.map(str::to_owned) {
        Some(path) if !interface.takes(request.uri()) => {
            files::read::serve(interface.app(), &path, request).await
        }
        _ => interface.answer(request).await,
    }
}
