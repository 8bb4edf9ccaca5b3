//! A site with one user of each role, and requests to its router.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use embedded::clock::SettableClock;
use http::request::Builder;
use http::{Method, Request};
use items::Table;
use jiff::SignedDuration;
use serde_json::Value;
use site_store::SiteStore;
use tower::ServiceExt as _;

use crate::answer::Answer;
use crate::records::{NOW, Records};
use crate::users::Users;
use crate::who::Who;

/// A site whose requests go to one router.
pub struct TestSite {
    /// The router.
    pub router: Router,
    /// The site as another process has it.
    pub store: SiteStore,
    /// The clock.
    pub clock: Arc<SettableClock>,
    /// The site's table.
    pub table: Table,
    /// Its users.
    pub users: Users,
}

impl TestSite {
    /// Sets up the site of `records` with a user of each role.
    pub async fn seeded(records: &Records, router: Router) -> Self {
        let store = records.store();
        let users = Users::seed(&store, &records.keyring).await;
        Self {
            router,
            store,
            clock: records.clock.clone(),
            table: records.table.clone(),
            users,
        }
    }

    /// Sends a request of each user to `path`, because the first use of a password is recorded, and begins to count again.
    pub async fn used(self, path: &str) -> Self {
        for who in Who::ALL {
            self.ask(who, Method::GET, path).await;
        }
        self.clock.set(NOW.parse().unwrap());
        self.table.meter().take();
        self
    }

    /// Whether the store was written to since the previous call.
    pub fn was_written(&self) -> bool {
        self.table.meter().take().write_units > 0.0
    }

    /// Moves the clock.
    pub fn wait(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    /// Sends a request.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        // Advances past the time for which the read model is assumed to be current.
        self.clock.advance(SignedDuration::from_millis(200));
        Answer::of(self.router.clone().oneshot(request).await.unwrap()).await
    }

    /// A request with the credentials of a caller; `path` is below the home address.
    pub fn request(&self, who: Who, method: Method, path: &str) -> Builder {
        let request = Request::builder().method(method).uri(path);
        self.users.authorize(who, request)
    }

    /// Sends a request without a body.
    pub async fn ask(&self, who: Who, method: Method, path: &str) -> Answer {
        let request = self.request(who, method, path);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Sends a request with a JSON body.
    pub async fn call(&self, who: Who, method: Method, path: &str, body: &Value) -> Answer {
        let request = self
            .request(who, method, path)
            .header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap())
            .await
    }
}
