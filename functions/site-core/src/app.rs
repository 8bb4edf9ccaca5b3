//! Which site a request is for, and who asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use http::header;
use http::request::Parts;
use items::Table;
use ports::{Clock, Random};
use secrecy::SecretString;
use site_rest::{App, Locale, RestError, Surroundings, codes};
use site_store::{AuthError, Freshness, SiteStore, Sites, Tenant};
use vault::{KeyRing, PasswordError, PasswordHash};
use web::address::ClientAddress;

use crate::Ports;
use crate::credentials::{Credentials, Presented};
use crate::failure::OrRefuse;
use crate::throttle;
use crate::visitor::Visitor;

/// Which hosts are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// Every name is the one site `main`, as in the local run.
    Any,
    /// The host of the home address is the site `main`; others are looked up, and an unknown one is
    /// answered with `unknown_site`.
    Registered,
}

/// Where the site is and how it behaves.
#[derive(Debug, Clone)]
pub struct Options {
    /// The home address of the site `main`, without a slash at its end.
    pub home: String,
    /// The path of the REST interface below the home address, such as `/rest`.
    pub prefix: String,
    /// Which hosts are answered.
    pub hosts: Hosts,
    /// Whether application passwords are taken over plain HTTP too; only for the local run.
    pub local: bool,
}

impl Options {
    /// The usual options of a site at `home`.
    pub fn at(home: impl Into<String>) -> Self {
        Self {
            home: home.into(),
            prefix: "/rest".to_owned(),
            hosts: Hosts::Any,
            local: false,
        }
    }
}

/// The function's state, shared by all requests.
pub struct Core {
    sites: Sites,
    table: Table,
    keyring: Arc<KeyRing>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    options: Options,
    /// Hosts that were looked up. A host never moves to another site while a function lives.
    known_hosts: Mutex<HashMap<String, Tenant>>,
}

impl Core {
    pub(crate) fn new(ports: Ports) -> Self {
        let parts = site_store::Parts::new(
            ports.table.clone(),
            ports.blobs,
            Arc::clone(&ports.clock),
            Arc::clone(&ports.random),
        );
        Self {
            sites: Sites::new(parts),
            table: ports.table,
            keyring: ports.keyring,
            clock: ports.clock,
            random: ports.random,
            options: ports.options,
            known_hosts: Mutex::default(),
        }
    }

    pub(crate) fn prefix(&self) -> &str {
        &self.options.prefix
    }

    pub(crate) fn keyring(&self) -> &KeyRing {
        &self.keyring
    }

    pub(crate) fn now(&self) -> jiff::Timestamp {
        self.clock.now_seconds()
    }

    pub(crate) async fn hash_password(
        &self,
        password: &SecretString,
    ) -> Result<PasswordHash, PasswordError> {
        vault::password::hash(password.clone(), &*self.random).await
    }

    /// Whether application passwords are taken at a site: over HTTPS, or in the local run.
    pub(crate) fn takes_passwords(&self, site: &Surroundings) -> bool {
        self.options.local || site.home.starts_with("https://")
    }

    /// The tenant and home address that a request is for.
    async fn addressed(&self, parts: &Parts) -> Result<(Tenant, String), RestError> {
        let main = || (Tenant::main(), self.options.home.clone());
        if self.options.hosts == Hosts::Any {
            return Ok(main());
        }
        let authority = authority(parts);
        let own = self.options.home.split("://").nth(1).unwrap_or_default();
        if own.split('/').next() == Some(authority.as_str()) {
            return Ok(main());
        }
        let host = authority.split(':').next().unwrap_or_default().to_owned();
        let home = format!("https://{authority}");
        if let Some(tenant) = self.hosts().get(&host) {
            return Ok((tenant.clone(), home));
        }
        let found = self.sites.tenant_of_host(&host).await.or_refuse()?;
        let tenant = found.ok_or_else(|| RestError::new(&codes::UNKNOWN_SITE))?;
        self.hosts().insert(host, tenant.clone());
        Ok((tenant, home))
    }

    fn hosts(&self) -> std::sync::MutexGuard<'_, HashMap<String, Tenant>> {
        self.known_hosts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The store of a site that was asked for.
    pub(crate) fn store(&self, site: &str) -> Result<SiteStore, RestError> {
        let tenant = site.parse().map_err(RestError::internal)?;
        self.sites.site(&tenant).or_refuse()
    }

    /// The site of a request, its data no older than a request of this kind may see.
    pub(crate) async fn open(&self, parts: &Parts) -> Result<(Surroundings, SiteStore), RestError> {
        let (tenant, home) = self.addressed(parts).await?;
        let store = self.sites.site(&tenant).or_refuse()?;
        let reads = matches!(
            parts.method,
            http::Method::GET | http::Method::HEAD | http::Method::OPTIONS
        );
        let public = reads && matches!(Presented::of(&parts.headers), Presented::Nothing);
        let freshness = if public {
            Freshness::Trusted
        } else {
            Freshness::Asked
        };
        store.refresh(freshness).await.or_refuse()?;
        let site = Surroundings {
            site: tenant.to_string(),
            rest_root: format!("{home}{}", self.options.prefix),
            home,
            locale: Locale::named(&store.settings().language),
        };
        Ok((site, store))
    }

    /// The REST root of the site that a request addresses, without reading its data.
    pub(crate) async fn rest_root(&self, parts: &Parts) -> Result<String, RestError> {
        let (_, home) = self.addressed(parts).await?;
        Ok(format!("{home}{}", self.options.prefix))
    }

    async fn believe(
        &self,
        store: SiteStore,
        credentials: &Credentials,
        parts: &Parts,
    ) -> Result<Visitor, RestError> {
        let address = parts
            .extensions
            .get::<ClientAddress>()
            .and_then(|address| address.0);
        let address = address.map(|address| address.to_string());
        let checked = store
            .authenticate(
                &self.keyring,
                &credentials.login,
                &credentials.secret,
                address.as_deref(),
            )
            .await;
        let code = match checked {
            Ok(known) => return Ok(Visitor::known(store, known)),
            Err(AuthError::Store(error)) => return Err(error).or_refuse(),
            Err(AuthError::InvalidUsername) => &codes::INVALID_USERNAME,
            Err(AuthError::InvalidEmail) => &codes::INVALID_EMAIL_LOGIN,
            Err(AuthError::IncorrectPassword) => &codes::INCORRECT_PASSWORD,
        };
        let subject = format!(
            "{}\n{}\n{}",
            store.tenant(),
            address.unwrap_or_default(),
            credentials.login.to_lowercase()
        );
        let counted = throttle::count(&self.table, &self.keyring, &subject, self.clock.now()).await;
        match counted {
            Ok(Some(wait)) => Err(RestError::new(&codes::TOO_MANY_ATTEMPTS)
                .naming(wait)
                .retry_after(wait)),
            Ok(None) => Err(RestError::new(code)),
            Err(error) => {
                // Whoever cannot be counted is refused all the same.
                tracing::warn!(target: "site", %error, "a wrong sign-in was not counted");
                Err(RestError::new(code))
            }
        }
    }
}

/// The host and port that a request names, in lower case.
fn authority(parts: &Parts) -> String {
    let named = parts
        .headers
        .get(header::HOST)
        .and_then(|value| value.to_str().ok());
    let authority = named.or_else(|| parts.uri.authority().map(http::uri::Authority::as_str));
    authority.unwrap_or_default().to_ascii_lowercase()
}

impl App for Core {
    type Caller = Visitor;

    async fn surroundings(&self, parts: &Parts) -> Result<Surroundings, RestError> {
        Ok(self.open(parts).await?.0)
    }

    async fn identify(&self, parts: &Parts, site: &Surroundings) -> Result<Visitor, RestError> {
        let store = self.store(&site.site)?;
        if !self.takes_passwords(site) {
            return Ok(Visitor::anonymous(store));
        }
        match Presented::of(&parts.headers) {
            Presented::Nothing => Ok(Visitor::anonymous(store)),
            Presented::Unreadable => Err(RestError::new(&codes::INVALID_USERNAME)),
            Presented::Credentials(credentials) => self.believe(store, &credentials, parts).await,
        }
    }

    fn request_id(&self, _parts: &Parts) -> String {
        self.random.uuid().to_string()
    }
}
