//! Maps the host of a request to its tenant.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::header;
use http::request::Parts;
use site_store::{SiteStore, Sites, StoreError, Tenant};

/// The hosts that are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// Every host name leads to the site `main`, as in the local run.
    Any,
    /// The host of the home address leads to the site `main`; others are looked up, and an unknown host leads to no
    /// site.
    Registered,
}

/// Addresses and behaviour of the site.
#[derive(Debug, Clone)]
pub struct Options {
    /// Home address of the site `main`, without a trailing slash.
    pub home: String,
    /// Path of the REST interface relative to the home address, such as `/rest`.
    pub prefix: String,
    /// The hosts that are served.
    pub hosts: Hosts,
    /// Whether application passwords are also accepted over plain HTTP; only for the local run.
    pub local: bool,
    /// Whether the interface is also served under the names of deployed systems.
    pub vendor_names: bool,
    /// Whether active snippets take effect on public pages.
    pub snippets: bool,
}

/// Path of the interface under the names of deployed systems.
pub const OTHER_PREFIX: &str = "/wp-json";

/// Namespace of the site's content, and its name on deployed systems.
pub const CONTENT_NAMESPACE: [&str; 2] = ["core/v2", "wp/v2"];
/// Link relation of the interface under the names of deployed systems.
pub const OTHER_DISCOVERY: &str = "https://api.w.org/";

impl Options {
    /// Default options of a site at `home`.
    pub fn at(home: impl Into<String>) -> Self {
        Self {
            home: home.into(),
            prefix: "/rest".to_owned(),
            hosts: Hosts::Any,
            local: false,
            vendor_names: false,
            snippets: true,
        }
    }

    /// The addresses of the interface of a site at `home`, each with its link relation on every page (RFC 8631).
    pub fn interfaces(&self, home: &str) -> Vec<(&'static str, String)> {
        let mut interfaces = vec![("service-desc", format!("{home}{}/", self.prefix))];
        if self.vendor_names {
            interfaces.push((OTHER_DISCOVERY, format!("{home}{OTHER_PREFIX}/")));
        }
        interfaces
    }

    /// The root of the interface at `home` to which pages link, and the namespace of content below it: the names of deployed
    /// systems where the site answers under them, because clients look for these.
    pub fn linked_interface(&self, home: &str) -> (String, &'static str) {
        let [ours, theirs] = CONTENT_NAMESPACE;
        if self.vendor_names {
            (format!("{home}{OTHER_PREFIX}"), theirs)
        } else {
            (format!("{home}{}", self.prefix), ours)
        }
    }

    /// Whether a site at `home` accepts application passwords: over HTTPS, or in the local run.
    pub fn takes_passwords(&self, home: &str) -> bool {
        self.local || home.starts_with("https://")
    }
}

/// Maps the host of a request to the tenant that serves it.
pub struct TenantResolver {
    sites: Arc<Sites>,
    options: Options,
    /// Cache of resolved hosts. A host does not move to another tenant during the life of a process.
    known: Mutex<HashMap<String, Tenant>>,
}

impl TenantResolver {
    /// Resolver for the addresses in `options`.
    pub fn new(sites: Arc<Sites>, options: Options) -> Self {
        Self {
            sites,
            options,
            known: Mutex::default(),
        }
    }

    /// Addresses and behaviour of the site.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Tenant and home address for a request; `None` when no tenant serves its host.
    ///
    /// # Errors
    /// The store fails.
    pub async fn resolve(&self, parts: &Parts) -> Result<Option<(Tenant, String)>, StoreError> {
        let main = || Some((Tenant::main(), self.options.home.clone()));
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
        if let Some(tenant) = self.known().get(&host) {
            return Ok(Some((tenant.clone(), home)));
        }
        let Some(tenant) = self.sites.tenant_of_host(&host).await? else {
            return Ok(None);
        };
        self.known().insert(host, tenant.clone());
        Ok(Some((tenant, home)))
    }

    /// The store of a tenant.
    ///
    /// # Errors
    /// The read model cannot be created.
    pub fn store(&self, tenant: &Tenant) -> Result<SiteStore, StoreError> {
        self.sites.site(tenant)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Tenant>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The host and port that a request names, in lower case.
pub fn authority(parts: &Parts) -> String {
    let named = parts
        .headers
        .get(header::HOST)
        .and_then(|value| value.to_str().ok());
    let authority = named.or_else(|| parts.uri.authority().map(http::uri::Authority::as_str));
    authority.unwrap_or_default().to_ascii_lowercase()
}
