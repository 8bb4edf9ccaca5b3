//! The content site of the local run: one site, on any host name.

use std::sync::Arc;

use axum::Router;
use site_core::Options;
use site_store::{Parts as StoreParts, Sites};

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

/// Address of the REST interface, with a slash at the end.
pub fn rest_root(parts: &Parts) -> String {
    format!("{}{}/", parts.site_url, prefix())
}

/// The site's records.
pub fn records(parts: &Parts) -> Sites {
    Sites::new(StoreParts::new(
        parts.site_table.clone(),
        parts.site_blobs.clone(),
        parts.clock.clone(),
        parts.random.clone(),
    ))
}

/// The site's router.
pub fn assemble(parts: &Parts) -> Router {
    site_core::router(site_core::Ports {
        table: parts.site_table.clone(),
        blobs: parts.site_blobs.clone(),
        keyring: parts.keyring.clone(),
        clock: parts.clock.clone(),
        random: parts.random.clone(),
        options: Options {
            prefix: prefix(),
            local: true,
            ..Options::at(parts.site_url.clone())
        },
    })
}

/// What the site's tick is given.
pub fn tick_ports(parts: &Parts) -> site_tick::Ports {
    site_tick::Ports {
        sites: Arc::new(records(parts)),
        clock: parts.clock.clone(),
    }
}
