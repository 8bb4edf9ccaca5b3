//! Serves the platform's API.

use axum::Router;
use platform_http::layers::{MiddlewareConfig, wrap};

use crate::start::Cloud;

impl Cloud {
    /// Serves a router of the platform's API, wrapped in its middleware.
    ///
    /// # Errors
    /// `APP_DEBUG` is wrong, or the runtime ended.
    pub async fn serve_platform(&self, router: Router) -> Result<(), lambda_http::Error> {
        let middleware = MiddlewareConfig {
            random: self.random(),
            clock: self.clock(),
            debug: self.environment().app_debug()?,
        };
        self.serve(wrap(router, middleware)).await
    }
}
