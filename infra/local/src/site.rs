//! Content site of the local process: one tenant, on any host name.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use ports::Need;
use site_api::{Options, Ports, SiteApp, vendor_names};
use site_rest::Api;
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
    Arc::new(Sites::new(store_parts(parts)).alone_since(parts.clock.now()))
}

/// Table and files of the site.
pub fn store_parts(parts: &Parts) -> StoreParts {
    StoreParts::new(
        parts.site_table.clone(),
        parts.site_blobs.clone(),
        parts.clock.clone(),
        parts.random.clone(),
    )
}

/// A function of the site's REST interface.
pub struct RestFunction {
    /// Name of its crate and its binary.
    pub name: &'static str,
    /// Permissions that its policy grants.
    pub needs: &'static [Need],
    /// The interface with the routes that it serves.
    pub api: fn() -> Api<SiteApp>,
    /// Its router.
    pub router: fn(Ports) -> Router,
}

/// All functions of the interface. The first one serves the root index, batches and files.
pub const REST_FUNCTIONS: &[RestFunction] = &[
    RestFunction {
        name: "site-core",
        needs: site_core::NEEDS,
        api: site_core::api,
        router: site_core::router,
    },
    RestFunction {
        name: "site-extensions",
        needs: site_extensions::NEEDS,
        api: site_extensions::api,
        router: site_extensions::router,
    },
    RestFunction {
        name: "site-seo",
        needs: site_seo::NEEDS,
        api: site_seo::api,
        router: site_seo::router,
    },
];

/// Router of the site: all its functions on the same sites.
pub fn assemble(parts: &Parts, sites: &Arc<Sites>) -> Router {
    let options = Options {
        prefix: prefix(),
        local: true,
        vendor_names: std::env::var("SITE_VENDOR_NAMES").is_ok_and(|value| value == "on"),
        snippets: std::env::var("SITE_SNIPPETS").as_deref() != Ok("off"),
        ..Options::at(parts.site_url.clone())
    };
    let head_settings = Arc::default();
    divided(REST_FUNCTIONS, || Ports {
        head_settings: Arc::clone(&head_settings),
        ..ports(parts, sites, options.clone())
    })
}

fn ports(parts: &Parts, sites: &Arc<Sites>, options: Options) -> Ports {
    Ports {
        sites: Arc::clone(sites),
        table: parts.site_table.clone(),
        keyring: parts.keyring.clone(),
        clock: parts.clock.clone(),
        random: parts.random.clone(),
        outbound: parts.site_outbound.clone(),
        work: parts.work.clone(),
        sleeper: parts.sleeper.clone(),
        spam: parts.spam.clone(),
        mailboxes: parts.mailboxes.clone(),
        seo: parts.seo.clone(),
        head_settings: Arc::default(),
        options,
    }
}

/// Routes requests to these functions and the pages as the gateway's template does, each with ports of its own.
/// Unlike a gateway, this router sees the query, so `?rest_route=` reaches every function without a redirect.
pub fn divided(rest: &[RestFunction], ports: impl Fn() -> Ports) -> Router {
    let rest: Arc<[_]> = rest
        .iter()
        .map(|one| ((one.api)().served(), (one.router)(ports())))
        .collect();
    let own = ports();
    let options = Arc::new(own.options.clone());
    let pages = site_pages::router(site_pages::Ports {
        sites: own.sites,
        table: own.table,
        keyring: own.keyring,
        clock: own.clock,
        work: own.work,
        sleeper: own.sleeper,
        spam: own.spam,
        outbound: own.outbound,
        head_settings: own.head_settings,
        options: own.options,
    });
    Router::new().fallback(move |request: Request| {
        let spoken = vendor_names::spoken(request.uri(), &options);
        let serving =
            spoken.and_then(|spoken| rest.iter().find(|(namespaces, _)| spoken.is_in(namespaces)));
        let first = rest
            .first()
            .filter(|_| site_core::takes(request.uri(), &options));
        let router = serving.or(first).map_or(&pages, |(_, router)| router);
        router.clone().oneshot(request)
    })
}

/// Adapters of the site's scheduled task.
pub fn tick_ports(parts: &Parts, sites: &Arc<Sites>) -> site_tick::Ports {
    site_tick::Ports {
        sites: Arc::clone(sites),
        parts: store_parts(parts),
        work: parts.work.clone(),
        clock: parts.clock.clone(),
        spam: parts.spam.clone(),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http_body_util::BodyExt as _;
    use site_rest::bind::everyone;
    use site_rest::{Args, Endpoint, Reply, Route, RouteSpec};

    use super::*;

    fn notes() -> Api<SiteApp> {
        let spec = || RouteSpec::new("notes/v1", "/notes").read(Args::none());
        let read = Endpoint::new(everyone, |_, ()| async { Ok(Reply::json("".into())) });
        Api::of([spec()]).bind([Route::bind(spec()).read(read)])
    }

    const TWO: &[RestFunction] = &[
        RestFunction {
            name: "first",
            needs: &[],
            api: site_core::api,
            router: |_| Router::new().fallback(|| async { "first" }),
        },
        RestFunction {
            name: "second",
            needs: &[],
            api: notes,
            router: |_| Router::new().fallback(|| async { "second" }),
        },
    ];

    #[tokio::test]
    async fn each_namespace_is_routed_to_its_function() {
        let parts = Parts::memory().await.unwrap();
        let sites = records(&parts);
        let options = Options::at(parts.site_url.clone());
        let router = divided(TWO, || ports(&parts, &sites, options.clone()));
        for (uri, expected) in [
            ("/rest/notes/v1/notes", "second"),
            ("/rest/NOTES/v1", "second"),
            ("/?rest_route=/notes/v1/notes", "second"),
            ("/rest/notes/v10/notes", "first"),
            ("/rest/core/v2/posts", "first"),
            ("/rest/", "first"),
            ("/rest/batch/v1", "first"),
            ("/rest/unknown", "first"),
            ("/uploads/a.png", "first"),
        ] {
            let request = http::Request::post(uri).body(Body::empty()).unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            let body = response.into_body().collect().await.unwrap().to_bytes();
            assert_eq!(body, expected, "{uri}");
        }
    }
}
