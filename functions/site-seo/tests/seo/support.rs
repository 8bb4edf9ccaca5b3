//! A site with the routes of this function, alone or with connected services.

use std::ops::Deref;
use std::sync::Arc;

use axum::body::Body;
use domain::site::{Kind, Status};
use http::Method;
use outbound::{Outbound, Policy};
use ports::Clock;
use serde_json::Value;
use service_fakes::{FakeServices, Service};
use settings::Settings;
use site_api::SeoServices;
use site_seo::{Options, Ports, router};
use site_store::ContentChange;
pub use site_testkit::{Answer, HOME, NOW, Who};
use site_testkit::{Records, TestSite};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub struct Site {
    site: TestSite,
    /// Serves the site over loopback, for services that call it back.
    server: Option<JoinHandle<()>>,
}

impl Deref for Site {
    type Target = TestSite;

    fn deref(&self) -> &TestSite {
        &self.site
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(server) = &self.server {
            server.abort();
        }
    }
}

/// Variables that name these services of the fakes.
pub fn variables(fakes: &FakeServices, services: &[Service]) -> Vec<(&'static str, String)> {
    let of = |service: &Service| {
        let url = fakes.url(*service);
        let variables = service.variables().iter();
        variables.map(move |(name, path)| (*name, format!("{url}{path}")))
    };
    services.iter().flat_map(of).collect()
}

impl Site {
    pub async fn new() -> Self {
        Self::with(Options::at(HOME)).await
    }

    /// A site that listens on loopback, with the connected services of these variables.
    pub async fn connected(variables: Vec<(&'static str, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let options = Options {
            local: true,
            ..Options::at(format!("http://{address}"))
        };
        let mut site = Self::built(options, &variables).await;
        let router = site.router.clone();
        site.server = Some(tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        }));
        site
    }

    pub async fn with(options: Options) -> Self {
        Self::built(options, &[]).await
    }

    async fn built(options: Options, variables: &[(&'static str, String)]) -> Self {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.clone())
        };
        let records = Records::new().await;
        let seo = SeoServices::of_environment(
            &Outbound::new(Policy::local()).unwrap(),
            &(records.clock.clone() as Arc<dyn Clock>),
            Settings::of_environment(variable),
            variable,
        );
        let router = router(Ports {
            seo: seo.unwrap(),
            ..records.ports(options)
        });
        let site = TestSite::seeded(&records, router).await;
        Self {
            site: site.used("/rest/seo/v1").await,
            server: None,
        }
    }

    /// A request of the administrator below the namespace, without a body.
    pub async fn get(&self, path: &str) -> Answer {
        let uri = format!("/rest/seo/v1{path}");
        self.ask(Who::Admin, Method::GET, &uri).await
    }

    /// A request of the administrator below the namespace, with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let uri = format!("/rest/seo/v1{path}");
        self.call(Who::Admin, Method::POST, &uri, body).await
    }

    /// A request of the administrator below the namespace, with a form body.
    pub async fn post_form(&self, path: &str, body: &str) -> Answer {
        let uri = format!("/rest/seo/v1{path}");
        let request = self
            .request(Who::Admin, Method::POST, &uri)
            .header("content-type", "application/x-www-form-urlencoded");
        let body = Body::from(body.to_owned());
        self.send(request.body(body).unwrap()).await
    }

    /// Creates an item of the administrator.
    pub async fn create(&self, kind: Kind, change: ContentChange) -> u64 {
        let author = self.store.user_by_login("admin").unwrap().id;
        let change = ContentChange {
            may_publish: true,
            status: change.status.or(Some(Status::Publish)),
            ..change
        };
        let created = self.store.create(kind, author, &change).await;
        created.unwrap().id
    }
}
