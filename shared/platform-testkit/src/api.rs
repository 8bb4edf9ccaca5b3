//! Requests of signed-in users to the routes of one function.

use std::sync::Arc;

use axum::Router;
use domain::platform::access::Role;
use embedded::clock::SettableClock;
use http::Method;
use platform_http::layers::{MiddlewareConfig, wrap};
use platform_store::PlatformStore;
use ports::{Clock, Random};
use serde_json::Value;
use vault::KeyRing;

use crate::{TestRequest, TestResponse, TestUser};

/// A test application: the routes of one function over records, keys and a clock of its own.
pub trait TestApi: Sync {
    /// Records.
    fn store(&self) -> &PlatformStore;

    /// Keys, which sign the access tokens of requests.
    fn keyring(&self) -> &KeyRing;

    /// Clock.
    fn clock(&self) -> &SettableClock;

    /// The function's routes in their middleware.
    fn router(&self) -> Router;

    /// Creates the user `name` and signs them in. Each name is used once in a store.
    fn create_user(&self, name: &str, role: Role) -> impl Future<Output = TestUser> + Send {
        let now = self.clock().now();
        TestUser::create(self.store(), self.keyring(), name, role, now)
    }

    /// Sends a request of `user` to a path below `/api/v1`, with JSON unless the body is null.
    fn request(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
    ) -> impl Future<Output = TestResponse> + Send {
        self.request_with(user, method, path, body, &[])
    }

    /// Sends a request like [`TestApi::request`] with more headers, which may replace the body's `Content-Type`.
    fn request_with(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> impl Future<Output = TestResponse> + Send {
        let request = TestRequest::json(method, format!("/api/v1{path}"), body)
            .bearer(&user.token(self.keyring(), self.clock().now()))
            .headers(headers);
        let router = self.router();
        async move { request.send(&router).await }
    }
}

/// The routes of a function in the middleware of a deployed one. With `debug`, errors contain technical details.
pub fn with_middleware(
    routes: Router,
    random: Arc<dyn Random>,
    clock: Arc<dyn Clock>,
    debug: bool,
) -> Router {
    let config = MiddlewareConfig {
        random,
        clock,
        debug,
    };
    wrap(routes, config)
}
