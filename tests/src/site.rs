//! Our own site as a host: the router that is deployed, served over loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use domain::site::Role;
use embedded::blobs::MemoryBlobs;
use embedded::dynamo::Engine;
use host_client::Basic;
use items::Table;
use ports::{Clock, Random};
use site_core::Options;
use site_store::{Parts, Seed, SiteStore, Sites, Tenant, UserChange};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use vault::KeyRing;

use crate::host_contract::HostUnderTest;

/// A site that listens; it ends with this value.
pub struct TestSite {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its records, for what nobody asks over HTTP: the site's own tick.
    pub sites: Arc<Sites>,
    admin: Basic,
    author: Basic,
    reader: Basic,
    clock: Arc<dyn Clock>,
    task: JoinHandle<()>,
}

impl Drop for TestSite {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestSite {
    /// A new site in memory that shows the time of `clock`.
    pub async fn start(clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let keyring = Arc::new(KeyRing::generate(&*random));
        let blobs = Arc::new(MemoryBlobs::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = site_core::router(site_core::Ports {
            table: table.clone(),
            blobs: blobs.clone(),
            keyring: keyring.clone(),
            clock: clock.clone(),
            random: random.clone(),
            options: Options {
                local: true,
                ..Options::at(format!("http://{address}"))
            },
        });
        let task = tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        });
        let parts = Parts::new(table, blobs, clock.clone(), random);
        let sites = Arc::new(Sites::new(parts));
        let store = sites.site(&Tenant::main()).unwrap();
        let seed = Seed {
            title: "Site & Cia".into(),
            login: "redacao".into(),
            email: "redacao@site.example".into(),
            name: "Redação".into(),
            password_name: "Pauta".into(),
            password: None,
        };
        let seeded = store.seed(&keyring, &seed).await.unwrap();
        let admin = Basic {
            user: seed.login,
            password: seeded.password.unwrap(),
        };
        let author = person(&store, &keyring, "autora", Role::Author).await;
        let reader = person(&store, &keyring, "leitora", Role::Subscriber).await;
        Self {
            address,
            sites,
            admin,
            author,
            reader,
            clock,
            task,
        }
    }

    /// The login of the administrator.
    pub fn admin(&self) -> Basic {
        self.admin.clone()
    }

    /// The site as the contract suite sees it.
    pub fn under_test(&self) -> HostUnderTest {
        HostUnderTest {
            url: format!("http://{}", self.address),
            admin: self.admin.clone(),
            author: Some(self.author.clone()),
            reader: Some(self.reader.clone()),
            keeps_faq: true,
            names_wrong_credentials: true,
            clock: self.clock.clone(),
            run: "site".into(),
            counter: AtomicU64::new(0),
        }
    }

    /// Publishes what is due there, as the site's own tick does.
    pub async fn tick(&self) {
        let ports = site_tick::Ports {
            sites: self.sites.clone(),
            clock: self.clock.clone(),
        };
        site_tick::run(&ports).await.unwrap();
    }
}

async fn person(store: &SiteStore, keyring: &KeyRing, login: &str, role: Role) -> Basic {
    let change = UserChange {
        login: Some(login.to_owned()),
        email: Some(format!("{login}@site.example")),
        name: Some(format!("{login} & Cia")),
        roles: Some(vec![role]),
        ..UserChange::default()
    };
    let user = store.create_user(&change).await.unwrap();
    let (_, password) = store
        .create_app_password(keyring, user.id, "Pauta", None)
        .await
        .unwrap();
    Basic {
        user: login.to_owned(),
        password,
    }
}
