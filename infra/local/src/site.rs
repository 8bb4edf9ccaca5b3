//! Content site of the local process: one tenant, on any host name.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use site_core::Options;
use site_store::{Parts as StoreParts, Sites};
use tower::ServiceExt as _;

use crate::parts::Parts;

fn prefix() -> String {
    let set = std::env::var("SITE_REST_PREFIX").unwrap_or_default();
    let path = set.trim_matches('/');
    if path.is_empty() {
        "/rest".to_owned()
    } else {
        format!("/{path}")
    }
}

/// URL of the REST interface, with a trailing slash.
pub fn rest_root(parts: &Parts) -> String {
    format!("{}{}/", parts.site_url, prefix())
}

/// Sites with their own read model. All users in the process share one instance, so that the model is
/// built only once.
pub fn records(parts: &Parts) -> Arc<Sites> {
    Arc::new(Sites::new(StoreParts::new(
        parts.site_table.clone(),
        parts.site_blobs.clone(),
        parts.clock.clone(),
        parts.random.clone(),
    )))
}

/// Router of the site: its functions on the same sites.
pub fn assemble(parts: &Parts, sites: &Arc<Sites>) -> Router {
    let options = Options {
        prefix: prefix(),
        local: true,
        vendor_names: std::env::var("SITE_VENDOR_NAMES").is_ok_and(|value| value == "on"),
        ..Options::at(parts.site_url.clone())
    };
    let core = site_core::router(site_core::Ports {
        sites: Arc::clone(sites),
        table: parts.site_table.clone(),
        keyring: parts.keyring.clone(),
        clock: parts.clock.clone(),
        random: parts.random.clone(),
        outbound: parts.outbound.clone(),
        options: options.clone(),
    });
    let pages = site_pages::router(site_pages::Ports {
        sites: Arc::clone(sites),
        table: parts.site_table.clone(),
        keyring: parts.keyring.clone(),
        clock: parts.clock.clone(),
        options: options.clone(),
    });
    divided(core, pages, options)
}

/// Routes between the two functions as the gateway's template does. Unlike a gateway, this router also
/// sees the query, so `?rest_route=` reaches the interface without a redirect.
pub fn divided(core: Router, pages: Router, options: Options) -> Router {
    let options = Arc::new(options);
    Router::new().fallback(move |request: Request| {
        let router = if site_core::takes(request.uri(), &options) {
            core.clone()
        } else {
            pages.clone()
        };
        router.oneshot(request)
    })
}

/// Adapters of the site's scheduled task.
pub fn tick_ports(parts: &Parts, sites: &Arc<Sites>) -> site_tick::Ports {
    site_tick::Ports {
        sites: Arc::clone(sites),
        clock: parts.clock.clone(),
    }
}
