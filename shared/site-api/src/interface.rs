//! Entry of a function that serves routes of the site's REST interface.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use http::{Request, Response, StatusCode, Uri};
use http_edge::{per_caller, strict_transport};
use site_rest::Api;

use crate::vendor_names;
use crate::{Ports, SiteApp};

/// The routes of a function, and the state that their requests share.
#[derive(Clone)]
pub struct Interface {
    api: Arc<Api<SiteApp>>,
    app: Arc<SiteApp>,
}

impl Interface {
    /// An interface of these routes.
    pub fn new(api: Api<SiteApp>, ports: Ports) -> Self {
        Self {
            api: Arc::new(api),
            app: Arc::new(SiteApp::new(ports)),
        }
    }

    /// The shared state.
    pub const fn app(&self) -> &Arc<SiteApp> {
        &self.app
    }

    /// Whether an address is in the interface.
    pub fn takes(&self, uri: &Uri) -> bool {
        vendor_names::spoken(uri, self.app.options()).is_some()
    }

    /// The response to a request; 404 without a body for an address outside the interface.
    pub async fn answer(self, request: Request<Body>) -> Response<Body> {
        let Self { api, app } = self;
        if let Some(spoken) = vendor_names::spoken(request.uri(), app.options()) {
            return api.serve_as(app, spoken.path, spoken.names, request).await;
        }
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    }
}

/// The router of a function that serves these routes and nothing else.
pub fn router(api: Api<SiteApp>, ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let answer = |State(interface): State<Interface>, request| interface.answer(request);
    let routes = Router::new().fallback(answer);
    strict_transport(
        per_caller(routes.with_state(Interface::new(api, ports))),
        https,
    )
}
