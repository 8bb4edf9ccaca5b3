//! The routes of oEmbed.

use site_api::SiteApp;
use site_contract::oembed::{embed_route, proxy_route};
use site_rest::{Endpoint, Route};

use super::{embed, permissions, proxy};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(embed_route())
            .with_body_form(embed::xml)
            .read(Endpoint::new(permissions::may_embed, embed::embed)),
        Route::bind(proxy_route()).read(Endpoint::new(permissions::may_proxy, proxy::proxy)),
    ]
}
